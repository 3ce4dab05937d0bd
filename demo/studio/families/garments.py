"""Folded clothes: sweaters, sweatshirt and tee with their necklines, trousers with a pocket, socks in a paper band, scarf."""
from mathutils.bvhtree import BVHTree
from kit import *
from families.linens import fringe, tile_herringbone
from families.sweaters import folded


def surface(o):
    """Height of the upper side of a folded garment."""
    bpy.context.view_layer.update()
    tree = BVHTree.FromObject(o, bpy.context.evaluated_depsgraph_get())
    def height(x, y):
        hit = tree.ray_cast(Vector((x, y, 100)), Vector((0, 0, -1)))[0]
        return hit[2] if hit else 0.0
    return height


def drape(o, line, lift):
    """Points of the floor plan laid on the garment."""
    h = surface(o)
    p = np.array([(x, y, h(x, y) + lift) for x, y in line])
    for _ in range(4):
        p[1:-1, 2] = (p[:-2, 2] + 2 * p[1:-1, 2] + p[2:, 2]) / 4
    return p


def stitched(o, line, mat, pitch=.34, lift=.03, size=.055):
    """A seam of small stitches."""
    path = spline(drape(o, spline(line, 60), lift), max(12, int(np.sum(np.hypot(*np.diff(np.array(line), axis=0).T)) / pitch)))
    for a, b in zip(path[:-1], path[1:]):
        tube([a + (b - a) * .12, (a + b) / 2 + [0, 0, .02], b - (b - a) * .18], size, mat, 6)


def neckline(o, color, rib, y0, a, b, width, deep, label):
    """Presses the neck opening into the uppermost layer and lays a ribbed band round it."""
    top = surface(o)
    z0 = top(0, y0 - b * 1.4)
    def press(p):
        q = np.hypot(p[:, 0] / a, (p[:, 1] - y0) / b)
        k = np.clip((1.0 - q) / .30, 0, 1)
        k = k * k * (3 - 2 * k) * (p[:, 2] > z0 - 1.3)
        return p - np.stack([0 * k, 0 * k, k * deep], 1)
    warp(o, press)
    h = top
    n = 200
    t = np.linspace(0, 2 * math.pi, n, endpoint=False)
    back = np.clip(np.sin(t), 0, 1)
    cx, cy = np.cos(t), np.sin(t) * (1 - .38 * back)       # the back of the neck is flatter
    rows = []
    for off, up in fillet([(-width * .52, -.30), (-width * .5, .18, .12), (0, .34, .4), (width * .5, .10, .12), (width * .56, -.35)], 6):
        x, y = cx * (a + off), y0 + cy * (b + off)
        z = np.array([h(u, v) for u, v in zip(cx * (a + width * .4), y0 + cy * (b + width * .4))])
        for _ in range(12):
            z = (np.roll(z, 1) + 2 * z + np.roll(z, -1)) / 4
        rows.append(np.stack([x, y, z + up - .14 * deep * (off < 0)], 1))
    grid(np.array(rows).transpose(1, 0, 2), rib, close_u=True, name="neckband")
    if label:
        m = picture(label, .85)
        s = sheet(4.6, 2.3, m)
        mod(s, "SOLIDIFY", thickness=.05)
        hz = surface(o)(0, y0 + b * .28)
        move(s, (.2, y0 + b * .25, hz + .12), (14, 0, 2))


def hull(points):
    """Upper outline of points (y, z), from the back floor over the top to the front floor."""
    p = points[np.lexsort((points[:, 1], points[:, 0]))]
    up = []
    for q in p:
        while len(up) > 1 and (up[-1][0] - up[-2][0]) * (q[1] - up[-2][1]) - (up[-1][1] - up[-2][1]) * (q[0] - up[-2][0]) >= 0:
            up.pop()
        up.append(q)
    return np.array(up)


def paper_band(objs, art, width, x0=0.0):
    """A taut strip of printed paper round the pile; the sheet's middle lies on top."""
    pts = []
    for o in objs:
        co = np.array([(o.matrix_world @ v.co)[:] for v in o.data.vertices])
        pts.append(co[np.abs(co[:, 0] - x0) < width / 2 + .6][:, 1:])
    pts = np.concatenate(pts)
    up = hull(pts)
    path = np.concatenate([[[up[0][0], .02]], up, [[up[-1][0], .02]]])
    c = path.mean(0)
    d = path - c
    path = path + d / np.linalg.norm(d, axis=1, keepdims=True) * .09
    path[:, 1] = np.maximum(path[:, 1], .02)
    s = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    t = np.linspace(0, s[-1], 260)
    path = np.stack([np.interp(t, s, path[:, 0]), np.interp(t, s, path[:, 1])], 1)
    for _ in range(10):
        path[1:-1] = (path[:-2] + 2 * path[1:-1] + path[2:]) / 4
    s = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    xs = (x0 - width / 2, x0 + width / 2)
    m = Mat("paper", spec=.25, rough=.7)
    m.set(color=m.tex(bpy.data.images.load(art), 1, ext="EXTEND"), normal=m.bump(m.noise(10, 6), .12, .02))
    V = [(x, y, z) for y, z in path for x in xs]
    n = len(path)
    UV = [(u, 1 - s[i] / s[-1]) for i in range(n) for u in (0, 1)]
    o = obj(V, [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(n - 1)], m.m, "paper", UV)
    mod(o, "SOLIDIFY", thickness=.03, offset=1)
    return o


def turned(o, deg):
    a = math.radians(deg)
    return warp(o, lambda p: p @ np.array([[math.cos(a), math.sin(a), 0], [-math.sin(a), math.cos(a), 0], [0, 0, 1]]))


def flat(o, k):
    return warp(o, lambda p: p * [1, 1, k])


def wool(color, scale=.40):
    return textile("wool", color, image("knit", tile_knit(96, 4), True), scale, strength=.9, dist=.12, vary=.3, sheen=.6, dark=.38, fuzz=.2)


def ribbed(color, scale=.9, dark=.42):
    return textile("rib", color, image("rib", tile_rib(48, 4), True), scale, strength=1, dist=.15, sheen=.5, dark=dark)


def sweater(color, label, fine=False):
    """Lambswool, or merino in a finer stitch."""
    m = wool(color, .85) if fine else wool(color)
    o, z = folded(0, m, m, w=33, d=27, t=1.0, folds=3, seed=2, soft=.8)
    if fine:
        flat(o, .8)
    neckline(o, color, ribbed(color, 1.2 if fine else .9), 6.6, 9.6, 6.0, 2.4, 1.2 if fine else 1.5, label)
    fuzz(o, 24000 if fine else 45000, .14 if fine else .28, tuple(np.minimum(np.array(color) * 1.15, 1)), 2, radius=.05)
    return dict(size=2.05, yaw=20, cam=dict(elev=30))


def tee(color, label):
    m = textile("jersey", color, image("jersey", tile_knit(64, 8), True), .55, strength=.35, dist=.03, vary=.14, sheen=.2, dark=.84)
    o, z = folded(0, m, m, w=31, d=27, t=.9, folds=4, seed=5, soft=.9)
    flat(o, .52)
    neckline(o, color, ribbed(color, 2.2, .95), 7.6, 8.8, 5.4, 1.9, .8, label)
    thread = plain("thread", tuple(np.array(color) * .82), .9)
    t = np.linspace(math.radians(178), math.radians(362), 40)
    stitched(o, [(10.2 * math.cos(a), 7.6 + 6.8 * math.sin(a)) for a in t], thread, .36, .02, .03)
    return dict(size=2.05, yaw=20, cam=dict(elev=32))


def sweatshirt(color, label):
    m = textile("fleece", color, image("jersey", tile_knit(64, 8), True), .38, strength=.5, dist=.04, vary=.18, sheen=.35, dark=.76)
    o, z = folded(0, m, m, w=33, d=27, t=1.1, folds=3, seed=2, soft=.8)
    rib = ribbed(color, 1.0, .45)
    neckline(o, color, rib, 6.6, 9.6, 6.0, 2.4, 1.5, label)
    thread = plain("thread", tuple(np.array(color) * .75), .9)
    t = np.linspace(math.radians(178), math.radians(362), 40)
    for k in (0, .35):                                       # twin needle under the collar, and the V below it
        stitched(o, [((11.4 + k) * math.cos(a), 6.6 + (7.7 + k) * math.sin(a)) for a in t], thread, .34, .03, .04)
    for s in (-1, 1):
        stitched(o, [(s * 4.4, .0), (s * 2.2, -2.2), (0, -4.6)], thread, .34, .03, .045)
    return dict(size=2.05, yaw=20, cam=dict(elev=30))


def chinos(color):
    d = textile("twill", color, image("chino", tile_twill(20, 8), True), 1.0, strength=.5, dist=.03, vary=.22, sheen=.15, dark=.72)
    o, z = folded(0, d, d, w=24, d=33, t=.85, folds=4, seed=19, soft=.7)
    flat(o, .62)
    thread = plain("thread", tuple(np.array(color) * .7), .9)
    h = surface(o)
    # welt pocket with a button, waistband at the far edge, a belt loop
    welt = [drape(o, [(x, y) for x in np.linspace(-6.4, 6.4, 50)], lift) for y, lift in ((4.1, -.1), (4.0, .12), (3.4, .16), (2.8, .12), (2.7, -.1))]
    grid(np.array(welt), d, name="welt")
    stitched(o, [(-6.6, 4.4), (6.6, 4.4), (6.6, 2.4), (-6.6, 2.4), (-6.6, 4.4)], thread, .34, .04, .035)
    horn = plain("horn", (.10, .065, .04), .35, .1, 14, coat=.3)
    b = lathe(fillet([(0, .02), (.78, .02, .05), (.80, .20, .06), (.60, .22, .06), (.5, .16), (0, .15)], 5), horn, 48)
    b.location = (0, 1.2, h(0, 1.2) + .02)
    for x, y in ((-.16, .16), (.16, .16), (-.16, -.16), (.16, -.16)):
        q = lathe([(0, .0), (.075, 0), (.075, .03), (0, .03)], plain("thread2", (.5, .45, .36), .8), 16)
        q.location = (x, 1.2 + y, h(0, 1.2) + .17)
    band_ = [drape(o, [(x, y) for x in np.linspace(-11.6, 11.6, 60)], lift) for y, lift in ((15.6, -.2), (15.5, .26), (13.6, .30), (11.8, .26), (11.65, -.1))]
    grid(np.array(band_), d, name="waistband")
    for x in (-7.5, 7.0):
        loop = [(x, y, h(x, y) + lift) for y, lift in ((16.1, -.2), (15.9, .44), (13.6, .58), (11.2, .46), (10.9, .1))]
        sweep(spline(loop, 40), superellipse(.55, .11, 4, 20), d, up=(0, 0, 1))
    return dict(size=2.05, yaw=18, cam=dict(elev=34))


def jeans(color, patch):
    d = textile("denim", color, image("denim", tile_twill(16, 8), True), .95, strength=.7, dist=.04, vary=.55, sheen=.1, dark=.5, second=tuple(np.minimum(np.array(color) * 1.7 + .03, 1)))
    o, z = folded(0, d, d, w=24, d=33, t=.95, folds=4, seed=9, soft=.7)
    flat(o, .66)
    copper = plain("thread", (.52, .27, .09), .8)
    h = surface(o)
    # back pocket: a second layer with a point, double stitched
    P = [(-7.2, 3.5), (7.2, 3.9), (7.0, -9.5), (.0, -12.8), (-6.9, -9.6)]
    inside_ = np.array(fillet([(x, y, .8) for x, y in P], 6, True))
    c = inside_.mean(0)
    dense = spline(inside_, 160, True)
    rows = [drape(o, c + (dense - c) * k, lift) for k, lift in ((.78, -.08), (.84, .08), (.90, .16), (.97, .20), (1.0, .12), (1.006, -.1))]
    grid(rows, d, close_v=True, cap=False, name="pocket")
    for k in (.955, .90):
        edge = c + (dense - c) * k
        stitched(o, np.concatenate([edge, edge[:1]]), copper, .36, .26, .055)
    # waistband at the far edge with the leather patch, belt loops
    band_ = [drape(o, [(x, y) for x in np.linspace(-11.6, 11.6, 60)], lift) for y, lift in ((15.6, -.2), (15.5, .30), (13.6, .34), (11.8, .30), (11.65, -.1))]
    grid(np.array(band_), d, name="waistband")
    for y in (15.0, 12.1):
        stitched(o, [(x, y) for x in np.linspace(-11.4, 11.4, 30)], copper, .36, .34, .055)
    if patch:
        pz = max(h(x, 13.6) for x in (2, 5, 8)) + .42
        s = sheet(7.0, 4.6, picture(patch, .6))
        mod(s, "SOLIDIFY", thickness=.16)
        move(s, (5.2, 13.2, pz), (-1, 0, 1))
    for x in (-6.5,):
        loop = [(x, y, h(x, y) + lift) for y, lift in ((16.1, -.2), (15.9, .5), (13.6, .66), (11.2, .52), (10.9, .1))]
        sweep(spline(loop, 40), superellipse(.72, .13, 4, 20), d, up=(0, 0, 1))
    return dict(size=2.05, yaw=18, cam=dict(elev=34))


def socks(colors, art):
    made, z = [], 0.0
    for k, c in enumerate(colors):
        m = textile(f"sock{k}", c, image("sockrib", tile_rib(48, 4), True), .62, strength=1, dist=.14, vary=.2, sheen=.5, dark=.45, rot=math.pi / 2)
        o, _ = folded(0, m, m, w=10.2, d=23, t=.95, folds=4, seed=k + 31, soft=.45)
        flat(o, .80)
        low, high = extent([o])
        warp(o, lambda p, up=z - low[2]: p + [0, 0, up])
        z += (high[2] - low[2]) * .97
        turned(o, (1.5, -2.0)[k % 2])
        fuzz(o, 16000, .20, tuple(np.minimum(np.array(c) * 1.2, 1)), k, radius=.05)
        made.append(o)
    if art:
        belt_band(made, art)
    return dict(size=1.7, yaw=58, cam=dict(elev=26))


def belt_band(made, art, wide=7.0):
    """The paper goes across the short side: turn the pile, wrap it, turn it back."""
    for o in made:
        warp(o, lambda p: np.stack([-p[:, 1], p[:, 0], p[:, 2]], 1))
    band_ = paper_band(made, art, wide)
    for o in (*made, band_):
        warp(o, lambda p: np.stack([p[:, 1], -p[:, 0], p[:, 2]], 1))


def scarf(color, edge):
    mat = textile("lambswool", color, image("herringbone", tile_herringbone(), True), .5, strength=.7, dist=.07, vary=.25, sheen=.6, dark=.68, fuzz=.3)
    o, z = folded(0, mat, mat, w=21, d=30, t=1.05, folds=4, seed=14, soft=.8)
    fuzz(o, 26000, .30, tuple(np.minimum(np.array(color) * 1.1, 1)), 3, radius=.05)
    yarn = textile("yarn", edge or color, image("yarn", tile_twill(16, 4), True), 2.0, strength=.8, dist=.04)
    low, high = extent([o])
    fringe(yarn, 20.0, high[2] - .75, -15 + 1.5, 5.0, 20)
    return dict(size=1.95, yaw=26, cam=dict(elev=24))


def build(kind="sweater", color=(.4, .3, .2), colors=None, edge=None, label=None, band=None, backdrop="paper", **own):
    """`label`: woven label, 920 x 460. `band`: paper band of the socks, 700 x 2400. For jeans `label` is the leather patch, 700 x 460."""
    made = dict(sweater=lambda: sweater(color, label), merino=lambda: sweater(color, label, True), sweatshirt=lambda: sweatshirt(color, label), chinos=lambda: chinos(color), tee=lambda: tee(color, label), jeans=lambda: jeans(color, label), socks=lambda: socks(colors or (color,) * 2, band), scarf=lambda: scarf(color, edge))[kind]()
    made.update({k: v for k, v in own.items() if k in ("yaw", "size")})
    return dict(backdrop=backdrop, **made)
