"""Rackets and bats lying on the floor: tennis, badminton with shuttlecocks, table tennis."""
from kit import *


def oval(a, b, cy, n=220, drop=.06):
    """Head of a racket, a little wider towards the top; starts at the bottom."""
    t = np.linspace(-math.pi / 2, 1.5 * math.pi, n, endpoint=False)
    y = np.sin(t)
    return np.stack([a * np.cos(t) * (1 + drop * y - .02 * y * y), cy + b * y], 1)


def half_width(P, y):
    """Half width of a closed outline at height y."""
    e = [(p, q) for p, q in zip(P, np.roll(P, -1, 0)) if (p[1] - y) * (q[1] - y) <= 0 and p[1] != q[1]]
    return max(abs(p[0] + (q[0] - p[0]) * (y - p[1]) / (q[1] - p[1])) for p, q in e)


def strings(P, mains, crosses, r, mat, z, frame):
    """Woven strings inside an outline, their ends hidden in the frame."""
    lo, hi = P[:, 1].min(), P[:, 1].max()
    a = P[:, 0].max()
    xs = np.linspace(-a, a, mains + 2)[1:-1] * .97
    ys = np.linspace(lo, hi, crosses + 4)[2:-2]
    pitch = xs[1] - xs[0]
    for k, x in enumerate(xs):
        inside = [p[1] for p, q in zip(P, np.roll(P, -1, 0)) if (p[0] - x) * (q[0] - x) <= 0]
        y0, y1 = min(inside) - frame * .3, max(inside) + frame * .3
        yy = np.linspace(y0, y1, 160)
        wave = np.cos((yy - ys[0]) / (ys[1] - ys[0]) * math.pi + k * math.pi) * r * .5
        tube(np.stack([np.full(160, x), yy, z + wave], 1), r, mat, 6, cap=False)
    for k, y in enumerate(ys):
        w = half_width(P, y) + frame * .3
        xx = np.linspace(-w, w, 130)
        wave = -np.cos((xx - xs[0]) / pitch * math.pi + k * math.pi) * r * .5
        tube(np.stack([xx, np.full(130, y), z + wave], 1), r, mat, 6, cap=False)


def grip(color, butt, r, y0, y1, z, turns, flat=.9):
    """Handle wound with overlapping tape; a cap at its end."""
    m = Mat("tape", rough=.72, spec=.25)
    c = np.array(color)
    holes = m.n("TexVoronoi", {"Vector": m.coords(), "Scale": 3.2, "Randomness": .1}).outputs["Distance"]
    m.set(color=m.mix(m.noise(.5, 4), color, tuple(c * .82)), normal=m.bump(m.ramp(holes, [(.05, (0, 0, 0)), (.2, (1, 1, 1))]), .35, .03, m.bump(m.noise(5, 4), .15, .02)))
    n, k = 900, 96
    y = np.linspace(y0, y1, n)
    t = np.linspace(0, 2 * math.pi, k, endpoint=False)
    Y, T = np.meshgrid(y, t, indexing="ij")
    phase = (Y - y0) / (y1 - y0) * turns + T / (2 * math.pi)
    f = phase % 1
    step = .10 * f ** .9 - .11 * np.exp(-((np.minimum(f, 1 - f)) / .05) ** 2)
    flare = 1 + .16 * np.exp(-((Y - y0) / 1.4) ** 2) - .02 * np.clip((Y - y0) / (y1 - y0), 0, 1)
    oct_ = 1 + .035 * np.cos(8 * T)
    R = (r * flare) * oct_ + step
    P = np.stack([R * np.cos(T), Y, z + R * flat * np.sin(T)], 2)
    grid(P, m.m, close_v=True, cap=True, name="grip")
    b = lathe(fillet([(0, 0), (r * .85, 0, .3), (r * 1.16, .35, .2), (r * 1.12, .7)], 6), plain("butt", butt, .5, .1), 60)
    move(b, (0, y0 - .45, z), (-90, 0, 0), (1, flat, 1))
    return m.m


def collar(mat, r, y, z, flat=.9, w=1.0):
    o = lathe(fillet([(r * .8, -w / 2), (r, -w / 2, .1), (r * .97, w / 2, .1), (r * .7, w / 2)], 5), mat, 60)
    move(o, (0, y, z), (-90, 0, 0), (1, flat, 1))


def lacquer(name, color):
    m = Mat(name, color=color, spec=.5, coat=.8, coat_rough=.08, rough=.32)
    m.set(normal=m.bump(m.noise(1.4, 3), .03, .05))
    return m.m


def tennis(color, accent, tape):
    z = 1.25
    frame, mark = lacquer("frame", color), lacquer("accent", accent)
    P = oval(13.2, 17.0, 50.5)
    sec = superellipse(.62, 1.12, 3.0, 28)
    ring = np.column_stack([P, np.full(len(P), z)])
    sweep(ring, sec, frame, up=(0, 0, 1), closed=True, name="head")
    for s in (1, -1):                                      # a band of the second colour on each shoulder
        seg = ring[[i for i, p in enumerate(P) if 59.5 < p[1] < 62.5 and p[0] > 0]] * [s, 1, 1]
        sweep(seg, sec * 1.03, mark, up=(0, 0, 1), name="band")
    guard = plain("guard", (.025, .025, .026), .45)
    top = ring[[i for i, p in enumerate(P) if p[1] > 57]]
    c = np.array([0, 50.5, 0])
    out = (top - c) * [1, 1, 0]
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    sweep(top + out * .55, superellipse(.28, .55, 3, 20), guard, up=(0, 0, 1), name="bumper")
    for s in (-1, 1):                                      # throat: two arms that meet in the shaft
        arm = spline([(s * 8.6, 37.6, z), (s * 6.3, 33.4, z), (s * 3.4, 28.0, z), (s * 1.25, 23.0, z), (s * .95, 19.0, z)], 90)
        sweep(arm, superellipse(.72, 1.16, 3.0, 28), frame, up=(0, 0, 1), name="arm")
    sweep(spline([(0, 24.6, z), (0, 21, z), (0, 17.6, z)], 30), superellipse(1.62, 1.2, 3.2, 32), frame, up=(0, 0, 1), scale=np.interp(np.linspace(0, 1, 30), [0, .35, 1], [.55, .95, 1.0]), name="shaft")
    string = plain("string", (.74, .70, .58), .4)
    strings(P, 16, 19, .075, string, z, .7)
    grip(tape, (.03, .03, .03), 1.55, .6, 18.4, z + .32, 8.5)
    collar(plain("collar", (.03, .03, .03), .6), 1.62, 18.6, z + .25, .9, 1.1)
    return 68.5


def shuttle(at, rot):
    cork = Mat("cork", rough=.6, spec=.3, coat=.15, coat_rough=.3)
    cork.set(color=cork.ramp(cork.noise(3, 5), [(.3, (.70, .62, .50)), (.7, (.80, .75, .66))]), normal=cork.bump(cork.noise(6, 4), .12, .03))
    first = len(MADE)
    lathe([(1.30 * math.cos(a) + 1e-4, 1.30 * math.sin(a)) for a in np.linspace(-math.pi / 2, 0, 30)] + [(1.31, .9), (1.25, 1.05), (0, 1.08)], cork.m, 80)
    tapeband = plain("band", (.10, .20, .16), .5)
    lathe([(1.325, .45), (1.33, .95)], tapeband, 80)
    quill = plain("quill", (.80, .78, .70), .45)
    vane = Mat("feather", color=(.84, .83, .80), rough=.75, spec=.15, sss=.15, sss_color=(.9, .88, .84), sss_radius=(.3, .3, .3))
    barb = vane.n("TexWave", {"Vector": vane.coords("UV"), "Scale": 9.0, "Distortion": 1.6, "Detail": 2.0}).outputs["Fac"]
    vane.set(normal=vane.bump(barb, .35, .03))
    for k in range(16):
        a = 2 * math.pi * k / 16
        R = lambda s: 1.05 + (3.25 - 1.05) * s
        d = np.array([math.cos(a), math.sin(a), 0])
        side = np.array([-math.sin(a), math.cos(a), 0])
        tube([d * R(s) + [0, 0, 1.0 + 6.0 * s] for s in np.linspace(0, .98, 12)], .075, quill, 8, scale=np.linspace(1.2, .6, 12))
        rows = []
        for s in np.linspace(.36, 1.03, 22):
            q = (s - .36) / .67
            w = (.86 * (1 - (1 - min(q * 2.2, 1)) ** 2) * (1 if q < .86 else math.sqrt(max(1 - ((q - .86) / .14) ** 2, .0)))) + .02
            row = []
            for u in np.linspace(-1, 1, 9):
                row.append(d * (R(s) + .10 * u - .06 * u * u) + side * w * u * (1.0 if u < 0 else .82) + np.array([0, 0, 1.0 + 6.0 * s]))
            rows.append(row)
        o = grid(rows, vane.m, name="vane")
        mod(o, "SOLIDIFY", thickness=.03, offset=0)
    t = np.linspace(0, 2 * math.pi, 120, endpoint=False)
    thread = plain("thread", (.75, .74, .70), .8)
    for s in (.14, .28):
        q = 1.05 + 2.2 * s + .05 + .04 * np.cos(16 * t)
        tube(np.stack([q * np.cos(t), q * np.sin(t), np.full(120, 1.0 + 6.0 * s)], 1), .06, thread, 8, closed=True)
    e = put(bpy.data.objects.new("shuttle", None))
    for o in MADE[first:-1]:
        o.parent = e
    move(e, at, rot)
    bpy.context.view_layer.update()
    low, _ = extent(MADE[first:-1])
    e.location = (at[0], at[1], at[2] - low[2])


def badminton(color, accent, tape, alone=False):
    z = .95
    frame, mark = lacquer("frame", color), lacquer("accent", accent)
    P = oval(9.6, 12.2, 53.5, drop=.02)
    ring = np.column_stack([P, np.full(len(P), z)])
    sec = superellipse(.42, .55, 2.6, 24)
    sweep(ring, sec, frame, up=(0, 0, 1), closed=True, name="head")
    seg = ring[[i for i, p in enumerate(P) if p[1] < 46.5 and p[0] > 0]]
    for s in (1, -1):
        sweep(seg[2:] * [s, 1, 1], sec * 1.04, mark, up=(0, 0, 1), name="band")
    joint = spline([(0, 41.3, z), (0, 40.2, z), (0, 38.8, z)], 20)
    sweep(joint, superellipse(1.0, .56, 2.6, 24), frame, up=(0, 0, 1), scale=np.interp(np.linspace(0, 1, 20), [0, .4, 1], [1.5, .9, .48]), name="joint")
    tube([(0, y, z) for y in np.linspace(18.5, 40.5, 12)], .37, metal("shaft", (.17, .17, .175), .3), 24)
    cone = lathe(fillet([(1.05, 0), (1.02, .8, .2), (.55, 2.6, .5), (.40, 3.2)], 6), plain("cone", (.03, .03, .03), .4), 48)
    move(cone, (0, 16.6, z + .25), (-90, 0, 0))
    strings(P, 20, 21, .045, plain("string", (.78, .77, .72), .4), z, .4)
    grip(tape, (.03, .03, .03), 1.15, .5, 16.8, z + .27, 7.5, .86)


def bat(at, yaw, face, wood_mat, flip=False, z=0.0, tilt=(0, 0)):
    """Blade of five plies, rubber on both sides, flared handle."""
    first = len(MADE)
    t = np.radians(np.linspace(-58, 238, 120))
    head = [(7.55 * math.cos(a), 17.6 + 7.85 * math.sin(a)) for a in t]
    blade = head + [(-2.6, 9.9), (-1.55, 9.0), (-1.4, 7.0), (-1.4, .2), (1.4, .2), (1.4, 7.0), (1.55, 9.0), (2.6, 9.9)]
    def plate(pts, z0, h, mat, edge, name):
        pts = np.array(pts)
        rows = []
        n = np.stack([np.roll(pts, -1, 0)[:, 1] - np.roll(pts, 1, 0)[:, 1], -(np.roll(pts, -1, 0)[:, 0] - np.roll(pts, 1, 0)[:, 0])], 1)
        n /= np.linalg.norm(n, axis=1, keepdims=True)
        for inset, zz in fillet([(.3, 0), (0, 0, edge), (0, h, edge), (.3, h)], 5):
            q = pts - n * inset
            rows.append(np.column_stack([q, np.full(len(q), z0 + zz)]))
        o = grid(rows, mat, close_v=True, cap=True, name=name)
        o.data.use_auto_smooth, o.data.auto_smooth_angle = True, math.radians(40)
        return o
    plate(blade, .72, .62, wood_mat, .06, "blade")
    rub = [(7.45 * math.cos(a), 17.6 + 7.75 * math.sin(a)) for a in np.radians(np.linspace(-50, 230, 120))]
    sponge = plain("sponge", (.55, .30, .12), .8)
    for side, (z0, c) in enumerate(((1.34, face[0]), (.34, face[1]))):
        m = Mat("rubber", color=c, rough=.50, spec=.35)
        m.set(normal=m.bump(m.noise(9, 4), .10, .02), rough=m.ramp(m.noise(.6, 5), [(.3, (.42,) * 3), (.7, (.58,) * 3)]))
        plate(rub, z0 + (.0 if side == 0 else .18), .20, sponge, .03, "sponge")
        plate(rub, z0 + (.20 if side == 0 else .0), .18, m.m, .05, "sheet")
    tape = plain("tape", (.03, .03, .032), .55)
    edge = np.array([(7.63 * math.cos(a), 17.6 + 7.93 * math.sin(a), 1.03) for a in np.radians(np.linspace(-52, 232, 200))])
    sweep(edge, superellipse(.06, .62, 4, 16), tape, up=(0, 0, 1), name="tape")
    dark = wood("scale", (.30, .16, .08), (.20, .10, .05), .5, .45, along=1)
    # handle: the blade's core between two rounded scales
    for s in (1, -1):
        rows = []
        for y in np.linspace(.0, 9.6, 30):
            w = 1.38 + .30 * np.clip((3.5 - y) / 3.5, 0, 1) ** 1.6 + .05 * np.clip((y - 6) / 4, 0, 1)
            hgt = (.80 + .10 * np.clip((3 - y) / 3, 0, 1)) * math.sqrt(np.clip((9.75 - y) / 1.2, .02, 1)) * math.sqrt(np.clip((y + .25) / .3, .2, 1))
            a = np.linspace(0, math.pi, 24)
            x = w * np.sign(np.cos(a)) * np.abs(np.cos(a)) ** .62
            rows.append(np.stack([x, np.full(24, y), 1.03 + s * (.30 + hgt * np.abs(np.sin(a)) ** .62)], 1))
        o = grid(rows, dark, cap=True, name="scale")
    core = box(2.9, 9.4, .62, wood_mat, (0, 4.75, .72), .12, 3)
    warp(core, lambda p: np.stack([p[:, 0] * (1 + .16 * np.clip((3.5 - p[:, 1]) / 3.5, 0, 1) ** 1.6), p[:, 1], p[:, 2]], 1))
    e = put(bpy.data.objects.new("bat", None))
    for o in MADE[first:-1]:
        o.parent = e
    e.rotation_euler = (math.radians(tilt[0]), math.radians(tilt[1] + (180 if flip else 0)), math.radians(yaw))
    e.location = at
    bpy.context.view_layer.update()
    low, _ = extent(MADE[first:-1])
    e.location = (at[0], at[1], z - low[2])


def table_tennis(faces):
    ply = wood("ply", (.66, .48, .30), (.54, .36, .20), .4, .5, along=1)
    bat((-8.5, -10.5, 0), 20, faces, ply)
    bat((9.5, -13.5, 0), -16, faces, ply, flip=True)
    ball = Mat("ball", color=(.84, .83, .80), rough=.38, spec=.4, sss=.1, sss_color=(.9, .88, .84), sss_radius=(.3, .3, .3))
    for at in ((-1.2, -11.0), (3.8, -4.8)):
        lathe([(2 * math.cos(a) + 1e-4, 2 + 2 * math.sin(a)) for a in np.linspace(-math.pi / 2, math.pi / 2, 50)], ball.m, 80).location = (*at, 0)


def build(kind="tennis", color=(.03, .05, .045), accent=(.6, .5, .3), tape=(.04, .04, .04), faces=((.42, .05, .045), (.03, .03, .032)), alone=False, yaw=-28, elev=52, size=2.1, backdrop="paper"):
    if kind == "tennis":
        tennis(color, accent, tape)
    elif kind == "badminton":
        badminton(color, accent, tape)
        if not alone:
            shuttle((9.5, 24, 0), (78, 0, 130))
            shuttle((13.5, 14.5, 0), (98, 0, 35))
    elif kind == "shuttle":
        shuttle((0, 0, 0), (180, 0, 0))
    else:
        table_tennis(faces)
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))
