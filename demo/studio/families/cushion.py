"""Feather cushion with a piped edge, standing on its lower side."""
from kit import *


def gathers(run, dist, seed):
    """Short folds that start at a seam and run out towards the middle; `run` is the place along the seam, both in cm."""
    p = np.stack([run * .28, dist * .035, np.full(run.shape, seed * 7.0)], -1).reshape(-1, 3)
    n = fbm(p, 1.0, 2, seed).reshape(run.shape)
    reach = 5.5 + 3.5 * fbm(np.stack([run * .16, 0 * run, 0 * run + seed], -1).reshape(-1, 3), 1.0, 1, seed + 3).reshape(run.shape)
    return n * np.exp(-dist / reach) * np.clip(dist / 1.2, 0, 1)


def build(color=(.5, .45, .4), piping=None, w=48.0, thick=8.8, weave="linen", lean=13, stand=True, backdrop="paper", yaw=22, elev=8, size=1.85):
    if weave == "linen":
        mat = textile("linen", color, image("linen", tile_plain(16, 8), True), .85, strength=.6, dist=.03, vary=.14, sheen=.15, dark=.74, fuzz=.1)
    else:
        mat = textile("ribbed", color, image("cord", tile_rib(24, 8), True), .11, strength=1.0, dist=.3, vary=.25, sheen=.8, dark=.5, fuzz=.2)
    trim = textile("trim", piping or tuple(np.array(color) * .8), image("trim", tile_twill(16, 4), True), 1.2, strength=.6)
    n = 170
    s = np.sin(np.linspace(-1, 1, n) * math.pi / 2 * .94) / math.sin(math.pi / 2 * .94)  # closer rows near the seams
    x, y = np.meshgrid(s, s, indexing="ij")
    full = ((1 - np.abs(x) ** 2.2) * (1 - np.abs(y) ** 2.2)) ** .5
    # a filled square: its sides are drawn in between the corners
    round_ = 1 - .03 * np.abs(x * y) ** 8
    px = x * w / 2 * (1 - .075 * (1 - y ** 2)) * round_
    py = y * w / 2 * (1 - np.where(y > 0, .075, .012) * (1 - x ** 2)) * round_
    half = w / 2
    for side in (1, -1):
        folds = sum(gathers(run * half, (1 - np.abs(across)) * half, k + (side < 0) * 20) for k, (run, across) in enumerate(((y, np.clip(x, 0, 1)), (y, np.clip(-x, 0, 1)), (x, np.clip(y, 0, 1)), (x, np.clip(-y, 0, 1)))))
        # long soft folds from corner to corner's neighbour, where the filling is thin
        d = np.abs(np.abs(x) - np.abs(y)) * half
        ears = np.abs(x * y) ** 1.2 * np.cos(d * .62) * np.exp(-d / 7)
        body = thick * full * (1 - .15 * y)
        P = np.stack([px, py, side * body], 2)
        q = P.reshape(-1, 3)
        slack = fbm(q * [1, 1, .3] + [0, 0, side * 40], .05, 3, 8 + side).reshape(full.shape) * full
        P[..., 2] += side * (folds * 1.35 * np.minimum(full * 2.2, 1) + slack * 1.5 + ears * .55 * np.minimum(full * 2, 1))
        o = grid(P, mat, name="side")
        stood(o, w, lean, stand)
    ring = np.stack([px, py, 0 * px], 2)
    ring = np.concatenate([ring[:, 0], ring[-1, 1:], ring[-2::-1, -1], ring[0, -2:0:-1]])
    stood(tube(spline(ring, 420, True), .38, trim, 12, closed=True), w, lean, stand)
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))


def stood(o, w, lean, stand):
    return move(o, (0, 0, w / 2), (90 - lean, 0, 0)) if stand else o
