"""Balls: panels, seams and lacing are worked out from the direction of each point of a sphere."""
from kit import *

GOLD = (1 + 5 ** .5) / 2


def unit(v):
    v = np.asarray(v, float)
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def turn(rot):
    """Matrix of rotations around x, y and z, in degrees."""
    a, b, c = np.radians(rot)
    X = np.array([[1, 0, 0], [0, math.cos(a), -math.sin(a)], [0, math.sin(a), math.cos(a)]])
    Y = np.array([[math.cos(b), 0, math.sin(b)], [0, 1, 0], [-math.sin(b), 0, math.cos(b)]])
    Z = np.array([[math.cos(c), -math.sin(c), 0], [math.sin(c), math.cos(c), 0], [0, 0, 1]])
    return Z @ Y @ X


# A cover is a function of directions (n x 3): distance to the nearest seam (radians), colour number, length along the seam.

def truncated_icosahedron(d):
    """12 pentagons (colour 1) and 20 hexagons (colour 0)."""
    five = unit([p for s in (1, -1) for t in (GOLD, -GOLD) for p in ((0, s, t), (s, t, 0), (t, 0, s))])
    near = five @ five.T > .4
    six = unit([five[i] + five[j] + five[k] for i in range(12) for j in range(i) for k in range(j) if near[i, j] and near[j, k] and near[i, k]])
    c = np.concatenate([five / 2.327, six / 2.267])
    s = d @ c.T
    best = np.argsort(-s, 1)[:, :2]
    row = np.arange(len(d))
    gap = (s[row, best[:, 0]] - s[row, best[:, 1]]) / np.linalg.norm(c[best[:, 0]] - c[best[:, 1]], axis=1)
    return gap, (best[:, 0] < 12).astype(int), gap * 0


def eighteen(d):
    """Three strips on each side of a cube: the outer ones colour 1 and 2, the middle one 0."""
    a = np.abs(d)
    ax = np.argmax(a, 1)
    row = np.arange(len(d))
    big = a[row, ax]
    u = np.arctan(d[row, (ax + 1) % 3] / big) * 4 / math.pi
    v = np.arctan(d[row, (ax + 2) % 3] / big) * 4 / math.pi
    strip = np.floor((np.clip(v, -.999, .999) + 1) * 1.5).astype(int)
    edge = np.minimum(1 - np.abs(v), np.minimum(1 - np.abs(u), np.abs(np.abs(v) - 1 / 3)))
    return edge * math.pi / 4, np.array([1, 0, 2])[strip], u


def eight(d):
    """Basketball: two great circles and two bowed rings."""
    theta = np.arccos(np.clip(np.abs(d[:, 0]), 0, 1))
    side = d[:, 1] ** 2 + d[:, 2] ** 2 + 1e-9
    ring = math.radians(53) + math.radians(9) * (d[:, 1] ** 2 - d[:, 2] ** 2) / side
    return np.minimum(np.abs(theta - ring), np.arcsin(np.minimum(np.abs(d[:, 0]), np.abs(d[:, 2])).clip(0, 1))), np.zeros(len(d), int), theta


def tennis(d):
    t = np.linspace(0, 2 * math.pi, 360, endpoint=False)
    c = np.stack([.75 * np.cos(t) + .25 * np.cos(3 * t), .75 * np.sin(t) - .25 * np.sin(3 * t), .866 * np.sin(2 * t)], 1)
    best = np.concatenate([(q @ c.T).max(1) for q in np.array_split(d, 40)])
    return np.arccos(np.clip(best, -1, 1)), np.zeros(len(d), int), best * 0


def gores(count, cap=0, colours=(0,)):
    """Slices between two poles on the x axis, with round caps if `cap` (radians)."""
    def cover(d):
        phi = np.arctan2(d[:, 2], d[:, 1]) + math.pi / count
        r = np.hypot(d[:, 1], d[:, 2])
        k = phi * count / (2 * math.pi)
        seam = np.abs(k - np.round(k)) * 2 * math.pi / count * r
        pole = np.arccos(np.clip(np.abs(d[:, 0]), 0, 1))
        tint = np.array(colours)[np.floor(k).astype(int) % len(colours)]
        if cap:
            seam = np.where(pole < cap, cap - pole, np.minimum(seam, pole - cap))
            tint = np.where(pole < cap, max(colours) + 1, tint)
        return seam, tint, np.where(np.abs(pole - cap) < .12, phi, pole) if cap else pole
    return cover


def skin(r, cover, rot=(0, 0, 0), groove=.1, width=.12, puff=0, fine=7, stretch=(1, 1, 1)):
    """A sphere whose points carry `seam` (cm to the nearest seam), `along` and `panel`."""
    b = bmesh.new()
    bmesh.ops.create_icosphere(b, subdivisions=fine, radius=1)
    me = bpy.data.meshes.new("ball")
    b.to_mesh(me)
    b.free()
    n = len(me.vertices)
    co = np.empty(n * 3, np.float32)
    me.vertices.foreach_get("co", co)
    d = unit(co.reshape(-1, 3))
    M = turn(rot)
    seam, panel, along = cover(d @ M)     # rows times M = inverse rotation of the direction
    seam = seam * r
    h = -groove * np.exp(-(seam / width) ** 2) + puff * (1 - np.exp(-(seam / (r * .12)) ** 1.2))
    p = d * (r + h)[:, None] * np.array(stretch)
    me.vertices.foreach_set("co", p.astype(np.float32).ravel())
    for name, v in (("seam", seam), ("along", along * r), ("panel", panel)):
        me.attributes.new(name, "FLOAT", "POINT").data.foreach_set("value", np.asarray(v, np.float32))
    me.polygons.foreach_set("use_smooth", np.ones(len(me.polygons), bool))
    me.update()
    return put(bpy.data.objects.new("ball", me))


def attr(m, name):
    return m.n("Attribute", attribute_name=name).outputs["Fac"]


def tinted(m, colours):
    """One colour a panel number."""
    c = m.n("RGB").outputs[0]
    c.default_value = (*colours[0], 1)
    for k, other in enumerate(colours[1:], 1):
        c = m.mix(m.math("GREATER_THAN", attr(m, "panel"), k - .5), c, other)
    return c


def stamp(m, base, path, ink, width, ratio, at=(0, 0), front=True):
    """Black on white print seen from the front (-y), `width` cm wide, its middle at `at`."""
    x = m.n("SeparateXYZ", {"Vector": m.coords()})
    u = m.math("ADD", m.math("DIVIDE", m.math("SUBTRACT", x.outputs[0], at[0]), width), .5)
    v = m.math("ADD", m.math("DIVIDE", m.math("SUBTRACT", x.outputs[2], at[1]), width / ratio), .5)
    t = m.n("TexImage", {"Vector": m.n("CombineXYZ", {0: u, 1: v}).outputs[0]}, image=bpy.data.images.load(path), extension="CLIP", interpolation="Cubic")
    lum = m.n("SeparateColor", {"Color": t.outputs["Color"]}).outputs[0]
    here = m.math("MULTIPLY", t.outputs["Alpha"], m.math("SUBTRACT", 1.0, lum, True))
    side = m.math("LESS_THAN", x.outputs[1], 0.0) if front else m.math("GREATER_THAN", x.outputs[1], 0.0)
    return m.mix(m.math("MULTIPLY", here, side), base, ink)


def cells(m, scale):
    return m.n("TexVoronoi", {"Vector": m.coords(), "Scale": float(scale), "Randomness": 1.0}, feature="SMOOTH_F1").outputs["Distance"]


def soil(m, c, k=.86):
    """Dye and wear are never even."""
    return m.mix(m.ramp(m.noise(.28, 5), [(.35, (0, 0, 0)), (.72, (1, 1, 1))]), c, m.mix(1.0, c, (k, k, k), "MULTIPLY"))


def football(colours, mark, r=11.0, rot=(12, 20, 8)):
    o = skin(r, truncated_icosahedron, rot, .16, .17, .10, fine=8)
    m = Mat("panels", spec=.4, coat=.25, coat_rough=.25)
    c = tinted(m, colours)
    if mark:
        c = stamp(m, c, mark, colours[1], 5.4, 2.4, (2.6, -.5))
    seam = m.ramp(m.math("MULTIPLY", attr(m, "seam"), 1.0), [(.05, (.16, .155, .15)), (.17, (1, 1, 1))])
    grain = m.bump(cells(m, 7), .12, .03)
    m.set(color=m.mix(1.0, soil(m, c, .93), seam, "MULTIPLY"), rough=.42, normal=m.bump(m.noise(.9, 4), .10, .12, grain))
    o.data.materials.append(m.m)


def basketball(colours, mark, r=12.1, rot=(14, 8, 24)):
    o = skin(r, eight, rot, .16, .26)
    m = Mat("rubber", spec=.35)
    pebble = cells(m, 3.6)
    flat = m.ramp(attr(m, "seam"), [(.24, (0, 0, 0)), (.40, (1, 1, 1))])
    c = soil(m, colours[0], .80)
    c = m.mix(1.0, c, m.ramp(pebble, [(.15, (1.06, 1.06, 1.06)), (.62, (.74, .72, .70))]), "MULTIPLY")
    if mark:
        c = stamp(m, c, mark, colours[1], 7.0, 2.4, (1.25, 6.3))
    lift = m.math("MULTIPLY", m.math("SUBTRACT", 1.0, pebble), flat)
    m.set(color=m.mix(m.ramp(attr(m, "seam"), [(.25, (1, 1, 1)), (.32, (0, 0, 0))]), c, colours[1]), rough=.52, normal=m.bump(lift, .55, .12))
    o.data.materials.append(m.m)


def volleyball(colours, mark, r=10.5, rot=(18, -24, 30)):
    o = skin(r, eighteen, rot, .15, .15, .14, fine=8)
    m = Mat("panels", spec=.35, sheen=.2)
    c = tinted(m, colours)
    if mark:
        c = stamp(m, c, mark, colours[-1], 5.6, 2.4, (0.4, .8))
    seam = m.ramp(attr(m, "seam"), [(.05, (.20, .19, .18)), (.18, (1, 1, 1))])
    m.set(color=m.mix(1.0, soil(m, c, .92), seam, "MULTIPLY"), rough=.55, normal=m.bump(m.noise(.8, 4), .12, .15, m.bump(cells(m, 6), .25, .03)))
    o.data.materials.append(m.m)


def stitches(m, c, thread, pitch=.62, at=.42):
    """Two rows of thread beside each seam."""
    row = m.math("LESS_THAN", m.math("ABSOLUTE", m.math("SUBTRACT", attr(m, "seam"), at)), .075)
    dash = m.math("GREATER_THAN", m.math("SINE", m.math("MULTIPLY", attr(m, "along"), 2 * math.pi / pitch)), -.25)
    on = m.math("MULTIPLY", row, dash)
    return m.mix(on, c, thread), on


def medicine(colours, mark, r=14.0, rot=(0, 62, 28), thread=(.62, .52, .38)):
    o = skin(r, gores(8, .42, (0, 0)), rot, .30, .28, .30, fine=8)
    m = Mat("hide", spec=.45)
    v = m.n("TexVoronoi", {"Vector": m.coords(), "Scale": 3.4, "Randomness": 1.0}, feature="DISTANCE_TO_EDGE").outputs["Distance"]
    hide = m.ramp(v, [(0, (0, 0, 0)), (.09, (1, 1, 1))])
    c = soil(m, tinted(m, colours), .62)
    c = m.mix(1.0, c, m.ramp(m.noise(2.4, 5), [(.3, (.84, .82, .8)), (.7, (1.08, 1.08, 1.08))]), "MULTIPLY")
    c = m.mix(1.0, c, m.ramp(attr(m, "seam"), [(.05, (.35, .33, .3)), (.35, (1, 1, 1))]), "MULTIPLY")
    c, on = stitches(m, c, thread)
    big = m.bump(m.noise(.5, 5), .35, .6)
    m.set(color=c, rough=m.ramp(m.noise(.6, 4), [(.3, (.40,) * 3), (.7, (.58,) * 3)]), normal=m.bump(on, .9, .10, m.bump(hide, .28, .04, big)))
    o.data.materials.append(m.m)
    warp(o, lambda p: p * [1, 1, .965])


def rugby(colours, mark, r=9.4, rot=(-10, 0, 0)):
    long = 1.50
    o = skin(r, gores(4, 0, (0, 1)), rot, .14, .16, .12, stretch=(1, 1, 1))
    # a slightly pointed ellipsoid instead of a sphere
    warp(o, lambda p: np.stack([p[:, 0] * long * (1 + .035 * (p[:, 0] / r) ** 2), p[:, 1], p[:, 2]], 1))
    m = Mat("grip", spec=.35)
    dots = m.n("TexVoronoi", {"Vector": m.coords(), "Scale": 3.4, "Randomness": .35}).outputs["Distance"]
    c = soil(m, tinted(m, colours), .9)
    if mark:
        c = stamp(m, c, mark, colours[-1], 11, 2.4, (0, .9))
    c = m.mix(1.0, c, m.ramp(attr(m, "seam"), [(.03, (.34, .32, .3)), (.17, (1, 1, 1))]), "MULTIPLY")
    m.set(color=c, rough=.6, normal=m.bump(m.ramp(dots, [(.12, (1, 1, 1)), (.34, (0, 0, 0))]), .5, .06, m.bump(m.noise(.8, 4), .1, .1)))
    o.data.materials.append(m.m)


def felt_ball(at, color, rot, r=3.3, seed=1):
    o = skin(r, tennis, rot, .07, .10, fine=6)
    m = Mat("felt", rough=.95, sheen=.8, spec=.05)
    c = m.mix(m.noise(1.6, 5), color, tuple(np.array(color) * .78))
    m.set(color=m.mix(m.ramp(attr(m, "seam"), [(.10, (1, 1, 1)), (.17, (0, 0, 0))]), c, (.80, .78, .70)), normal=m.bump(m.noise(7, 5), .5, .08))
    o.data.materials.append(m.m)
    o.location = (*at[:2], r - .03 + (at[2] if len(at) > 2 else 0))
    fuzz(o, 24000, .13, tuple(np.minimum(np.array(color) * 1.1, 1)), seed, radius=.03)


def tennis_balls(colours):
    for k, (at, rot) in enumerate((((-4.1, 0), (20, 15, 40)), ((3.0, -2.4), (70, 20, 10)), ((.6, 4.3), (10, 80, 20)))):
        felt_ball(at, colours[0], rot, seed=k + 1)


def boules(colours):
    steel = Mat("steel", color=(.56, .55, .53), metal=1)
    wear = steel.noise(.9, 6)
    scratch = steel.n("TexNoise", {"Vector": steel.n("Mapping", {"Vector": steel.coords(), "Scale": (1, 9, 30)}).outputs[0], "Scale": 1.6, "Detail": 4}).outputs["Fac"]
    steel.set(rough=steel.ramp(wear, [(.35, (.22,) * 3), (.7, (.40,) * 3)]), normal=steel.bump(scratch, .12, .02, steel.bump(steel.noise(2.2, 5), .12, .05)))
    for at, rot, rings in (((-4.6, .4), (24, -34, 0), 2), ((3.6, -2.6), (70, 20, 0), 1), ((2.0, 5.6), (-30, 12, 0), 3)):
        r, pts = 3.7, []
        lines = [(k - (rings - 1) / 2) * .42 for k in range(rings)]
        for a in np.linspace(-math.pi / 2, math.pi / 2, 420):
            z = r * math.sin(a)
            cut = sum(.10 * math.exp(-((z - q) / .06) ** 2) for q in lines)
            pts.append(((r - cut) * math.cos(a) + 1e-5, (r - cut) * math.sin(a)))
        move(lathe(pts, steel.m, 160), (*at, r), rot)
    jack = wood("box", colours[0], tuple(np.array(colours[0]) * .72), .5, .5)
    move(lathe([(1.5 * math.cos(a) + 1e-5, 1.5 * math.sin(a)) for a in np.linspace(-math.pi / 2, math.pi / 2, 60)], jack, 80), (-1.0, -5.2, 1.5), (50, 20, 0))


KINDS = dict(football=football, basketball=basketball, volleyball=volleyball, medicine=medicine, rugby=rugby)


def build(kind="football", colours=((.8, .78, .73), (.05, .06, .08)), mark=None, rot=None, yaw=0, elev=13, size=1.5, backdrop="paper"):
    """`mark`: a printed sheet of 960 x 400, black on white."""
    if kind == "boules":
        boules(colours)
    elif kind == "tennis":
        tennis_balls(colours)
    else:
        KINDS[kind](colours, mark, **({"rot": rot} if rot else {}))
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))
