"""Running shoe: knitted upper on a thick foam midsole with a raised toe. Upper = ribs from feather line to collar, as in shoes.py."""
from kit import *
from families.shoes import N, Upper, outline


def ground(x):
    """The sole leaves the floor at toe and heel."""
    return 3.0 * np.clip((x - 18.5) / 10.3, 0, 1) ** 2.1 + 1.0 * np.clip((5.5 - x) / 5.5, 0, 1) ** 2


def deck(x):
    """Top edge of the midsole along its length."""
    return np.interp(x, [0, 3, 8, 15, 21, 26, 29], [4.5, 4.2, 3.75, 3.15, 2.95, 3.65, 4.5])


class Last(Upper):
    """The last of the court shoe, standing on a deeper sole; softer toe, higher heel tab."""

    def __init__(self):
        super().__init__()
        lift = deck(self.base[:, 0]) - .5 - self.base[:, 2]
        self.base[:, 2] += lift
        self.c1[:, 2] += lift
        f = np.clip(np.cos(self.a), 0, 1)
        r = np.clip(-np.cos(self.a), 0, 1)
        self.top[:, 2] += 1.55 + .5 * r ** 3
        self.top[:, 0] -= .5 * r ** 2
        self.c2[:, 2] += 1.35 - .75 * f ** 2
        self.c1[:, 2] -= .35 * f ** 2
        self.c1[:, 0] -= .75 * f ** 4
        self.c2[:, 0] -= .4 * r


def offset(o, d):
    c = o.mean(0)
    n = np.stack([np.roll(o, 1, 0)[:, 1] - np.roll(o, -1, 0)[:, 1], np.roll(o, -1, 0)[:, 0] - np.roll(o, 1, 0)[:, 0]], 1)
    n /= np.linalg.norm(n, axis=1, keepdims=True)
    if ((o - c) * n).sum() < 0:
        n = -n
    return o + n * np.asarray(d)[..., None] if np.ndim(d) else o + n * d


def midsole(foam, rubber):
    o = outline()
    x = o[:, 0]
    flare = np.interp(x, [0, 6, 14, 22, 29], [.55, .50, .10, .35, .15])
    rows = []
    profile = [(-.75, 1.02), (-.25, 1.03), (.05, .97), (.30, .86), (.42, .74), (.26, .66), (.30, .60), (.62, .44), (.78, .26), (.70, .12), (.45, .04), (.0, .0), (-2.2, .0)]
    for d, h in spline(profile, 44):
        q = offset(o, d * (.55 + flare))
        z = ground(x) + .38 + (deck(x) - ground(x) - .38) * h
        rows.append(np.column_stack([q, z]))
    body = grid(rows, foam, close_v=True, cap=True, name="midsole")
    subsurf(body, 1)
    # rubber below, cut into pods by grooves
    rows = []
    for d, h in fillet([(.42, .62), (.62, .44, .12), (.60, .12, .12), (.30, 0, .15), (-2.0, 0)], 5):
        q = offset(o, d * (.55 + flare))
        rows.append(np.column_stack([q, ground(x) + h * 1.0]))
    grid(rows, rubber, close_v=True, cap=True, name="outsole")


def shoe(knit, overlay, accent, lining, foam, rubber, lace):
    U = Last()
    first = len(MADE)
    up = grid([U.at(t) for t in np.linspace(0, 1, 60)], knit, close_v=True, name="upper")
    lumpy(up, .12, .22, 3, 4)
    subsurf(up, 1)
    midsole(foam, rubber)
    tube(U.top + np.array([0, 0, .02]), .58, lining, closed=True, n=24)
    inner = [U.top * (1 - s) + (U.top * [.94, .84, 0] + [.5, 0, 5.2]) * s for s in np.linspace(0, 1, 10)]
    grid(inner, lining, close_v=True, cap=True, name="lining")
    ia = lambda ang: int(np.argmin(np.abs(np.angle(np.exp(1j * (U.a - math.radians(ang)))))))

    def run(s, a0, a1):
        i0, i1 = ia(s * a0), ia(s * a1)
        if s > 0 and i1 < i0:
            i1 += N
        if s < 0 and i1 > i0:
            i0 += N
        return i0, i1

    for s in (1, -1):
        U.patch(*run(s, 9, 70), lambda q: .72 - .24 * math.sin(math.pi * min(q * 1.1, 1)) ** .8 + .10 * q, lambda q: .985, overlay, .15)      # eyestay
        U.patch(*run(s, 128, 179), lambda q: .04, lambda q: .40 + .34 * q ** 2, overlay, .20)                                               # heel counter
        U.patch(*run(s, 1, 38), lambda q: .03, lambda q: .30 - .17 * q ** 1.5, overlay, .12)                                                # toe guard
        # saddle of film between laces and sole
        U.patch(*run(s, 66, 100), lambda q: .04, lambda q: .58 - .10 * q, overlay, .13)
    hole = plain("hole", (.02, .02, .02), .6)
    rows = np.linspace(.60, .95, 6)
    ends = []
    for k, t in enumerate(rows):
        pair = []
        for s in (1, -1):
            i = ia(s * (14 + 3.4 * k))
            pair.append(U.point(i, t) + U.normal(i, t) * .20)
            tube([pair[-1] - U.normal(i, t) * .1, pair[-1] + U.normal(i, t) * .03], .24, hole)
        ends.append(pair)
    for k in range(len(ends)):
        a, b = ends[k]
        targets = [(a, b)] if k == 0 else [(ends[k - 1][0], b), (ends[k - 1][1], a)]
        for j, (p, q) in enumerate(targets):
            mid = (p + q) / 2 + np.array([.05, 0, .42 + .16 * j])
            sweep(spline([p - [0, 0, .2], p * .82 + mid * .18 + [0, 0, .16], mid, q * .82 + mid * .18 + [0, 0, .16], q - [0, 0, .2]], 36), superellipse(.34, .10, 3, 16), lace, up=(0, 0, 1))
    # the ends are tucked in: one last bar across the tongue
    p, q = ends[-1]
    mid = (p + q) / 2 + np.array([.25, 0, .50])
    sweep(spline([p - [0, 0, .2], p * .82 + mid * .18 + [0, 0, .16], mid, q * .82 + mid * .18 + [0, 0, .16], q - [0, 0, .2]], 36), superellipse(.34, .10, 3, 16), lace, up=(0, 0, 1))
    tg = [(U.top[ia(0)] + np.array(v)) for v in ((4.4, 0, -2.5), (1.7, 0, -1.0), (.1, 0, .35), (-.85, 0, 1.75))]
    ts = superellipse(2.3, .36, 3.0, 40)
    ts[:, 1] -= .13 * ts[:, 0] ** 2
    sweep(spline(tg, 24), ts, knit, up=(.5, 0, 1), scale=np.interp(np.linspace(0, 1, 24), [0, .8, .93, 1], [.85, .98, .90, .55]))
    # pull tab at the heel
    h = U.top[ia(180)]
    tab = spline([h + [.3, 0, -.2], h + [-.2, 0, .75], h + [-.62, 0, .6], h + [-.72, 0, -.6], h + [-.85, 0, -2.0]], 40)
    sweep(tab, superellipse(.8, .09, 4, 20), accent, up=(-1, 0, .3))
    return MADE[first:]


def build(color=(.05, .12, .30), accent=(.75, .74, .70), overlay=None, foam=(.78, .76, .70), sole=(.05, .05, .055), laces=(.72, .71, .67), single=False, yaw=-14, elev=11, size=2.15, backdrop="paper"):
    c = np.array(color)
    knit = textile("knit", color, image("mesh", tile_plain(20, 8), True), 1.05, strength=1.0, dist=.07, vary=.20, sheen=.3, dark=.38)
    film = plain("film", overlay or tuple(c * .55), .46, .18, 30, spec=.4)
    bar = plain("bar", accent, .42, .08, 30, spec=.4)
    lining = textile("lining", tuple(c * .45), image("sock", tile_plain(16, 8), True), 1.6, strength=.8, dist=.05, dark=.6)
    mid = plain("foam", foam, .72, .25, 28)
    rub = plain("rubber", sole, .62, .2, 20)
    lace = textile("lace", laces, image("lace", tile_twill(20, 4), True), 2.2, dark=.65)
    shoe(knit, film, bar, lining, mid, rub, lace)
    if not single:
        b = shoe(knit, film, bar, lining, mid, rub, lace)
        e = put(bpy.data.objects.new("mirror", None))
        for o in b:
            o.parent = e
        e.scale, e.location, e.rotation_euler = (1, -1, 1), (-3.6, 13.5, 0), (0, 0, math.radians(-8))
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))
