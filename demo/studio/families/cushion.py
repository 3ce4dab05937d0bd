"""Feather cushion with a piped edge, standing on its lower side."""
from kit import *


def build(color=(.5, .45, .4), piping=None, w=48.0, thick=11.5, weave="linen", lean=17, stand=True, backdrop="paper", yaw=30, elev=9, size=1.85):
    if weave == "linen":
        mat = textile("linen", color, image("linen", tile_plain(16, 8), True), .85, strength=.6, dist=.03, vary=.22, sheen=.15, dark=.72, fuzz=.1)
    else:
        mat = textile("ribbed", color, image("cord", tile_rib(24, 8), True), .11, strength=1.0, dist=.3, vary=.25, sheen=.8, dark=.5, fuzz=.2)
    trim = textile("trim", piping or tuple(np.array(color) * .8), image("trim", tile_twill(16, 4), True), 1.2, strength=.6)
    n = 150
    s = np.linspace(-1, 1, n)
    x, y = np.meshgrid(s, s, indexing="ij")
    full = ((1 - np.abs(x) ** 2.1) * (1 - np.abs(y) ** 2.1)) ** .52
    chop = 1.2 * np.exp(-(x / .30) ** 2) * np.clip((y + .1) / 1.1, 0, 1) ** 1.5  # the hand that dented it
    # the sides are drawn in between the corners, the corners stand out like ears
    round_ = 1 - .045 * (np.abs(x * y)) ** 6
    px = x * w / 2 * (1 - .085 * (1 - y ** 2)) * round_
    py = y * w / 2 * (1 - np.where(y > 0, .075, .004) * (1 - x ** 2)) * round_ - chop
    corner = np.abs(x * y) ** 1.5
    for side in (1, -1):
        P = np.stack([px, py, side * (thick * full * (1 + .10 * corner))], 2)
        q = P.reshape(-1, 3)
        a = np.arctan2(q[:, 1], q[:, 0])
        edge = np.clip(1 - full.reshape(-1) * 1.05, 0, 1) * (full.reshape(-1) > .02)
        pucker = fbm(np.stack([np.cos(a) * 3.2, np.sin(a) * 3.2, np.full(len(a), side * 1.0)], 1), 2.2, 3, 4 + side) * edge * .9
        slack = fbm(q, .05, 3, 8 + side) * full.reshape(-1) * 1.3
        sag = 2.2 * np.clip(.35 - y.reshape(-1), 0, 1) * full.reshape(-1)
        crease = np.abs(fbm(q * [1, .55, 1], .085, 2, 15 + side)) * full.reshape(-1) * -.8
        q[:, 2] += side * (pucker + slack + crease + sag)
        o = grid(q.reshape(P.shape), mat, name="side")
        move_cushion(o, w, lean, stand)
    ring = [(px[i, 0], py[i, 0], 0) for i in range(n)] + [(px[-1, j], py[-1, j], 0) for j in range(1, n)] + [(px[i, -1], py[i, -1], 0) for i in range(n - 2, -1, -1)] + [(px[0, j], py[0, j], 0) for j in range(n - 2, 0, -1)]
    c = tube(spline(ring, 420, True), .42, trim, 12, closed=True)
    move_cushion(c, w, lean, stand)
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))


def move_cushion(o, w, lean, stand):
    return move(o, (0, 0, w / 2), (90 - lean, 0, 0)) if stand else o
