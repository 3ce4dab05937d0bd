"""Spectacles and sunglasses of acetate, temples open, standing on their rims."""
from kit import *


def acetate(name, color, second=None):
    m = Mat(name, spec=.5, coat=.5, coat_rough=.05, rough=.22)
    if second is not None:
        n = m.n("TexNoise", {"Vector": m.coords(), "Scale": .9, "Detail": 5.0, "Distortion": 1.2}).outputs["Fac"]
        m.set(color=m.ramp(n, [(.42, second), (.56, color)]))
    else:
        m.set(color=color)
    return m.m


def build(color=(.10, .05, .03), second=None, lens=(.02, .022, .02), clear=False, shape="round", yaw=-26, elev=15, size=1.7, backdrop="paper"):
    frame = acetate("acetate", color, second)
    pin = metal("pin", (.62, .60, .56), .3)
    if clear:
        g = glass("lens", (1, 1, 1), 0, 1.45, .95)
    else:
        gm = Mat("lens", color=tuple(np.array(lens)), rough=.04, spec=.5)
        gm.set(alpha=.88)
        g = gm.m
    a, b, e = (2.42, 2.28, 2.25) if shape == "round" else (2.65, 2.12, 2.9)
    gap, t = 3.30, .42
    n = 160
    for s in (-1, 1):
        o = superellipse(a, b, e, n)
        if shape != "round":                                  # wider at the brow
            o[:, 0] *= 1 + .07 * (o[:, 1] / b)
        P = np.stack([s * gap + o[:, 0], np.zeros(n), o[:, 1] + b + t], 1)
        P[:, 1] = .035 * (P[:, 0]) ** 2                       # face curve
        sec = np.array(fillet([(-.18, -.26, .12), (.24, -.26, .14), (.24, .26, .14), (-.18, .26, .12)], 5, True))
        c = P.mean(0)
        sweep(P, sec[:, ::-1], frame, up=(0, 1, 0), closed=True, name="rim")
        R = np.linspace(0, 1, 12)
        V = [[c[0] + (p[0] - c[0]) * k, .035 * (c[0] + (p[0] - c[0]) * k) ** 2 - .05, c[2] + (p[2] - c[2]) * k] for k in R for p in P]
        lens_ = grid(np.array(V).reshape(12, n, 3), g, close_v=True, name="lens")
        if clear:
            mod(lens_, "SOLIDIFY", thickness=.14, offset=0)
        # end piece, hinge, temple with a bent tip
        x0, z0 = s * (gap + a * .98), b + t + b * .42
        y0 = .035 * x0 ** 2
        end = spline([(x0 - s * .12, y0 - .02, z0), (x0 + s * .34, y0 + .04, z0 + .03), (x0 + s * .52, y0 + .35, z0 + .03), (x0 + s * .54, y0 + .75, z0 + .03)], 30)
        tem = np.array(fillet([(-.17, -.36, .12), (.17, -.36, .12), (.17, .36, .12), (-.17, .36, .12)], 4, True))
        sweep(end, tem, frame, up=(0, 0, 1), name="end")
        x1 = x0 + s * .54
        path = spline([(x1, y0 + .80, z0 + .03), (x1 + s * .12, y0 + 4, z0 + .02), (x1 + s * .05, y0 + 8, z0 - .05), (x1 - s * .25, y0 + 10.4, z0 - .35), (x1 - s * .55, y0 + 12.3, z0 - 1.65), (x1 - s * .75, y0 + 13.6, z0 - 3.1)], 90)
        sweep(path, tem, frame, up=(0, 0, 1), scale=np.interp(np.linspace(0, 1, 90), [0, .5, .72, .97, 1], [1, .78, .92, 1.05, .6]), name="temple")
        for dz in (-.15, .15):
            q = lathe([(0, 0), (.09, 0), (.09, .02), (0, .04)], pin, 20)
            move(q, (x0 + s * .26 - s * .05, y0 - .20 + .02, z0 + dz * 1.1), (90, 0, 0))
        pad = spline([(s * (gap - a * .93), -.0, b + t - .1), (s * (gap - a * 1.04), .42, b + t - .55), (s * (gap - a * 1.0), .55, b + t - 1.2)], 20)
        sweep(pad, superellipse(.26, .16, 2.2, 20), frame, up=(s, 0, 0), scale=np.interp(np.linspace(0, 1, 20), [0, .5, 1], [.7, 1, .5]))
    x = gap - a
    bridge = spline([(-x - .12, .03, b + t + .55), (-x * .55, -.02, b + t + 1.0), (0, -.03, b + t + 1.12), (x * .55, -.02, b + t + 1.0), (x + .12, .03, b + t + .55)], 50)
    sweep(bridge, np.array(superellipse(.25, .27, 3, 24)), frame, up=(0, 1, 0), name="bridge")
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))
