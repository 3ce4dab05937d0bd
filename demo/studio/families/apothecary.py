"""Candle in a glass, reed diffuser and pillar candle: wax, scented oil and a typeset paper label."""
from kit import *
from families.glassware import cylinder, thin


def wrap(sheet, r, z, w, h, facing=-90):
    """A paper label of w x h cm round a glass of radius r."""
    m = Mat("label", spec=.3, rough=.6)
    m.set(color=m.tex(bpy.data.images.load(sheet), 1, ext="EXTEND"), normal=m.bump(m.noise(8, 5), .08, .02))
    r += .015
    mid, half = math.radians(facing), w / r / 2
    a, zz = np.linspace(mid - half, mid + half, 60), np.linspace(z, z + h, 6)
    n, k = len(a), len(zz)
    return obj([(r * math.cos(t), r * math.sin(t), q) for t in a for q in zz], [(i * k + j, (i + 1) * k + j, (i + 1) * k + j + 1, i * k + j + 1) for i in range(n - 1) for j in range(k - 1)],
               m.m, "label", [(i / (n - 1), j / (k - 1)) for i in range(n) for j in range(k)])


def wax(color):
    m = Mat("wax", rough=.42, spec=.4, sss=.35, sss_color=tuple(np.minimum(np.array(color) * 1.1, 1)), sss_radius=(.9, .5, .25))
    big = m.noise(.25, 4)
    c = np.array(color)
    m.set(color=m.mix(m.ramp(big, [(.35, (0, 0, 0)), (.7, (1, 1, 1))]), tuple(c), tuple(c * .90)), normal=m.bump(m.noise(1.4, 4), .10, .1))
    return m.m


def wick(z, h=1.3, burnt=True, at=(0, 0)):
    cotton = Mat("wick", rough=.9)
    height = cotton.n("SeparateXYZ", {"Vector": cotton.coords()}).outputs[2]
    black = cotton.n("MapRange", {"Value": height, "From Min": z + h * .15, "From Max": z + h * .5}).outputs[0]
    cotton.set(color=cotton.mix(black, (.62, .57, .48), (.02, .018, .016)) if burnt else (.70, .66, .57))
    path = spline([(at[0], at[1], z - .3), (at[0] + .02, at[1], z + h * .5), (at[0] + .22, at[1] - .05, z + h)], 20)
    return tube(path, .13, cotton.m, 12)


def pillar(color, r, h, seed=2):
    """Poured wax: a soft shoulder, a shallow burnt pool and the seam-free, slightly uneven wall."""
    o = lathe(fillet([(0, 0), (r - .1, 0, .15), (r, .2, .1), (r, h, .55), (r - .75, h - .02, .3), (r - 1.5, h - .55, .6), (0, h - .62)], 10), wax(color), 180)
    lumpy(o, .06, .16, 3, seed)
    return [o, wick(h - .62)]


def build(kind="candle", label=None, r=4.0, h=9.2, tint=(.94, .95, .94), color=(.80, .72, .55), pillars=((3.6, 15, 0, 0),), facing=-90, size=None, elev=None, yaw=0, backdrop="sand"):
    if kind == "pillar":
        for k, (pr, ph, x, y) in enumerate(pillars):
            for o in pillar(color, pr, ph, 2 + k):
                move(o, (x, y, 0))
        return dict(size=size or 1.75, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev or 12))
    if kind == "candle":
        cylinder(thin(edge=(.74, .76, .74)), r, h, .2, .5)
        w = wax(color)
        lathe(fillet([(0, .52), (r - .21, .52, .35), (r - .21, h * .80, .12), (r - .5, h * .79, .2), (0, h * .785)], 8), w, 128)
        wick(h * .785, 1.1, False)
        if label:
            wrap(label, r, 1.9, 5.6, 4.6, facing)
        return dict(size=size or 1.55, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev or 14))
    g = glass("glass", tint, 0, 1.48, shadow=.95)
    # diffuser: thick bottle, short neck, wooden collar, reeds
    out = fillet([(0, .2), (r * .8, .15, .3), (r * .88, 0, .1), (r, 0, .5), (r, h * .80, 1.2), (1.5, h * .86, .5), (1.35, h, 0)], 12)
    inn = fillet([(1.0, h), (1.1, h * .84, .4), (r - .4, h * .78, 1.0), (r - .4, 1.0, .7), (0, 1.0)], 12)
    lathe(out + [(1.2, h + .1)] + inn, g, 144)
    oil = Mat("oil", color=color, trans=1, rough=0, ior=1.4)
    lathe(fillet([(0, .99), (r - .39, .99, .7), (r - .39, h * .56, .05), (0, h * .56)], 8), oil.m, 128)
    collar = wood("collar", (.16, .10, .06), (.08, .05, .03), .3, .5)
    lathe(fillet([(.95, h + .12), (.95, h - .6), (1.62, h - .6, .08), (1.66, h + .7, .15), (.95, h + .72, .1), (.95, h + .1)], 6), collar, 96)
    rattan = Mat("rattan", rough=.85)
    rattan.set(color=rattan.ramp(rattan.noise(1.2, 5), [(.35, (.42, .30, .18)), (.65, (.60, .46, .30))]), normal=rattan.bump(rattan.noise(9, 3), .5, .04))
    for k in range(6):
        a = math.radians(k * 60 + 14)
        foot = np.array([-.55 * r * math.cos(a), -.55 * r * math.sin(a), 1.15])
        neck = np.array([.62 * math.cos(a + .25), .62 * math.sin(a + .25), h + .5])
        d = (neck - foot) / np.linalg.norm(neck - foot)
        tube([foot + d * t for t in np.linspace(0, 22.5 + .8 * (k % 3), 24)], .155, rattan.m, 12)
    if label:
        wrap(label, r, 1.6, 4.6, 3.9, facing)
    return dict(size=size or 2.05, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev or 8))
