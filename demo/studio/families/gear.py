"""For the floor of a gym: rolled mat, cork block, foam roller, skipping rope."""
from mathutils import Matrix
from kit import *


def foam(name, color, scale=5, strength=.35, rough=.82):
    m = Mat(name, spec=.2, sheen=.15)
    n = m.noise(scale, 5)
    c = np.array(color)
    m.set(color=m.mix(m.noise(.25, 4), color, tuple(c * .86)), rough=rough, normal=m.bump(n, strength, .05))
    return m.m


def mat_roll(color, back, width=61.0, turns=7, t=.5, tail=17.0):
    """Rolled up but for its end, which lies on the floor; the spiral is seen from the side."""
    top = textile("mat", color, image("mat", tile_plain(16, 8), True), .9, strength=.9, dist=.06, vary=.16, sheen=.1, dark=.72)
    under = foam("under", back, 6, .3)
    pitch = t * 1.16
    R = 2.2 + turns * pitch
    a = np.linspace(0, turns * 2 * math.pi, 900)
    r = R - pitch * a / (2 * math.pi)
    # the roll turns back over its own tail: start at the floor and climb on the right
    lift = np.clip(a / (2 * math.pi), 0, 1) ** .5 * pitch * .5
    spiral = np.stack([r * np.sin(a), R + t * .5 + lift - (r * np.cos(a)) * 1.0], 1)
    flat = np.array([(x, t * .5 + .35 * max(0, (-x - tail + 4) / 4) ** 2) for x in np.linspace(-tail, -.4, 60)])
    path = spline(np.concatenate([flat, spiral[2::8]]), 900)
    slack = fbm(np.stack([path[:, 0] * .25, path[:, 1] * .25, np.zeros(len(path))], 1), 1, 2, 3) * .07
    tan = np.gradient(path, axis=0)
    tan /= np.linalg.norm(tan, axis=1, keepdims=True)
    nor = np.stack([-tan[:, 1], tan[:, 0]], 1)
    ys = np.linspace(-width / 2, width / 2, 50)
    drift = np.cumsum(np.random.default_rng(5).normal(0, .012, len(path)))  # nobody rolls a mat straight
    def side(off, mat, name):
        q = path + nor * (off + slack)[:, None]
        P = np.array([[(x, y + drift[i], z) for y in ys] for i, (x, z) in enumerate(q)])
        return grid(P, mat, name=name)
    side(t / 2, top, "top")
    side(-t / 2, under, "under")
    for y in (0, -1):
        rows = [[(path[i, 0] + nor[i, 0] * (o + slack[i]), ys[y] + drift[i] + (-.06 if y == 0 else .06) * (1 - abs(o) / (t / 2)), path[i, 1] + nor[i, 1] * (o + slack[i])) for o in np.linspace(-t / 2, t / 2, 5)] for i in range(len(path))]
        grid(rows, under, name="edge")
    rows = [[(path[0, 0] - .05 * (1 - abs(o) / (t / 2)), y + drift[0], path[0, 1] + o) for y in ys] for o in np.linspace(-t / 2, t / 2, 5)]
    grid(rows, under, name="end")


def cork(name="cork"):
    m = Mat(name, rough=.86, spec=.15)
    v = m.n("TexVoronoi", {"Vector": m.mix(.12, m.coords(), m.n("TexNoise", {"Scale": 3.0, "Vector": m.coords()}).outputs["Color"]), "Scale": 2.6, "Randomness": 1.0})
    f = m.n("TexVoronoi", {"Vector": m.coords(), "Scale": 7.0, "Randomness": 1.0})
    grey = lambda node: m.n("SeparateColor", {"Color": node.outputs["Color"]}).outputs[0]
    c = m.ramp(grey(v), [(0, (.30, .165, .075)), (.35, (.44, .27, .14)), (.75, (.54, .36, .20)), (1, (.60, .42, .25))])
    c = m.mix(m.math("MULTIPLY", m.math("GREATER_THAN", grey(f), .90), .85), c, (.10, .05, .025))
    c = m.mix(m.math("MULTIPLY", m.math("LESS_THAN", grey(f), .10), .5), c, (.70, .53, .34))
    h = m.math("ADD", grey(v), m.noise(8, 4))
    m.set(color=c, normal=m.bump(h, .35, .05))
    return m.m


def blocks():
    mat = cork()
    a = box(22.5, 12.0, 7.5, mat, (0, 0, 0), .75, 6)
    move(a, (0, 0, 0), (0, 0, -8))
    b = box(22.5, 7.5, 12.0, mat, (0, 0, 0), .75, 6)
    b.data.transform(Matrix.Translation((40, 40, 0)))  # other grain than its neighbour
    move(b, (-40, -40, 0), (0, 0, 0))
    e = put(bpy.data.objects.new("turn", None))
    b.parent = e
    move(e, (1.2, 0, 7.5), (0, 0, 22))


def roller(color, core, long=33.0, r=7.0):
    """Foam sleeve with a moulded grid on a hard tube, lying on its side."""
    m = foam("foam", color, 7, .35)
    n, k = 520, 380
    z = np.linspace(-long / 2, long / 2, k)
    a = np.linspace(0, 2 * math.pi, n, endpoint=False)
    Z, A = np.meshgrid(z, a, indexing="ij")
    smooth = lambda x, w: 1 / (1 + np.exp(-x / w))
    # three kinds of field round the roller: big blocks, narrow ribs, big blocks
    block = 11
    u = (A * block / (2 * math.pi)) % 1
    v = (Z / 4.2 + .5 * (np.floor(A * block / (2 * math.pi)) % 2)) % 1
    big = smooth(np.minimum(u, 1 - u) * 4.0 - .22, .05) * smooth(np.minimum(v, 1 - v) * 4.2 - .24, .05)
    ribs = smooth(np.abs(((Z / 1.4) % 1) - .5) * 1.4 - .2, .04)
    zone = ((A / (2 * math.pi) * 3) % 1)
    zone = np.where(zone > .72, 1, 0)
    seam = smooth(np.minimum(np.abs(((A / (2 * math.pi) * 3) % 1) - .72), np.minimum(((A / (2 * math.pi) * 3) % 1), 1 - ((A / (2 * math.pi) * 3) % 1))) * 14 - .25, .06)
    h = np.where(zone > 0, ribs, big) * seam * smooth(long / 2 - .9 - np.abs(Z), .08)
    edge = np.clip((long / 2 - np.abs(Z)) / .5, 0, 1)
    R = r - .55 + .55 * h - .35 * (1 - np.sqrt(1 - (1 - edge) ** 2))
    P = np.stack([R * np.cos(A), R * np.sin(A), Z], 2)
    o = grid(P, m, close_v=True, name="sleeve")
    inner = r - 1.5
    parts = [o]
    for s in (-1, 1):
        parts.append(grid([[(q * math.cos(t), q * math.sin(t), s * long / 2) for t in a[::4]] for q in np.linspace(inner, r - .9, 6)], m, close_v=True))
    tube_mat = plain("core", core, .42, .1, 20)
    parts.append(lathe(fillet([(inner + .05, -long / 2 - .02), (inner + .02, -long / 2 - .12, .05), (inner - .32, -long / 2 - .12, .08), (inner - .36, 0), (inner - .32, long / 2 + .12, .08), (inner + .02, long / 2 + .12, .05), (inner + .05, long / 2 + .02)], 5), tube_mat, 120))
    for p in parts:
        move(p, (0, 0, r), (90, 0, 0))


def skipping_rope(color, wood_a, wood_b):
    oak = wood("beech", wood_a, wood_b, .35, .45)
    brass = metal("ferrule", (.60, .47, .28), .32)
    cord = textile("cord", color, image("cord", tile_twill(20, 4), True), 1.5, strength=1.0, dist=.08, vary=.25, sheen=.4, dark=.55)
    n = 640
    t = np.linspace(0, 1, n)
    a = t * 4.0 * 2 * math.pi - math.pi / 2          # begins and ends in front
    r = 16.5 - 3.9 * t + .30 * np.sin(a * .75 + 1)
    z = .42 + .15 * np.sin(a * .5) ** 2
    coil = np.stack([r * np.cos(a), r * np.sin(a) * .9, z], 1)
    hand1, hand2 = np.array([-6.5, -21.5, 1.45]), np.array([4.5, -23.0, 1.45])
    first = spline([hand1, hand1 + [.6, 3.2, -.5], (-3.5, -15.7, .5), coil[14]], 50)[:-1]
    last = spline([coil[-6], coil[-1] + [2.2, .4, .55], (6.8, -12.6, 1.5), (6.6, -17.0, 1.65), hand2 + [.4, 3.0, .1], hand2], 70)[1:]
    path = np.concatenate([first[:, :3], coil[14:-6], last])
    tube(spline(path[::3], 760), .42, cord, 14)
    for p, yaw in ((hand1, -11), (hand2, 8)):
        e = put(bpy.data.objects.new("handle", None))
        pts = [(1.15, 0), (1.5, .4), (1.5, 1.4), (1.25, 3.4), (1.2, 6), (1.35, 9.5), (1.5, 12.0), (1.36, 13.3), (.95, 14.1), (.56, 14.4)]
        prof = [(0, 0)] + [(q - .05 * sum(math.exp(-((s - k) / .07) ** 2) for k in (10.2, 10.7, 11.2)), s) for q, s in spline(pts, 140)]
        lathe(prof, oak, 80).parent = e
        lathe(fillet([(.64, 13.9), (.64, 15.0, .1), (.42, 15.05, .05), (.40, 14.2)], 5), brass, 48).parent = e
        # the handle's tip (z = 15) sits at p and points up the picture
        d = math.radians(yaw)
        move(e, (p[0] + math.sin(d) * 15, p[1] - math.cos(d) * 15, 1.5), (-90, 0, yaw))


def build(kind="mat", color=(.3, .35, .3), back=None, core=(.02, .02, .02), wood_a=(.62, .42, .24), wood_b=(.48, .30, .16), yaw=24, elev=16, size=1.8, backdrop="paper"):
    if kind == "mat":
        mat_roll(color, back or tuple(np.array(color) * .6))
    elif kind == "block":
        blocks()
    elif kind == "roller":
        roller(color, core)
    else:
        skipping_rope(color, wood_a, wood_b)
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))
