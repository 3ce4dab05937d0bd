"""Open shoes in pairs: slide with one broad strap, flip-flop."""
from kit import *

N = 200


def sole_outline():
    return spline([(26.6, .6), (25.6, 2.9), (22.6, 4.3), (18.4, 4.75), (13.5, 3.9), (9.0, 3.15), (4.6, 3.3), (1.5, 2.7), (.3, 0), (1.5, -2.7), (4.6, -3.3), (9.0, -3.55), (13.5, -4.3), (18.2, -4.95), (22.4, -4.6), (25.2, -3.0), (26.4, -1.0)], N, closed=True)


def inset(o, d):
    n = np.stack([np.roll(o, 1, 0)[:, 1] - np.roll(o, -1, 0)[:, 1], np.roll(o, -1, 0)[:, 0] - np.roll(o, 1, 0)[:, 0]], 1)
    n /= np.linalg.norm(n, axis=1, keepdims=True)
    if ((o - o.mean(0)) * n).sum() < 0:
        n = -n
    return o - n * d


def footbed(x):
    """Height of the deck along the foot: heel cup, arch, toe spring."""
    return .35 * np.clip((4 - x) / 4, 0, 1) ** 2 + .55 * np.exp(-((x - 12) / 4.5) ** 2) * .5 + .9 * np.clip((x - 20) / 6.6, 0, 1) ** 2


def deck(thick, side, top, rim=.45, dish=.30):
    o = sole_outline()
    rows = []
    for d, z in fillet([(2.5, 0), (.35, 0, .25), (0, .35, .25), (0, thick - .15, .25), (rim * .6, thick, .12), (rim * 1.3, thick - dish - .06, .15), (rim * 1.3 + .3, thick - dish - .12)], 7):
        q = inset(o, d)
        k = z / thick
        rows.append(np.column_stack([q, z + footbed(q[:, 0]) * k + .55 * np.clip((q[:, 0] - 20) / 6.6, 0, 1) ** 2 * (1 - k)]))
    body = grid(rows, side, close_v=True, cap=False, name="sole")
    q = inset(o, rim * 1.25)
    left, right = (q[q[:, 1] * k > 0] for k in (1, -1))
    side_at = lambda part: np.interp(q[:, 0], *part[np.argsort(part[:, 0])].T)
    mid = (side_at(left) + side_at(right)) / 2
    z = thick - dish + .012 + footbed(q[:, 0])
    grid([np.column_stack([q[:, 0], mid + (q[:, 1] - mid) * k, z - .05 * (1 - k * k)]) for k in (1, .85, .6, .3, .01)], top, close_v=True, name="footbed")
    return body


def strap_over(x0, x1, rise, thick, mat, off=.12):
    """A band from one edge of the sole over the foot to the other."""
    o = sole_outline()
    P = []
    for x in np.linspace(x0, x1, 26):
        q = (x - x0) / (x1 - x0)
        def width(s):
            near = o[(o[:, 1] * s > 0)]
            return np.interp(x, near[np.argsort(near[:, 0]), 0], near[np.argsort(near[:, 0]), 1])
        l, r = width(1), width(-1)
        top = rise * (1 - .34 * q)                            # lower towards the toes
        a = np.linspace(0, math.pi, 60)
        c, h = (l + r) / 2, (l - r) / 2 + off
        y = c + h * np.cos(a) * (1 + .05 * np.sin(a) ** 2)
        z = 1.0 + footbed(x) + (top - 1.0) * np.sin(a) ** .62
        P.append(np.stack([x - .8 * np.sin(a) * (1 - 2 * q) * .5, y, z], 1))
    g = grid(np.array(P), mat, name="strap")
    lumpy(g, .08, .3, 2, 3)
    mod(g, "SOLIDIFY", thickness=thick, offset=0)
    mod(g, "BEVEL", width=.07, segments=3, limit_method="ANGLE", angle_limit=math.radians(50))
    return g


def slide(color, sole):
    hide = leather("hide", color, 5.5, .22, .46)
    cork = Mat("cork", rough=.85, spec=.15)
    v = cork.n("TexVoronoi", {"Vector": cork.coords(), "Scale": 5.5, "Randomness": 1.0})
    grey = cork.n("SeparateColor", {"Color": v.outputs["Color"]}).outputs[0]
    cork.set(color=cork.ramp(grey, [(0, (.22, .12, .06)), (.3, (.40, .25, .13)), (1, (.55, .38, .22))]), normal=cork.bump(grey, .3, .04))
    suede = Mat("suede", rough=.9, sheen=.6, spec=.1)
    s = np.array((.36, .26, .175))
    suede.set(color=suede.mix(suede.noise(.5, 5), tuple(s), tuple(s * .75)), normal=suede.bump(suede.noise(9, 5), .35, .04))
    rub = plain("rubber", sole, .7, .3, 20)
    deck(2.7, cork.m, suede.m)
    o = sole_outline()
    rows = [np.column_stack([inset(o, d), np.full(N, z) + .55 * np.clip((o[:, 0] - 20) / 6.6, 0, 1) ** 2]) for d, z in fillet([(2.0, -.02), (-.12, -.02, .12), (-.12, .55, .12), (.2, .56)], 5)]
    grid(rows, rub, close_v=True, cap=True, name="outsole")
    for x0, x1, rise in ((10.2, 14.4, 7.6), (16.0, 20.6, 6.4)):
        strap_over(x0, x1, rise, .34, hide)
        w = np.interp((x0 + x1) / 2, [10, 14, 20], [3.7, 4.35, 4.95])
        brass = metal("buckle", (.60, .50, .32), .3)
        x, y, z = (x0 + x1) / 2, -w - .28, rise * .52
        ring = [(x + a, y - .10, z + b) for a, b in fillet([(-1.5, -1.1, .4), (1.5, -1.1, .4), (1.5, 1.1, .4), (-1.5, 1.1, .4)], 5, True)]
        p = spline(ring, 90, True)
        p[:, 1] += .16 * (p[:, 2] - z)
        tube(p, .17, brass, 14, closed=True)
        tube([(x, y - .02 - .16, z - 1.05), (x, y + .02, z), (x, y + .0 + .16, z + 1.05)], .12, brass, 12)


def flipflop(color, strap):
    side = plain("foam", color, .75, .35, 22)
    top = Mat("top", rough=.8, spec=.2)
    c = np.array(color)
    v = top.n("TexVoronoi", {"Vector": top.coords(), "Scale": 2.6, "Randomness": .0}).outputs["Distance"]
    top.set(color=top.mix(top.noise(.4, 4), tuple(c), tuple(c * .86)), normal=top.bump(top.ramp(v, [(.2, (1, 1, 1)), (.45, (0, 0, 0))]), .35, .04))
    deck(1.9, side, top.m, .12, .05)
    rub = plain("strap", strap, .5, .15, 20, spec=.4)
    peg = np.array([21.4, .9, 1.85 + footbed(21.4)])
    lathe_ = lathe(fillet([(0, 0), (.55, .05, .1), (.36, .25, .1), (.30, 1.3, .2), (.42, 1.9, .1), (0, 2.0)], 6), rub, 40)
    lathe_.location = tuple(peg)
    for s, y1 in ((1, 2.75), (-1, -3.1)):
        x1 = 10.2
        path = spline([peg + [.15, 0, 1.75], (18.2, (.9 + y1 * .30) , 4.7), (14.2, y1 * .80, 4.9), (11.2, y1 * 1.0, 3.6), (x1, y1 * .98, 1.5)], 70)
        sec = np.array(superellipse(.62, .22, 3, 24))
        sweep(path, sec, rub, up=(0, s * .75, 1), scale=np.interp(np.linspace(0, 1, 70), [0, .15, .5, .9, 1], [.62, .8, 1.15, 1.25, 1.0]))


def pair(make, apart=11.6):
    first = len(MADE)
    make()
    one = MADE[first:]
    first = len(MADE)
    make()
    other = MADE[first:]
    for objs, flip, at, yaw in ((one, 1, (0, 0, 0), 2), (other, -1, (-2.6, apart, 0), -6)):
        e = put(bpy.data.objects.new("foot", None))
        for o in objs:
            if o.parent is None:
                o.parent = e
        e.scale, e.location, e.rotation_euler = (1, flip, 1), at, (0, 0, math.radians(yaw))


def build(kind="slide", color=(.2, .1, .05), strap=(.05, .05, .05), sole=(.03, .03, .03), yaw=-32, elev=26, size=2.1, backdrop="paper"):
    pair(lambda: slide(color, sole) if kind == "slide" else flipflop(color, strap))
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))
