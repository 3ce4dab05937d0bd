"""Turned and joined furniture: three-legged stool and spindle-back dining chair, oiled or stained."""
from kit import *


def timber(a, b, along=2, scale=.07):
    return wood("timber", a, b, scale, .46, along=along)


def turned(p0, p1, radii, mat, n=60):
    """A round leg or spindle between two points; `radii` are spread evenly over its length."""
    p0, p1 = np.array(p0, float), np.array(p1, float)
    s = np.linspace(0, 1, n)
    k = spline([(t, r) for t, r in zip(np.linspace(0, 1, len(radii)), radii)], n)
    o = lathe([(0, 0)] + [(max(float(np.interp(t, k[:, 0], k[:, 1])), .05), t * np.linalg.norm(p1 - p0)) for t in s] + [(0, np.linalg.norm(p1 - p0))], mat, 40)
    bevel(o, .12, 3, 50)
    o.location = p0
    o.rotation_euler = Vector(p1 - p0).to_track_quat("Z", "Y").to_euler()
    return o


def stool(a, b, h=45.0, r=17.0):
    seat = timber(a, b, 0)
    leg = timber(a, b, 2)
    top = lathe(fillet([(0, h - 3.6), (r - 3.5, h - 3.6, 1.2), (r - .4, h - 2.2, .8), (r, h - .6, .7), (r - 1.2, h, .6), (r * .62, h - .45, 4), (0, h - .95)], 14), seat, 180)
    lumpy(top, .05, .12, 2, 3)
    foot, head = [], []
    for k in range(3):
        q = math.radians(k * 120 + 20)
        p1 = np.array([math.cos(q) * r * .52, math.sin(q) * r * .52, h - 2.8])
        p0 = np.array([math.cos(q) * r * 1.08, math.sin(q) * r * 1.08, 0])
        turned(p0, p1, [1.15, 1.4, 1.75, 1.9, 1.75, 1.35], leg)
        foot.append(p0)
        head.append(p1)
    at = lambda k, t: foot[k] + (head[k] - foot[k]) * t
    mid = (at(0, .36) + at(1, .36)) / 2
    turned(at(0, .36), at(1, .36), [.62, .8, .98, .8, .62], leg)
    turned(mid, at(2, .36), [.62, .85, .98, .8, .62], leg)
    return dict(size=1.95, yaw=-8, cam=dict(elev=14))


def chair(a, b):
    flat, up = timber(a, b, 1, .06), timber(a, b, 2)
    h = 45.0
    # saddled seat: shield outline, edges rolled under, two hollows
    n, m = 112, 30
    outline = []
    for t in np.linspace(0, 2 * math.pi, n, endpoint=False):
        c, s = math.cos(t), math.sin(t)
        x, y = 22.5 * math.copysign(abs(c) ** (2 / 3.2), c), 21 * math.copysign(abs(s) ** (2 / 3.2), s)
        outline.append((x * (1 - .10 * (y / 21 + 1) / 2), y))
    outline = np.array(outline)
    rows = []
    for k, z in fillet([(.02, h - 3.8), (.80, h - 3.8, 1.0), (.985, h - 2.2, .12), (1.0, h - 1.0, .02), (.985, h - .15, .02), (.93, h)], 6):
        rows.append(np.concatenate([outline * k, np.full((n, 1), z)], 1))
    for k in np.linspace(.9, .02, m):
        p = outline * k
        hollow = -1.25 * np.exp(-((p[:, 0] / 13) ** 2 + ((p[:, 1] - 3) / 13) ** 2)) - .35 * np.exp(-(((np.abs(p[:, 0]) - 9) / 6) ** 2 + ((p[:, 1] + 10) / 10) ** 2))
        rows.append(np.concatenate([p, (h + hollow)[:, None]], 1))
    grid(rows, flat, close_v=True, name="seat")
    feet = {}
    for sx in (-1, 1):
        for sy, fx, fy, hx, hy in ((-1, 21, -21.5, 16, -14), (1, 19.5, 25, 14, 13)):
            p0, p1 = np.array([sx * fx, fy, 0]), np.array([sx * hx, hy, h - 2.6])
            turned(p0, p1, [1.05, 1.35, 1.75, 1.95, 1.75, 1.3], up)
            feet[sx, sy] = (p0, p1)
    at = lambda s, t: feet[s][0] + (feet[s][1] - feet[s][0]) * t
    for sx in (-1, 1):
        turned(at((sx, -1), .42), at((sx, 1), .42), [.6, .85, 1.12, .85, .6], up)
    l, r_ = ((at((sx, -1), .42) + at((sx, 1), .42)) / 2 for sx in (-1, 1))
    turned(l, r_, [.6, .85, 1.12, .85, .6], up)
    # comb rail: bent plank carried by seven spindles
    top = 84.0
    arc = lambda x, bow, y: y - bow * (x / 21) ** 2
    rail = [(x, arc(x, 5.5, 29.5), top - .9 * (x / 21) ** 2) for x in np.linspace(-22, 22, 80)]
    end = np.interp(np.abs(np.linspace(-1, 1, 80)), [0, .86, .96, 1], [1, .92, .74, .42])
    path = np.array(rail)
    tan = np.gradient(path, axis=0)
    tan /= np.linalg.norm(tan, axis=1, keepdims=True)
    P = []
    for i in range(80):
        side = np.cross(tan[i], (0, -.22, 1))
        side /= np.linalg.norm(side)
        upv = np.cross(side, tan[i])
        P.append([path[i] + side * u * 1.05 + upv * v * 3.6 * end[i] for u, v in superellipse(1, 1, 3.4, 36)])
    grid(P, timber(a, b, 0, .06), close_v=True, cap=True, name="rail")
    for k in range(7):
        x0, x1 = (k - 3) * 4.7, (k - 3) * 5.9
        turned((x0, arc(x0, 3.5, 17.8), h - 1.2), (x1, arc(x1, 5.5, 29.3), top - 1.0), [.62, .78, .92, .80, .62], up)
    return dict(size=2.15, yaw=28, cam=dict(elev=11))


def build(kind="chair", wood_a=(.50, .33, .19), wood_b=(.36, .21, .11), backdrop="paper"):
    return dict(backdrop=backdrop, **(stool if kind == "stool" else chair)(wood_a, wood_b))
