"""Several products of the shop together, each at its true size: `items` name a family, a place and the family's parameters."""
import importlib
from kit import *


def build(items, size=2.1, yaw=0, backdrop="paper", elev=14, lights=None, **art):
    """An item has `family`, `at` (cm), `yaw` and `tilt` (degrees); the rest goes to its build(). "@name" stands for a printed sheet."""
    for item in items:
        params = {k: art[v[1:]] if isinstance(v, str) and v.startswith("@") else v for k, v in item.items()}
        family = importlib.import_module("families." + params.pop("family"))
        place(family.build, params.pop("at", (0, 0, 0)), params.pop("yaw", 0), params.pop("tilt", (0, 0)), **params)
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev), lights=lights or {})
