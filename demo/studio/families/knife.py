"""Chef's knife with full tang, two scales and three rivets; lies on its side, edge towards the camera, if you like on a board."""
from kit import *
from families import board as boards


def blade(steel, L=20.5, H=4.7):
    n = 120
    x = np.linspace(0, L, n)
    edge = -H + np.interp(x, [0, L * .35, L * .7, L * .9, L], [0, .06, .75, 2.3, H - .35])
    edge = np.convolve(np.pad(edge, 8, "edge"), np.ones(17) / 17, "valid")
    spine = -np.interp(x, [0, L * .55, L], [0, .08, .62])
    spine = np.minimum(np.convolve(np.pad(spine, 8, "edge"), np.ones(17) / 17, "valid"), 0)
    thick = np.interp(x, [0, L * .8, L], [.135, .07, .03])
    P = []
    for i in range(n):
        grind = edge[i] + .16
        e = min(edge[i], spine[i] - .05)
        P.append([(x[i], spine[i], thick[i]), (x[i], (spine[i] * 2 + grind) / 3, thick[i] * .8), (x[i], grind, .04), (x[i], e, .004), (x[i], e, -.004), (x[i], grind, -.04),
                  (x[i], (spine[i] * 2 + grind) / 3, -thick[i] * .8), (x[i], spine[i], -thick[i])])
    o = grid(P, steel, close_v=True, cap=True, name="blade")
    o.data.use_auto_smooth, o.data.auto_smooth_angle = True, math.radians(9)
    return o


def build(scale_a=(.20, .10, .055), scale_b=(.09, .045, .025), on_board=True, board_a=(.50, .33, .19), board_b=(.38, .23, .12), size=2.7, yaw=-24, elev=36, backdrop="paper"):
    steel = metal("steel", (.27, .27, .275), .36, .02, along=0)
    bolster = metal("bolster", (.70, .70, .69), .16)
    walnut = wood("scales", scale_a, scale_b, .5, .38, along=0)
    parts = [blade(steel)]
    parts.append(box(1.5, 2.1, 1.35, bolster, (-.7, -1.0, -.675), .22, 5))
    # tang between two scales, curved to the hand
    path = [(x, -1.02 - .28 * math.sin((x + 1.4) / 11.6 * math.pi) ** 2 - .5 * np.clip((-x - 9.5) / 3.2, 0, 1) ** 2, 0) for x in np.linspace(-1.4, -13, 60)]
    girth = np.interp(np.linspace(0, 1, 60), [0, .25, .6, .9, .97, 1], [.98, 1.0, .96, 1.12, 1.06, .86])
    for s in (-1, 1):
        sec = fillet([(-1.05, .09 * s, 0), (1.05, .09 * s, 0), (1.0, .72 * s, .5), (-1.0, .72 * s, .5)], 8, closed=True)
        parts.append(sweep(path, [(b, a) for b, a in sec], walnut, up=(0, 0, 1), scale=girth))
    parts.append(sweep(path, fillet([(-1.06, -.1, .02), (1.06, -.1, .02), (1.06, .1, .02), (-1.06, .1, .02)], 3, closed=True), steel, up=(0, 0, 1), scale=girth))
    for x in (-3.2, -6.6, -10.0):
        y = -1.02 - .28 * math.sin((x + 1.4) / 11.6 * math.pi) ** 2
        r = lathe(fillet([(0, -.735), (.34, -.735, .04), (.34, .735, .04), (0, .735)], 4), bolster, 40)
        parts.append(move(r, (x, y, 0)))
    z = .75
    if on_board:
        first = len(MADE)
        boards.build(wood_a=board_a, wood_b=board_b, w=43, d=17)
        for o in MADE[first:]:
            move(o, (1.5, -.6, -2.2), (0, 0, 180))  # its hole is behind the handle
    stand = put(bpy.data.objects.new("knife", None))
    for o in parts:
        o.parent = stand
    # rests on the scales' side and the tip
    stand.rotation_euler = (0, math.radians(1.6), math.radians(6))
    stand.location = (1.0, .4, z - .02)
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))
