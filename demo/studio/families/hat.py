"""Hats and caps: bucket hat, straw hat with a ribbon, ribbed beanie, six-panel cap."""
from kit import *


def ring(r, z, n=240):
    t = np.linspace(0, 2 * math.pi, n, endpoint=False)
    return np.stack([r * np.cos(t), r * np.sin(t), np.full(n, z)], 1)


def evenly(line, n):
    """Points at equal distances on a line, which a spline would round."""
    p = np.asarray(line, float)
    s = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(p, axis=0).T))])
    at = np.linspace(0, s[-1], n)
    return np.stack([np.interp(at, s, p[:, k]) for k in (0, 1)], 1)


def bucket(color):
    cv = textile("drill", color, image("drill", tile_twill(20, 6), True), 1.15, strength=.7, dist=.05, vary=.25, sheen=.2, dark=.62)
    n, oval = 260, 1.16
    prof = fillet([(.02, 9.4), (7.3, 9.5, 1.1), (8.7, 1.9, .5), (12.9, -3.2)], 14)
    prof = spline(prof, 150)
    P = np.array([ring(r, z, n) for r, z in prof])
    # stitched rows are furrows in the brim; the brim waves a little
    out = np.clip((np.hypot(P[..., 0], P[..., 1]) - 8.7) / 4.2, 0, 1)
    t = np.arctan2(P[..., 1], P[..., 0])
    P[..., 2] += out ** 1.5 * (.55 * np.cos(2 * t + .6) + .30 * np.cos(3 * t + 2)) - .05 * np.cos(out * 2 * math.pi * 7) * (out > .02)
    P[..., 1] *= oval
    o = grid(P, cv, close_v=True, name="crown")
    lumpy(o, .28, .16, 3, 3)
    lumpy(o, .12, .5, 3, 7)
    mod(o, "SOLIDIFY", thickness=.16, offset=-1)
    subsurf(o, 1)
    welt = np.array(ring(8.72, 1.95, 200)) * [1, oval, 1]
    tube(welt, .13, cv, 12, closed=True)
    crown = np.array(ring(7.25, 9.33, 200)) * [1, oval, 1]
    tube(crown, .13, cv, 12, closed=True)
    eye = metal("eyelet", (.55, .48, .34), .35)
    for a in (-118, -96, 62, 84):
        t = math.radians(a)
        e = put(bpy.data.objects.new("eyelet", None))
        q = lathe(fillet([(.22, 0), (.42, .05, .05), (.42, .12, .05), (.22, .14), (.20, -.1)], 4, True), eye, 40)
        q.parent = e
        move(e, (8.28 * math.cos(t), 8.28 * oval * math.sin(t), 4.1), (0, 78, a))
    return dict(size=1.8, yaw=14, cam=dict(elev=15))


def straw(color, ribbon):
    """A braid sewn in a spiral from the crown to the brim."""
    m = Mat("straw", rough=.62, spec=.3)
    uv = m.n("SeparateXYZ", {"Vector": m.coords("UV")})
    u, v = uv.outputs[0], uv.outputs[1]
    zig = m.math("ABSOLUTE", m.math("SUBTRACT", m.math("FRACT", m.math("DIVIDE", v, .62)), .5))
    plait = m.math("FRACT", m.math("ADD", m.math("DIVIDE", u, .30), m.math("MULTIPLY", zig, 1.7)))
    h = m.math("SINE", m.math("MULTIPLY", plait, math.pi))
    c = np.array(color)
    tone = m.noise(3.5, 4)
    base = m.mix(m.ramp(tone, [(.35, (0, 0, 0)), (.68, (1, 1, 1))]), tuple(c * .72), color)
    m.set(color=m.mix(1.0, base, m.ramp(h, [(0, (.45, .42, .38)), (.6, (1, 1, 1))]), "MULTIPLY"), normal=m.bump(h, .7, .08, m.bump(m.noise(8, 4), .2, .03)))
    prof = evenly(fillet([(.02, 10.6), (8.1, 10.8, 2.6), (9.0, .95, .5), (19.0, -1.3)], 14), 420)
    n = 300
    P = np.array([ring(r, z, n) for r, z in prof])
    s = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(prof, axis=0).T))])
    t = np.linspace(0, 2 * math.pi, n, endpoint=False)
    braid = ((s[:, None] - t[None, :] / (2 * math.pi) * .95) / .95) % 1     # each turn overlaps the one before
    bump_ = .065 * np.sin(np.pi * braid) ** .6
    nor = np.gradient(prof, axis=0)
    nor = np.stack([-nor[:, 1], nor[:, 0]], 1)
    nor /= np.linalg.norm(nor, axis=1, keepdims=True)
    P[..., 0] += np.cos(t) * nor[:, :1] * -bump_
    P[..., 1] += np.sin(t) * nor[:, :1] * -bump_
    P[..., 2] -= nor[:, 1:] * bump_
    out = np.clip((np.hypot(P[..., 0], P[..., 1]) - 9.6) / 9.4, 0, 1)
    P[..., 2] += out ** 1.6 * (.9 * np.cos(2 * t + .5) + .35 * np.cos(3 * t + 1.2))
    P[..., 1] *= 1.12
    o = grid(P, m.m, close_v=True, name="hat")
    lumpy(o, .10, .15, 2, 4)
    mod(o, "SOLIDIFY", thickness=.18, offset=-1)
    band_ = textile("ribbon", ribbon, image("grosgrain", tile_rib(16, 8), True), 1.4, strength=.6, dist=.03, dark=.7, rot=math.pi / 2)
    rows = [ring(np.interp(z, [1.1, 7.2], [9.12, 8.58]) + .10 + dr, z) * [1, 1.12, 1] for z, dr in ((1.25, -.06), (1.28, .0), (2.4, .02), (3.6, .02), (4.72, .0), (4.75, -.06))]
    grid(np.array(rows), band_, close_v=True, name="ribbon")
    return dict(size=2.0, yaw=0, cam=dict(elev=17))


def woven_label(path, w=4.2, h=2.1):
    """A label sewn to knitwear: its ends give way to the stitches that hold it."""
    nx, ny = 25, 13
    u, v = np.meshgrid(np.linspace(-1, 1, nx), np.linspace(-1, 1, ny))
    z = .05 * np.sin(2.1 * u + 1.3 * v) + .03 * np.sin(5 * u - 2 * v) - .16 * np.abs(u) ** 6
    V = [(x * w / 2, y * h / 2, q) for x, y, q in zip(u.ravel(), v.ravel(), z.ravel())]
    F = [(j * nx + i, j * nx + i + 1, (j + 1) * nx + i + 1, (j + 1) * nx + i) for j in range(ny - 1) for i in range(nx - 1)]
    o = obj(V, F, picture(path, .85), "label", [((x + 1) / 2, (y + 1) / 2) for x, y in zip(u.ravel(), v.ravel())])
    mod(o, "SOLIDIFY", thickness=.06)
    return o


def beanie(color, label=None):
    """Laid down flat, its cuff towards the viewer."""
    c = np.array(color)
    yarn = textile("yarn", color, image("knit", tile_knit(96, 4), True), .62, strength=.9, dist=.10, vary=.25, sheen=.6, dark=.45, fuzz=.2)
    n = 520
    t = np.linspace(0, 2 * math.pi, n, endpoint=False)
    w, hgt, thick = 10.6, 21.5, 2.3
    ribs = 44
    def shape(y):
        """Half width at height y above the cuff's lower edge."""
        k = np.clip(y / hgt, 0, 1)
        return w * np.sqrt(np.clip(1 - np.clip((k - .34) / .66, 0, 1) ** 2.3, 0, 1))
    ys = np.concatenate([np.linspace(.3, hgt * .8, 120), hgt * .8 + (hgt * .1995) * np.sin(np.linspace(.01, math.pi / 2, 80))])
    rows = []
    for y in ys:
        a = shape(y)
        b = thick * (.55 + .45 * np.clip((hgt - y) / 4, 0, 1) ** .5) * min(1, a / 4)
        k = .16 * np.abs(np.sin(t * ribs / 2)) ** .7 * min(1, a / 3.5)
        x = np.sign(np.cos(t)) * np.abs(np.cos(t)) ** .8 * a
        z = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** .75 * b
        rows.append(np.stack([x * (1 + k / max(a, .5)), np.full(n, y), z + np.sign(np.sin(t)) * k * 1.3], 1))
    body = grid(rows, yarn, close_v=True, cap=True, name="body")
    lumpy(body, .55, .13, 3, 4)
    cuff_rows = []
    for off, y in fillet([(-.2, .5), (.05, -.35, .4), (.62, -.45, .5), (.72, .4, .4), (.66, 6.3, .4), (.45, 6.75, .3), (.0, 6.5)], 7):
        a, b = w + off * .9, thick + off * .75
        k = .24 * np.abs(np.sin(t * ribs / 2)) ** .7
        x = np.sign(np.cos(t)) * np.abs(np.cos(t)) ** .8 * a
        z = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** .75 * b
        cuff_rows.append(np.stack([x * (1 + k / a), np.full(n, y), z + np.sign(np.sin(t)) * k], 1))
    cuff_rows = np.array(cuff_rows)
    dense = np.array([spline(cuff_rows[:, j], 70) for j in range(0, n, 1)]).transpose(1, 0, 2)
    cuff = grid(dense, yarn, close_v=True, name="cuff")
    lumpy(cuff, .35, .13, 3, 9)
    if label:
        move(woven_label(label), (0, 3.1, thick + 1.30), (0, 0, 1.5))
    for o, count in ((body, 30000), (cuff, 20000)):
        fuzz(o, count, .28, tuple(np.minimum(c * 1.2, 1)), 3, radius=.05)
    for o in (body, cuff):
        warp(o, lambda p: np.stack([p[:, 0], p[:, 1], np.where(p[:, 2] < 0, p[:, 2] * .45, p[:, 2])], 1))
    return dict(size=1.75, yaw=14, cam=dict(elev=48))


def cap(color):
    c = np.array(color)
    cv = textile("twill", color, image("twill", tile_twill(20, 6), True), 1.25, strength=.6, dist=.04, vary=.22, sheen=.25, dark=.66)
    n, m = 960, 110
    t = np.linspace(0, 2 * math.pi, n, endpoint=False)
    rows = []
    for q in np.linspace(0, .995, m):
        a = q * math.pi / 2
        rad, z = math.cos(a) ** .72, 10.5 * math.sin(a) ** 1.02
        seam = np.abs(((t / (2 * math.pi) * 6) % 1) - .5)           # one seam in the middle of the front
        wide = min(1.0, .25 + rad)                                  # panels narrow towards the button, seams do not
        groove = -.13 * np.exp(-(seam * wide / .012) ** 2) + .045 * np.exp(-((seam * wide - .034) / .010) ** 2)
        flat = 1 - .018 * np.cos(6 * t)                    # panels are straighter between seams
        r = rad * flat
        x = 8.7 * r * np.cos(t)
        y = 10.2 * r * np.sin(t)
        front = np.clip(-np.sin(t), 0, 1)
        y = y - front * 1.1 * math.sin(a) * rad               # stiff front panels stand up
        P = np.stack([x, y, np.full(n, z)], 1)
        nor = np.stack([np.cos(t) * math.cos(a), np.sin(t) * math.cos(a), np.full(n, math.sin(a))], 1)
        rows.append(P + nor * groove[:, None] * min(1, rad * 3))
    o = grid(rows, cv, close_v=True, name="crown")
    lumpy(o, .22, .22, 3, 4)
    lathe(fillet([(0, 10.92), (.62, 10.8, .2), (.78, 10.5, .2), (.7, 10.3)], 6), cv, 40)
    # visor: crescent that bends down at its sides
    ang = np.linspace(math.radians(200), math.radians(340), 120)
    def visor(top):
        R = []
        for q in np.linspace(0, 1, 40):
            k = np.clip(np.sin((ang - ang[0]) / (ang[-1] - ang[0]) * math.pi), 0, 1)
            x = 8.72 * np.cos(ang) * (1 + .02 * q * k)
            y = 10.15 * np.sin(ang) - 8.4 * q * k ** .6
            z = .85 - 2.6 * (x / 8.7) ** 2 * (.25 + .75 * q * k) - .9 * q * k
            stitch = -.03 * np.abs(np.sin(q * math.pi * 7)) ** 8
            R.append(np.stack([x, y, z + (stitch if top else -.34)], 1))
        return R
    a_, b_ = visor(True), visor(False)
    grid(a_ + [x for x in b_[::-1]], cv, name="visor")
    return dict(size=1.8, yaw=-34, cam=dict(elev=14))


def build(kind="bucket", color=(.5, .45, .35), ribbon=(.04, .045, .06), label=None, backdrop="paper", **own):
    """`label`: woven label of a beanie, 920 x 460."""
    made = dict(bucket=lambda: bucket(color), straw=lambda: straw(color, ribbon), beanie=lambda: beanie(color, label), cap=lambda: cap(color))[kind]()
    made.update({k: v for k, v in own.items() if k in ("yaw", "size")})
    return dict(backdrop=backdrop, **made)
