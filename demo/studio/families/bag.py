"""Bags: canvas tote, hard-shell suitcase, wash bag."""
from kit import *
from families.backpack import zipper


def canvas(color, name="canvas", scale=.95):
    return textile(name, color, image("canvas", tile_plain(20, 6), True), scale, strength=.8, dist=.06, vary=.25, sheen=.2, dark=.6)


def tote(color, handle, print_, dye):
    cv, web = canvas(color), canvas(handle, "handle", 1.3)
    w, d, h = 36.0, 9.0, 37.0
    n, m = 240, 130
    rows = []
    for q in np.linspace(0, 1, m):
        z = h * q
        s = superellipse(w / 2 * (1 - .015 * q), d / 2 * (.92 - .62 * q ** 1.6), 5.5 - 2.4 * q, n)
        k = 1 if z > 1.2 else .94 + .06 * math.sqrt(1 - ((1.2 - z) / 1.2) ** 2)
        rows.append(np.column_stack([s * k, np.full(n, z)]))
    P = np.array(rows)
    p = P.reshape(-1, 3)
    f = fbm(p * [.05, .05, .09], 1, 4, 3) * 1.5 + fbm(p * [.16, .16, .10], 1, 3, 8) * .45
    belly = np.sin(np.clip(p[:, 2] / h, 0, 1) * math.pi) * .6
    p[:, 1] += np.sign(p[:, 1]) * np.clip(np.abs(p[:, 1]) / 2, 0, 1) * (f + belly)
    p[:, 0] += fbm(p * [.02, .02, .12], 1, 3, 5) * .8
    p[:, 2] += np.clip(p[:, 2] / h - .8, 0, 1) * 5 * fbm(p * [.07, .07, 0], 1, 2, 6) * .55 - .4 * np.clip(p[:, 2] / h - .8, 0, 1) * np.cos(p[:, 0] / w * 2 * math.pi)
    grid(P, cv, close_v=True, name="body")
    hem = P[-1]
    inner = [P[-1] * [.992, .90, 1], P[-8] * [.985, .82, 1], P[-40] * [.98, .7, 1]]
    grid([P[-1], *inner], cv, close_v=True, name="inside")
    obj([tuple(v) for v in P[0]], [tuple(range(n))], cv, "base")
    tube(hem + [0, 0, -.02], .14, cv, 10, closed=True)
    thread = plain("thread", tuple(np.array(color) * .72), .9)
    front = lambda x, z: p[np.argmin((p[:, 0] - x) ** 2 + (p[:, 2] - z) ** 2 + 1e4 * (p[:, 1] > 0))]
    back = lambda x, z: p[np.argmin((p[:, 0] - x) ** 2 + (p[:, 2] - z) ** 2 + 1e4 * (p[:, 1] < 0))]
    for z in (h - 2.6,):
        pts = spline([front(x, z) + [0, -.10, 0] for x in np.linspace(-w / 2 + .6, w / 2 - .6, 40)], 100)
        for a, b in zip(pts[:-1], pts[1:]):
            tube([a, (a + b) / 2 + [0, -.02, 0], a + (b - a) * .7], .04, thread, 6)
    sec = superellipse(1.25, .12, 4, 20)
    for side, at in ((-1, front), (1, back)):
        lift = np.array([0, side * .22, 0])
        a, b, c, d_ = at(-7.5, h - 6) + lift, at(-7.4, h - .8) + lift, at(7.4, h - .8) + lift, at(7.5, h - 6) + lift
        lean = side * 1.6
        path = spline([a, (a + b) / 2, b, b + [.5, lean * .3, 6], (-4.6, b[1] + lean, h + 13), (0, b[1] + lean * 1.25, h + 17.2), (4.9, c[1] + lean, h + 12.6), c + [-.5, lean * .3, 6], c, (c + d_) / 2, d_], 150)
        sweep(path, sec, web, up=(0, side, .15), name="strap")
        if side < 0:
            for q in (a, d_):
                for u, v in (((-.95, .1), (.95, 4.2)), ((.95, .1), (-.95, 4.2)), ((-.95, .1), (.95, .1)), ((-.95, 4.2), (.95, 4.2))):
                    s0, s1 = q + [u[0], -.16, u[1]], q + [v[0], -.16, v[1]]
                    tube(np.linspace(s0, s1, 6), .045, thread, 6)
    if print_:
        xs, zs = np.linspace(-8.5, 8.5, 50), np.linspace(9.5, 26.5, 50)
        smooth = np.array([[front(x, z)[1] for z in zs] for x in xs])
        for _ in range(3):
            smooth[1:-1] = (smooth[:-2] + 2 * smooth[1:-1] + smooth[2:]) / 4
            smooth[:, 1:-1] = (smooth[:, :-2] + 2 * smooth[:, 1:-1] + smooth[:, 2:]) / 4
        V = [(x, smooth[i, j] - .14, z) for i, x in enumerate(xs) for j, z in enumerate(zs)]
        obj(V, [(i * 50 + j, (i + 1) * 50 + j, (i + 1) * 50 + j + 1, i * 50 + j + 1) for i in range(49) for j in range(49)], ink(print_, dye, .85), "print", [(i / 49, j / 49) for i in range(50) for j in range(50)])
    return dict(size=2.1, yaw=-20, cam=dict(elev=8))


def suitcase(color, trim):
    shell = Mat("shell", spec=.45)
    c = np.array(color)
    grain = shell.n("TexVoronoi", {"Vector": shell.coords(), "Scale": 9.0, "Randomness": 1.0}).outputs["Distance"]
    shell.set(color=shell.mix(shell.noise(.12, 3), color, tuple(c * .9)), rough=.42, normal=shell.bump(grain, .18, .02))
    black = plain("trim", trim, .45, .12, 24, spec=.4)
    alu = metal("aluminium", (.62, .61, .59), .32, .25)
    w, d, h, z0 = 36.0, 21.0, 50.0, 4.6
    # two half shells: a rounded rectangle in front view, with ribs running down
    n = 420
    for side in (-1, 1):
        rows = []
        deep = d / 2 - .25
        for inset, y in fillet([(0, .25), (.25, deep - 1.8, .6), (2.2, deep, 2.4), (7, deep, .5), (13, deep, .5), (17.2, deep)], 12):
            o = rounded_rect(w - 2 * inset, h - 2 * inset, max(5.2 - inset * .75, .4), n // 4)
            rows.append(np.stack([o[:, 0], np.full(len(o), side * y), o[:, 1] + z0 + h / 2], 1))
        P = np.array([spline(np.array(rows)[:, j], 120) for j in range(len(rows[0]))]).transpose(1, 0, 2)
        x = P[..., 0]
        face = np.clip((np.abs(P[..., 1]) - deep + 2.2) / 2.2, 0, 1)
        edge = np.minimum(w / 2 - np.abs(x), h / 2 - np.abs(P[..., 2] - z0 - h / 2))
        rib = np.clip(np.cos((edge - 5.4) / 3.6 * 2 * math.pi) * 3, -1, 1)
        inside_ = np.clip((edge - 3.4) / .4, 0, 1)
        P[..., 1] += side * .32 * rib * face * inside_
        grid(P, shell.m, close_v=True, cap=True, name="shell")
    rim = rounded_rect(w + .25, h + .25, 5.3, 60)
    zipper(np.column_stack([rim[:, 0], np.zeros(len(rim)), rim[:, 1] + z0 + h / 2])[:-14], (0, 1, 0), black, (.05, .05, .05), black)
    # wheels in forks
    rubber = plain("rubber", (.028, .028, .03), .6, .1)
    for sx in (-1, 1):
        for sy in (-1, 1):
            at = (sx * (w / 2 - 4.2), sy * (d / 2 - 4.0))
            cup = lathe(fillet([(0, 5.4), (2.5, 5.4, .3), (2.7, 4.4, .4), (1.5, 3.5, .4), (0, 3.5)], 6), black, 48)
            cup.location = (*at, 0)
            turn_ = 20 * sx + 35 * sy
            e = put(bpy.data.objects.new("wheel", None))
            parts = []
            for k in (-1, 1):
                o = lathe(fillet([(0, -.55), (1.5, -.55, .2), (2.15, -.45, .25), (2.15, .45, .25), (1.5, .55, .2), (0, .55)], 6), rubber, 64)
                move(o, (.7, k * .85, 2.15), (90, 0, 0))
                hub = lathe(fillet([(0, .56), (1.2, .56, .1), (1.2, .66, .1), (0, .68)], 5), alu, 48)
                move(hub, (.7, k * .85, 2.15), (90 if k < 0 else -90, 0, 0))
                parts += [o, hub]
            fork = sweep(spline([(0, 0, 4.6), (-.2, 0, 3.6), (.2, 0, 2.6), (.7, 0, 2.15)], 30), np.array(fillet([(-.28, -1.0, .2), (.28, -1.0, .2), (.28, 1.0, .2), (-.28, 1.0, .2)], 4, True))[:, ::-1], black, up=(1, 0, 0))
            for q in (*parts, fork):
                q.parent = e
            move(e, (*at, 0), (0, 0, turn_))
    # carry handle on top and on the side, telescopic handle raised a little
    def strap(points, up):
        sweep(spline(points, 60), np.array(superellipse(.5, 1.35, 3, 28)), black, up=up, scale=np.interp(np.linspace(0, 1, 60), [0, .12, .5, .88, 1], [.8, 1, 1.12, 1, .8]))
    top = z0 + h
    strap([(-6.4, -2.2, top - .2), (-5.6, -2.2, top + 1.5), (-3, -2.2, top + 2.25), (3, -2.2, top + 2.25), (5.6, -2.2, top + 1.5), (6.4, -2.2, top - .2)], (0, 1, 0))
    side_ = w / 2
    strap([(side_ - .2, -2.2, z0 + h / 2 - 6.4), (side_ + 1.4, -2.2, z0 + h / 2 - 5.6), (side_ + 2.1, -2.2, z0 + h / 2 - 3), (side_ + 2.1, -2.2, z0 + h / 2 + 3), (side_ + 1.4, -2.2, z0 + h / 2 + 5.6), (side_ - .2, -2.2, z0 + h / 2 + 6.4)], (0, 1, 0))
    for s in (-1, 1):
        tube([(s * 8.2, 6.6, top - 1), (s * 8.2, 6.6, top + 6), (s * 8.2, 6.6, top + 11.5)], .62, alu, 24)
        box(3.2, 2.6, .9, black, (s * 8.2, 6.6, top - .5), .3)
    sweep(spline([(-9.2, 6.6, top + 11.4), (-8.4, 6.6, top + 12.6), (-6.5, 6.6, top + 12.9), (6.5, 6.6, top + 12.9), (8.4, 6.6, top + 12.6), (9.2, 6.6, top + 11.4)], 60), np.array(superellipse(1.05, 1.25, 3, 28)), black, up=(0, 1, 0))
    # lock beside the handle
    box(3.0, .6, 5.2, black, (w / 2 - .1, .0, z0 + h / 2 + 10), .25)
    return dict(size=2.2, yaw=-28, cam=dict(elev=9))


def wash_bag(color, trim):
    hide = leather("hide", color, 6, .22, .44)
    tape = textile("tape", trim, image("tape", tile_twill(24, 4), True), 1.1, strength=1, dist=.05)
    w, d, h = 25.0, 11.5, 13.0
    n, m = 260, 110
    rows = []
    for q in np.linspace(0, 1, m):
        a = q * math.pi / 2
        z = h * math.sin(a) ** .82
        k = max(math.cos(a), 0) ** .42
        s = superellipse(w / 2 * (.93 + .07 * min(q * 6, 1)) * (1 - .10 * q ** 2), max(d / 2 * k * (.93 + .07 * min(q * 6, 1)), .9), 4.2, n)
        rows.append(np.column_stack([s, np.full(n, z)]))
    P = np.array(rows)
    p = P.reshape(-1, 3)
    out = np.stack([np.zeros(len(p)), np.sign(p[:, 1]) * np.clip(np.abs(p[:, 1]) / 2, 0, 1), np.zeros(len(p))], 1)
    p += out * (fbm(p * [.09, .09, .12], 1, 4, 3) * .75)[:, None] * np.interp(p[:, 2], [0, 2, 11, 13], [.3, 1, .8, .1])[:, None]
    p[:, 2] += fbm(p * [.10, 0, 0], 1, 2, 4) * .35 * np.clip(p[:, 2] / h, 0, 1)
    o = grid(P, hide, close_v=True, name="body")
    subsurf(o, 1)
    obj([tuple(v) for v in P[0]], [tuple(range(n))], hide, "base")
    topline = [p[np.argmin((p[:, 0] - x) ** 2 - p[:, 2] * 2 + 4 * p[:, 1] ** 2)] for x in np.linspace(-w / 2 + 2.2, w / 2 - 2.2, 20)]
    level = np.array([q[2] for q in topline])
    for _ in range(6):  # the zip lies smooth between the tops of the two sides
        level[1:-1] = (level[:-2] + 2 * level[1:-1] + level[2:]) / 4
    path = spline([(q[0], 0, z + .03) for q, z in zip(topline, level)], 160)
    zipper(path, (0, 0, 1), tape, (.60, .52, .36), None)
    brass = metal("zip", (.62, .54, .40), .35)
    at = path[134]
    move(box(.95, .75, .34, brass, (0, 0, 0), .1), tuple(at + [0, 0, .08]))
    sweep(spline([at + [.3, -.1, .3], at + [1.0, -.9, .38], at + [1.6, -2.6, .12], at + [1.8, -4.2, -.85]], 30), superellipse(.42, .09, 4, 20), hide, up=(0, -.3, 1))
    # tabs at both ends of the zip, a carry loop
    for s in (-1, 1):
        x = s * (w / 2 - 1.5)
        tab = spline([(x, 0, path[0 if s < 0 else -1][2] - .1), (x + s * 1.2, 0, h - 1.1), (x + s * 1.55, 0, h - 3.0)], 20)
        sweep(tab, superellipse(.9, .12, 4, 20), hide, up=(s, 0, 1))
    end = w / 2 - .1
    sweep(spline([(end - .4, -3.4, 8.6), (end + 1.2, -2.9, 9.6), (end + 1.7, 0, 10.0), (end + 1.2, 2.9, 9.6), (end - .4, 3.4, 8.6)], 50), np.array(superellipse(.95, .16, 4, 20)), hide, up=(.5, 0, 1))
    return dict(size=1.8, yaw=-24, cam=dict(elev=17))


def build(kind="tote", color=(.7, .66, .56), trim=(.03, .03, .03), handle=None, print_=None, dye=(.045, .05, .05), backdrop="paper", **own):
    """`print_`: the tote's print, 1000 x 1000, black on white; `dye` is its colour."""
    made = dict(tote=lambda: tote(color, handle or color, print_, dye), suitcase=lambda: suitcase(color, trim), wash=lambda: wash_bag(color, trim))[kind]()
    made.update({k: v for k, v in own.items() if k in ("yaw", "size")})
    return dict(backdrop=backdrop, **made)
