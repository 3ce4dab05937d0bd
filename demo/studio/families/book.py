"""Books and paper goods: hardcover in its printed jacket, paperback, notebook with an elastic, ledger on a wire spine. They stand, front to -y."""
from kit import *


def leaves(tone=(.78, .74, .65)):
    """The edge of a block of paper, a line to a gathering."""
    m = Mat("pages", spec=.1, rough=.9)
    y = m.n("SeparateXYZ", {"Vector": m.coords()}).outputs[1]
    across = m.n("CombineXYZ", {"X": m.math("MULTIPLY", m.noise(.2, 1), .6), "Y": m.math("MULTIPLY", y, 60.0), "Z": 0.0}).outputs[0]
    lines = m.n("TexNoise", {"Vector": across, "Scale": 1.0, "Detail": 3}).outputs["Fac"]
    t = np.array(tone)
    m.set(color=m.ramp(lines, [(.32, tuple(t * .66)), (.5, tuple(t * .95)), (.7, tuple(np.minimum(t * 1.03, 1)))]), normal=m.bump(lines, .5, .03))
    return m.m


def wrapped(line, rows, u, mat, thickness, name="jacket"):
    """One printed sheet bent round back, spine and front: `line` in plan, `rows` up, `u` across the print."""
    n, m, h = len(line), len(rows), rows[-1]
    sheet_ = obj([(x, y, z) for x, y in line for z in rows], [(i * m + k, (i + 1) * m + k, (i + 1) * m + k + 1, i * m + k + 1) for i in range(n - 1) for k in range(m - 1)], mat, name, [(u[i], z / h) for i in range(n) for z in rows])
    mod(sheet_, "SOLIDIFY", thickness=thickness, offset=-1)
    bevel(sheet_, .05 if thickness > .1 else .01, 3, 50)
    sheet_.data.use_auto_smooth, sheet_.data.auto_smooth_angle = True, math.radians(50)
    return sheet_


def paper(path, gloss):
    m = Mat("jacket", spec=.35, coat=.12 + gloss, coat_rough=.35 - gloss * .5)
    m.set(color=m.tex(bpy.data.images.load(path), 1, ext="EXTEND"), rough=.48, normal=m.bump(m.noise(5, 6), .06, .03))
    return m.m


def across(line, w, t, first, last):
    """Where each point of the line lies in a print of back, spine (thickness less 4 mm) and front."""
    lens = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(np.array(line), axis=0), axis=1))])
    s = t - .4
    return np.interp(lens, [0, lens[first], lens[last], lens[-1]], [0, w / (2 * w + s), (w + s) / (2 * w + s), 1])


def hardcover(jacket_art, w, h, t, gloss):
    b = .28
    back = [(w * (1 - s), t / 2) for s in np.linspace(0, 1, 30)]
    spine = [(-.18 * math.sin(math.pi * s) - .05, t / 2 - t * s) for s in np.linspace(0, 1, 16)]
    front = [(w * s, -t / 2) for s in np.linspace(0, 1, 30)]
    groove = lambda x: .09 * math.exp(-((x - .75) / .22) ** 2)
    line = [(x, y - groove(x)) for x, y in back[:-1]] + spine + [(x, y + groove(x)) for x, y in front[1:]]
    wrapped(line, np.linspace(0, h, 24), across(line, w, t, 29, 44), paper(jacket_art, gloss), b)
    box(w - .45, t - 2 * b - .06, h - .7, leaves(), (w / 2 - .12, 0, .35), r=.03, seg=2)
    hb = plain("headband", (.62, .22, .15), .8, .5, 40)
    tube([(.12, y, h - .36) for y in np.linspace(-t / 2 + b, t / 2 - b, 8)], .11, hb)


def paperback(jacket_art, w, h, t, gloss):
    """Thin card, square spine, cover flush with the pages; the front stands off a little, as if it had been opened."""
    c = .045
    lift = lambda x: .16 * max(x / w - .2, 0) ** 2
    crease = lambda x: .03 * math.exp(-((x - .55) / .09) ** 2)
    back = [(w * (1 - s), t / 2) for s in np.linspace(0, 1, 30)]
    spine = [(0, t / 2 - t * s) for s in np.linspace(0, 1, 8)][1:-1]
    front = [(w * s, -t / 2 - lift(w * s) + crease(w * s)) for s in np.linspace(0, 1, 40)]
    line = back + [(-.02, y) for _, y in spine] + front
    wrapped(line, np.linspace(0, h, 24), across(line, w, t, 29, 36), paper(jacket_art, gloss), c, "cover")
    box(w - .06, t - 2 * c - .02, h - .04, leaves((.76, .70, .60)), (w / 2 - .02, 0, .02), r=.02, seg=1)


def notebook(color, w, h, t, mark):
    """Cloth over soft boards with round corners and an elastic."""
    cloth = textile("cloth", color, image("cloth", tile_plain(16, 8), True), 1.7, strength=.5, dist=.015, dark=.72, sheen=.15, vary=.12)
    for y in (t / 2, -t / 2 + .17):
        facing(slab(w, h, .17, cloth, r=.7, edge=.07), (w / 2, y, h / 2))
    facing(slab(w - .35, h - .35, t - .3, leaves((.80, .77, .69)), r=.55, edge=.03), (w / 2 - .08, t / 2 - .15, h / 2))
    spine = [(x, y) for x, y in [(.75, -t / 2 + .02)] + [(.12 - .30 * math.sin(a), -t / 2 * math.cos(a)) for a in np.linspace(0, math.pi, 20)] + [(.75, t / 2 - .02)]]
    n = 20
    zs = np.linspace(.03, h - .03, n)
    o = obj([(x, y, z) for x, y in spine for z in zs], [(i * n + k, (i + 1) * n + k, (i + 1) * n + k + 1, i * n + k + 1) for i in range(len(spine) - 1) for k in range(n - 1)], cloth, "spine", [(i * .12, z) for i in range(len(spine)) for z in zs])
    mod(o, "SOLIDIFY", thickness=.12, offset=0)
    band_ = textile("elastic", tuple(np.array(color) * .45), image("rib", tile_rib(16, 4), True), 2.2, strength=.6)
    x = w - 1.6
    loop = spline([(x, -t / 2 - .03, .3), (x, -t / 2 - .03, h * .5), (x, -t / 2 - .03, h - .3), (x, -t / 2 + .1, h + .04), (x, 0, h + .05), (x, t / 2 - .1, h + .04), (x, t / 2 + .03, h - .3), (x, t / 2 + .03, h * .5), (x, t / 2 + .03, .3), (x, t / 2 - .1, -.04), (x, 0, -.05), (x, -t / 2 + .1, -.04)], 160, True)
    sweep(loop, superellipse(.32, .05, 4, 20), band_, up=(1, 0, 0), closed=True)
    if mark:
        facing(sheet(3.6, .9, ink(mark, tuple(np.minimum(np.array(color) * 3 + .10, .9)), .35)), (w / 2, -t / 2 - .006, 1.6))


def ledger(jacket_art, w, h, t):
    """Two printed boards on a wire spine."""
    card = paper(jacket_art, 0)
    for y, front in ((-t / 2 + .12, True), (t / 2, False)):
        o = facing(slab(w, h, .12, card if front else plain("board", (.35, .32, .26), .8), r=.5, edge=.04), (w / 2 + .35, y, h / 2))
        for lo in o.data.loops:
            c = o.data.vertices[lo.vertex_index].co
            o.data.uv_layers["uv"].data[lo.index].uv = (c.x / w + .5, c.y / h + .5)
    facing(slab(w - .2, h - .2, t - .3, leaves((.80, .77, .69)), r=.4, edge=.02), (w / 2 + .35, t / 2 - .15, h / 2))
    wire = metal("wire", (.16, .16, .165), .3)
    for k in range(int(h / .62)):
        z = .7 + k * .62
        if z > h - .55:
            break
        for e in (-.075, .075):
            ring = [(.72 * math.cos(a) - .05, (t / 2 + .16) * math.sin(a), z + e) for a in np.linspace(0, 2 * math.pi, 40, endpoint=False)]
            tube(ring, .05, wire, 8, closed=True, up=(0, 0, 1))


def build(jacket_art=None, kind="hardcover", color=(.1, .1, .1), w=14.0, h=21.0, t=2.6, gloss=0, mark=None, size=2.0, yaw=27, elev=14, backdrop="fog"):
    """`jacket_art`: one printed sheet of back, spine (t less 4 mm) and front."""
    if kind == "hardcover":
        hardcover(jacket_art, w, h, t, gloss)
    elif kind == "paperback":
        paperback(jacket_art, w, h, t, gloss)
    elif kind == "notebook":
        notebook(color, w, h, t, mark)
    else:
        ledger(jacket_art, w, h, t)
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))
