"""Renders one shot: blender -b -t 2 -P shoot.py -- shot.json

The JSON file names the family and its parameters, the camera, and where the passes go; make.ts writes it."""
import importlib, json, os, sys

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__))]
import kit, studio



def linear(v):
    """Colours are written as #rrggbb; Blender takes linear light."""
    if isinstance(v, str) and len(v) == 7 and v[0] == "#":
        c = [int(v[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        return tuple(x / 12.92 if x <= .04045 else ((x + .055) / 1.055) ** 2.4 for x in c)
    if isinstance(v, list):
        return tuple(linear(x) for x in v)
    return {k: linear(x) for k, x in v.items()} if isinstance(v, dict) else v


shot = json.load(open(sys.argv[sys.argv.index("--") + 1]))
studio.reset()
setup = dict(backdrop="paper", size=1.5, yaw=0, cam={}, lights={})
setup.update(importlib.import_module("families." + shot["family"]).build(**linear(shot.get("params", {}))) or {})
setup.update({k: v for k, v in shot.get("setup", {}).items() if k not in ("cam", "lights")})
dims = studio.fit(kit.MADE, setup["size"], setup["yaw"])
studio.backdrop(studio.BACKDROPS[shot.get("paper") or setup["backdrop"]])
studio.lights(**{**setup["lights"], **shot.get("setup", {}).get("lights", {})})
cam = {"target": (0, 0, dims[2] * .5), **setup["cam"], **shot.get("setup", {}).get("cam", {})}
studio.camera(**cam)
if shot["framed"]:
    studio.frame(kit.MADE)
studio.render(shot["folder"], shot["px"], shot["spp"], shot.get("height"))
