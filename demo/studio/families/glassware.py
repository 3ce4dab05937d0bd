"""Blown and pressed glass: wine glass, tumbler, carafe and storage jar with a wooden lid."""
from kit import *

CLEAR = (.97, .985, .98)

#: Outer profiles in cm, from the foot's edge up to the lip: (radius, height, corner radius).
STEM = [(0, .08), (3.2, 0, .1), (3.55, .06, .05), (3.5, .2, .1), (1.4, .42, 1.2), (.46, 1.3, 1.4), (.34, 4, 2), (.34, 8.6, 1.5), (.7, 9.9, .8)]


def thin(name="thin", edge=(.46, .51, .50)):
    """Blown wall: no refraction to speak of, mirrors and darkens where it is seen edge-on. Much less noise than solid glass."""
    m = Mat(name)
    facing = m.n("LayerWeight", {"Blend": .5}).outputs["Facing"]
    clear = m.n("BsdfTransparent", {"Color": m.mix(m.math("POWER", facing, 2.6), (.985, .99, .988), edge)})
    shine = m.n("BsdfGlossy", {"Color": (1, 1, 1), "Roughness": .02})
    fac = m.math("ADD", .022, m.math("MULTIPLY", m.math("POWER", facing, 5.0), .75))
    mx = m.n("MixShader", {0: fac})
    m.nt.links.new(clear.outputs[0], mx.inputs[1])
    m.nt.links.new(shine.outputs[0], mx.inputs[2])
    m.nt.links.new(mx.outputs[0], m.nt.nodes["Material Output"].inputs[0])
    return m.m


def wine_glass(wine=None, level=.42):
    bowl = spline([(.7, 9.9), (2.2, 10.6), (3.75, 12.6), (4.25, 15.2), (3.95, 18.4), (3.25, 22.4)], 70)
    tan = np.gradient(bowl, axis=0)
    nor = np.stack([-tan[:, 1], tan[:, 0]], 1) / np.linalg.norm(tan, axis=1, keepdims=True)
    inner = (bowl + nor * .11)[4:]
    inner = inner[inner[:, 0] > .3]
    profile = fillet(STEM, 8)[:-1] + [tuple(p) for p in bowl] + [((bowl[-1][0] + inner[-1][0]) / 2, bowl[-1][1] + .06)] + [tuple(p) for p in inner[::-1]] + [(0, inner[0][1] - .06)]
    made = [lathe(profile, thin(), 128)]
    # Solid glass vanishes before bright paper; a thin wall darkens at its edges.
    made[0].data.materials.append(thin("stem", (.07, .09, .088)))
    for p in made[0].data.polygons:
        p.material_index = int(.8 < p.center.z < 10.2)
    if wine:
        top = 10.4 + (22.4 - 10.4) * level
        line = [p for p in inner if p[1] < top]
        m = Mat("wine", color=tuple(c * .45 for c in wine), rough=.02, spec=.12)  # too dark to see through
        made.append(lathe([(0, inner[0][1] - .04)] + [(p[0] + .015, p[1]) for p in line] + [(line[-1][0] - .06, top - .02), (0, top - .02)], m.m, 128))
    return made


def cylinder(g, r, h, t=.22, base=.8, taper=1.0, lip=.1):
    """Straight glass with a thick base; `taper` is the foot's share of the lip's radius."""
    out = fillet([(0, .12), (r * taper * .8, .1, .2), (r * taper * .88, 0, .1), (r * taper, 0, .35), (r, h, 0)], 10)
    inn = fillet([(r - t, h), (r * taper - t, base, .7), (0, base)], 12)
    edge = [(r - t / 2 + t / 2 * math.cos(a), h + t / 2 * math.sin(a)) for a in np.linspace(.2, math.pi - .2, 7)]
    return lathe(out + edge + inn, g, 128)


def tumbler(g, r=3.8, h=8.6, t=.2, base=1.0, taper=.9, level=None):
    """Tapered tumbler with water up to `level`, a share of its height."""
    made = [cylinder(g, r, h, t, base, taper)]
    if level:
        low, z = r * taper - t, h * level
        top = low + (r - t - low) * (z - base) / (h - base)
        m = Mat("water", color=(.95, .98, .98), trans=1, rough=0, ior=1.33)
        made.append(lathe(fillet([(0, base - .01), (low + .01, base - .01, .7), (top + .01, z, .04), (0, z)], 12), m.m, 128))
    return made


def carafe(g, fill=.62):
    out = spline([(4.6, .5), (5.3, 1.4), (5.55, 5.2), (5.1, 10.5), (3.3, 15.4), (2.35, 18.6), (2.45, 21.6), (3.0, 24.0)], 90)
    tan = np.gradient(out, axis=0)
    nor = np.stack([-tan[:, 1], tan[:, 0]], 1) / np.linalg.norm(tan, axis=1, keepdims=True)
    inn = (out + nor * .2)
    inn = inn[inn[:, 1] > .9]
    base = fillet([(0, .25), (3.4, .2, .3), (3.8, 0, .15), (4.4, .1, .4)], 8)
    lip = [tuple((out[-1] + inn[-1]) / 2 + (0, .1))]
    made = [lathe(base + [tuple(p) for p in out] + lip + [tuple(p) for p in inn[::-1]] + [(inn[0][0] - .5, .82), (0, .8)], g, 144)]
    if fill:
        top = 24 * fill
        line = [p for p in inn if p[1] < top]
        m = Mat("water", color=(.95, .98, .98), trans=1, rough=0, ior=1.33)
        made.append(lathe([(0, .79), (line[0][0] - .48, .81)] + [(p[0] + .012, p[1]) for p in line] + [(line[-1][0] - .05, top), (0, top)], m.m, 128))
    return made


def beans(r, low, high, size, color, seed=1, long=1.35, variety=.25):
    """Dry goods heaped against the wall of a jar; only the grains that can be seen are there."""
    rng = np.random.default_rng(seed)
    m = Mat("beans", rough=.5, spec=.35)
    dye = m.n("Attribute", attribute_name="dye").outputs["Color"]
    m.set(color=m.mix(m.n("SeparateColor", {"Color": dye}).outputs[0], tuple(np.array(color) * (1 - variety * 1.6)), tuple(np.minimum(np.array(color) * (1 + variety), 1))))
    lat, lon = 7, 10
    ball = np.array([(math.sin(math.pi * i / lat) * math.cos(2 * math.pi * j / lon), math.sin(math.pi * i / lat) * math.sin(2 * math.pi * j / lon), math.cos(math.pi * i / lat)) for i in range(lat + 1) for j in range(lon)])
    quads = [(i * lon + j, i * lon + (j + 1) % lon, (i + 1) * lon + (j + 1) % lon, (i + 1) * lon + j) for i in range(lat) for j in range(lon)]
    V, F, D = [], [], []
    z, row = low + size, 0
    step = size * 1.45
    while z < high:
        last = z + step >= high
        rings = np.arange(r - size * 1.02, 0 if last else r - size * 4.2, -step)
        for k, radius in enumerate(rings):
            if radius < size:
                continue
            for a in np.arange(0, 2 * math.pi, step * 1.16 / radius):
                q = a + row * .4 + rng.uniform(-.12, .12) * size / max(radius, 1)
                c = (radius * math.cos(q), radius * math.sin(q), z + rng.uniform(-.25, .25) * size + (rng.uniform(0, .5) * size if last else 0))
                turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
                s = size * rng.uniform(.88, 1.08)
                p = (ball * [s * long, s * .95, s * .8]) @ turn.T + c
                rad = np.linalg.norm(p[:, :2], axis=1)
                p[:, :2] *= np.minimum(1, (r - .03) / np.maximum(rad, .01))[:, None]
                p[:, 2] = np.maximum(p[:, 2], low + .02)
                F += [tuple(i + len(V) for i in f) for f in quads]
                V += p.tolist()
                D += [rng.uniform()] * len(p)
        z += step * .92
        row += 1
    o = obj(V, F, m.m, "beans")
    layer = o.data.color_attributes.new("dye", "FLOAT_COLOR", "POINT")
    layer.data.foreach_set("color", np.repeat(np.array(D, np.float32)[:, None], 4, 1).ravel())
    return o


def jar(r, h, grain=None, size=.42, level=.74, lid=((.50, .33, .19), (.36, .21, .11)), seed=1):
    made = [cylinder(thin(), r, h, .24, .6, 1.0)]
    oak = wood("lid", *lid, scale=.3, rough=.5, along=0)
    seal = Mat("seal", color=(.72, .72, .70), rough=.5)
    made.append(lathe(fillet([(0, h + .14), (r - .05, h + .14, .1), (r + .12, h + .3, .15), (r + .12, h + 1.55, .25), (0, h + 1.6)], 8), oak, 128))
    made.append(lathe(fillet([(0, h - 1.0), (r - .42, h - 1.0, .12), (r - .40, h + .2), (0, h + .2)], 6), oak, 96))
    made.append(tube([((r - .36) * math.cos(a), (r - .36) * math.sin(a), h - .45) for a in np.linspace(0, 2 * math.pi, 80, endpoint=False)], .13, seal.m, closed=True))
    if grain:
        made.append(beans(r - .25, .62, h * level, size, grain, seed))
    return made


def build(kind="wine", tint=CLEAR, pieces=None, fill=None, spread=10.5, yaw=0, size=1.95, elev=9, backdrop="fog"):
    g = glass("glass", tint, 0, 1.47, shadow=.95)
    if kind == "wine":
        wine_glass(fill)
        for o in wine_glass():
            move(o, (spread, spread * .38, 0))
    elif kind == "wine-one":
        wine_glass(fill)
    elif kind == "tumbler":
        tumbler(g, level=fill)
    elif kind == "carafe":
        carafe(g)
        for k, (x, y, full) in enumerate(((-9.2, -2.6, True), (8.8, -5.6, False))):
            for o in tumbler(g, level=.64 if full else None):
                move(o, (x, y, 0))
    elif kind == "jar":
        for k, (h, x, y, grain, grain_size, level) in enumerate(pieces):
            for o in jar(5.0, h, grain, grain_size, level, seed=k + 2):
                move(o, (x, y, 0))
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))
