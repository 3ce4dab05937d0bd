"""Small things: coiled leather belt, card holder, solitaire ring."""
from kit import *


def coil(r0, pitch, turns, tail, wobble=0, n=900):
    """A spiral from the inside out that ends in a straight tail along +x, seen from above."""
    a = np.linspace(0, turns * 2 * math.pi, n)
    r = r0 + pitch * a / (2 * math.pi) + wobble * np.sin(a * 1.7)
    end = -math.pi / 2 - turns * 2 * math.pi                # the outer end leaves to the right in front
    p = np.stack([r * np.cos(a + end), r * np.sin(a + end)], 1)
    if tail:
        p = np.concatenate([p, [p[-1] + [tail * k, .0] for k in np.linspace(.06, 1, 40)]])
    return spline(p[::6], n)


def belt(color, buckle, width=3.2):
    hide = leather("hide", color, 6, .20, .38)
    brass = metal("buckle", buckle, .28)
    thread = plain("thread", tuple(np.minimum(np.array(color) * 1.8 + .05, 1)), .8)
    p = coil(1.9, .62, 4.2, 7.5, .05)
    path = np.column_stack([p, np.full(len(p), width / 2)])
    t = .36
    sec = np.array(fillet([(-t / 2, -width / 2, .10), (t / 2, -width / 2, .10), (t / 2, width / 2, .10), (-t / 2, width / 2, .10)], 4, True))
    sweep(path, sec, hide, name="strap")
    # stitching follows both edges on the outer turn
    outer = path[int(len(path) * .62):]
    tan = np.gradient(outer, axis=0)
    tan /= np.linalg.norm(tan, axis=1, keepdims=True)
    nor = np.stack([tan[:, 1], -tan[:, 0], 0 * tan[:, 0]], 1)
    s = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(outer, axis=0), axis=1))])
    for zz in (.34, width - .34):
        for k in np.arange(.3, s[-1] - .6, .42):
            a, b = (np.array([np.interp(q, s, outer[:, i]) + np.interp(q, s, nor[:, i]) * (t / 2 + .01) for i in range(3)]) for q in (k, k + .27))
            a[2] = b[2] = zz
            tube([a, (a + b) / 2, b], .045, thread, 6)
    # buckle stands at the end of the tail: frame, bar, prong, keeper
    e = path[-1]
    w, h = 4.2, width + 1.5
    frame = [(e[0] + .2 + x, e[1], width / 2 + z) for x, z in fillet([(0, -h / 2, .8), (w, -h / 2, 1.1), (w, h / 2, 1.1), (0, h / 2, .8)], 8, True)]
    tube(spline(frame, 160, True), .27, brass, 16, closed=True)
    tube([(e[0] + .5, e[1], width / 2 - h / 2 + .2), (e[0] + .5, e[1], width / 2 + h / 2 - .2)], .2, brass)
    tube(spline([(e[0] + .5, e[1] - .3, width / 2), (e[0] + 2.2, e[1] - .42, width / 2), (e[0] + w + .5, e[1] - .30, width / 2)], 20), .17, brass)
    keep = [(e[0] - 2.4, e[1] - .2 + y, width / 2 + z) for y, z in fillet([(-.46, -width / 2 - .08, .12), (.36, -width / 2 - .08, .12), (.36, width / 2 + .08, .12), (-.46, width / 2 + .08, .12)], 5, True)]
    sweep(spline(keep, 120, True), np.array(superellipse(.10, .42, 4, 20)), hide, up=(1, 0, 0), closed=True)
    return dict(size=1.5, yaw=14, cam=dict(elev=28))


def card_holder(color, thread_color):
    hide = leather("hide", color, 5.5, .26, .44)
    thread = plain("thread", thread_color, .8)
    dark = plain("edge", tuple(np.array(color) * .45), .5, .2, 20)
    w, h = 10.4, 7.6
    z = 0.0
    for hh, t in ((h, .20), (h, .14), (6.2, .14), (4.9, .14)):
        slab(w, hh, t, hide, (0, -(h - hh) / 2, z), r=.7 if hh == h else .35, edge=.05)
        slab(w + .012, hh + .012, t * .45, dark, (0, -(h - hh) / 2, z + t * .28), r=.7 if hh == h else .35, edge=.02)
        z += t + .01
        if hh == 6.2:                                         # a card looks out of the front pocket
            slab(8.6, 5.4, .08, plain("card", (.74, .70, .61), .6, .1), (.15, -h / 2 + 5.75 - 2.7, z), r=.32, edge=.03)
            z += .06
    top = z
    for x in (-w / 2 + .32, w / 2 - .32):
        for y in np.arange(-h / 2 + .35, -h / 2 + 4.6, .36):
            tube([(x, y, top), (x, y + .12, top + .03), (x, y + .24, top)], .045, thread, 6)
    for x in np.arange(-w / 2 + .35, w / 2 - .5, .36):
        tube([(x, -h / 2 + .30, top), (x + .12, -h / 2 + .30, top + .03), (x + .24, -h / 2 + .30, top)], .045, thread, 6)
    return dict(size=1.6, yaw=24, cam=dict(elev=38))


def rings(gold, stone):
    """A solitaire standing on its band; without a stone, a plain broad band."""
    metal_ = metal("gold", gold, .16)
    t = np.linspace(0, 2 * math.pi, 240, endpoint=False)
    R = .92
    def band_(w, h, mat=metal_):
        path = np.stack([R * np.cos(t), 0 * t, R * np.sin(t) + R], 1)
        return sweep(path, np.array(superellipse(w, h, 2.6, 28)), mat, up=(0, 1, 0), closed=True)
    if not stone:
        band_(.07, .26)
        return dict(size=1.15, yaw=32, cam=dict(elev=20))
    band_(.085, .11)
    # oval brilliant in four claws
    g = Mat("topaz", color=stone, trans=1, rough=0, ior=1.62)
    n, a, b = 16, .46, .46
    ang = np.linspace(0, 2 * math.pi, n, endpoint=False)
    z0 = 2 * R + .18
    girdle, table, mid = [(a * math.cos(q), b * math.sin(q), z0 + .17) for q in ang], [(a * .56 * math.cos(q), b * .56 * math.sin(q), z0 + .31) for q in ang[::2]], [(a * .83 * math.cos(q), b * .83 * math.sin(q), z0 + .255) for q in ang[1::2]]
    V = girdle + table + mid + [(0, 0, z0 - .20)]
    F = [tuple(range(n, n + 8))]
    for k in range(8):
        k2 = (k + 1) % 8
        A, B, C, M, T, T2 = 2 * k, 2 * k + 1, (2 * k + 2) % n, n + 8 + k, n + k, n + k2
        F += [(A, B, M), (B, C, M), (T, A, M), (C, T2, M), (T2, T, M)]
    F += [(i, len(V) - 1, (i + 1) % n) for i in range(n)]
    stone_ = obj(V, F, g.m, "stone", smooth=False)
    weld(stone_)
    for q in np.radians((45, 135, 225, 315)):
        d = np.array([math.cos(q), math.sin(q), 0])
        tube(spline([d * .10 + [0, 0, 2 * R + .02], d * .30 + [0, 0, z0 + .0], d * .465 + [0, 0, z0 + .15], d * .44 + [0, 0, z0 + .245]], 24), .055, metal_, 14, scale=np.interp(np.linspace(0, 1, 24), [0, .8, 1], [1.2, 1.0, .75]))
    tube([(.0, -.0, 2 * R - .02), (0, 0, 2 * R + .06)], .17, metal_, 20)
    return dict(size=1.35, yaw=28, cam=dict(elev=16))


def build(kind="belt", color=(.2, .1, .05), buckle=(.62, .50, .30), thread=(.6, .5, .35), stone=(.95, .72, .40), backdrop="paper", **own):
    made = dict(belt=lambda: belt(color, buckle), cards=lambda: card_holder(color, thread), ring=lambda: rings(buckle, stone))[kind]()
    made.update({k: v for k, v in own.items() if k in ("yaw", "size")})
    return dict(backdrop=backdrop, **made)
