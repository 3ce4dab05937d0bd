"""To drink from outdoors: powder-coated steel bottle, enamel mug."""
from kit import *


def powder(name, color):
    m = Mat(name, spec=.4)
    n = m.noise(16, 4)
    c = np.array(color)
    m.set(color=m.mix(m.ramp(m.noise(.3, 4), [(.35, (0, 0, 0)), (.7, (1, 1, 1))]), color, tuple(c * .9)), rough=m.ramp(n, [(.3, (.44,) * 3), (.7, (.58,) * 3)]), normal=m.bump(n, .30, .02))
    return m.m


def bottle(color, cap, mark, r=3.65, h=21.0):
    coat, steel = powder("coat", color), metal("steel", (.62, .61, .59), .30, .2)
    lid = plain("lid", cap, .48, .15, 24, spec=.4)
    lathe(fillet([(0, .35), (r - .9, .35, .2), (r - .55, 0, .15), (r - .12, .06, .12), (r - .04, .30)], 6), steel, 140)
    lathe(fillet([(r - .06, .28), (r, .45, .15), (r, h * .70, 3.0), (2.55, h * .90, 1.6), (2.45, h - .1, .1), (2.3, h)], 16), coat, 160)
    lathe(fillet([(2.42, h - .12), (2.42, h + .30, .06), (2.2, h + .32)], 5), steel, 120)
    cz = h + .36
    o = lathe(fillet([(0, cz), (2.46, cz, .10), (2.46, cz + 1.75, .35), (2.0, cz + 2.1, .2), (0, cz + 2.1)], 8), lid, 160)
    knurled(o, 30, .035, low=cz + .2, high=cz + 1.35)
    # the loop is one piece with the lid
    path = spline([(-2.18, 0, cz + .9), (-2.28, 0, cz + 2.4), (-1.75, 0, cz + 4.0), (0, 0, cz + 4.55), (1.75, 0, cz + 4.0), (2.28, 0, cz + 2.4), (2.18, 0, cz + .9)], 70)
    sweep(path, superellipse(.36, .80, 3.2, 28), lid, up=(0, 1, 0))
    for s in (-1, 1):
        pin = lathe(fillet([(0, 0), (.34, 0, .05), (.34, .16, .06), (0, .18)], 4), steel, 40)
        move(pin, (s * 2.62, 0, cz + 1.45), (0, 90 * s, 0))
    if mark:
        o = band(r + .008, 2.6, ink(mark, (.72, .71, .69) if sum(color) < 1.2 else (.08, .08, .08), .4), math.degrees(6.24 / r))
        move(o, (0, 0, 8.4))


def mug(color, rim, r=4.3, h=8.2):
    m = Mat("enamel", spec=.5, coat=.6, coat_rough=.05)
    v = m.n("TexVoronoi", {"Vector": m.mix(.08, m.coords(), m.n("TexNoise", {"Scale": 9.0, "Vector": m.coords()}).outputs["Color"]), "Scale": 2.3, "Randomness": 1.0})
    grey = m.n("SeparateColor", {"Color": v.outputs["Color"]}).outputs
    size = m.math("MULTIPLY", grey[1], .17)
    dot = m.math("MULTIPLY", m.math("GREATER_THAN", m.math("SUBTRACT", size, v.outputs["Distance"]), 0.0), m.math("GREATER_THAN", grey[0], .62))
    c = np.array(color)
    m.set(color=m.mix(dot, m.mix(m.noise(.4, 3), color, tuple(c * .93)), rim), rough=.16, normal=m.bump(m.noise(1.3, 3), .10, .10))
    edge = plain("rim", rim, .22, .05, 10, coat=.5)
    lathe(fillet([(0, .12), (r - .6, .12, .1), (r - .35, 0, .2), (r, .55, .6), (r + .12, h - .4, 1.5), (r + .36, h - .02, .15)], 10), m.m, 150)
    lathe(fillet([(r + .18, h - .12), (r - .12, h - .9, .4), (r - .14, .75, .6), (0, .62)], 10), m.m, 150)
    t = np.linspace(0, 2 * math.pi, 160, endpoint=False)
    tube(np.stack([(r + .26) * np.cos(t), (r + .26) * np.sin(t), np.full(160, h)], 1), .17, edge, 14, closed=True)
    path = spline([(r - .05, 0, h - 1.1), (r + 1.2, 0, h - .75), (r + 2.6, 0, h - 1.7), (r + 2.75, 0, h - 3.6), (r + 1.9, 0, 2.2), (r + .6, 0, 1.55), (r - .1, 0, 1.75)], 80)
    sweep(path, superellipse(.13, .72, 3.0, 28), m.m, up=(0, 1, 0))


def build(kind="bottle", color=(.3, .35, .3), cap=(.02, .02, .021), rim=(.02, .03, .06), mark=None, yaw=0, elev=10, size=1.75, backdrop="paper", **shape):
    """`mark`: a printed sheet of 960 x 400, black on white."""
    if kind == "mug":
        mug(color, rim, **shape)
    else:
        bottle(color, cap, mark, **shape)
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))
