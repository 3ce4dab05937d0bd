"""Twin-bell alarm clock: lacquered drum, printed dial, brass bells, hammer, handle and feet. It looks towards -y."""
from kit import *


def facing(o, y=0, z=0):
    """Lathe axis (z) to the viewer."""
    o.rotation_euler = (math.radians(90), 0, 0)
    o.location = (0, y, z)
    return o


def hand(mat, angle, length, width, y, z, tail=.9):
    pts = [(-width * .7, -tail), (width * .7, -tail), (width, 0), (width * .35, length), (-width * .35, length), (-width, 0)]
    th = .07
    o = obj([(x, -th, v) for x, v in pts] + [(x, th, v) for x, v in pts], [tuple(range(6)), tuple(range(11, 5, -1))] + [(i, (i + 1) % 6, 6 + (i + 1) % 6, 6 + i) for i in range(6)], mat, "hand", smooth=False)
    return move(o, (0, y, z), (0, angle, 0))


def build(dial, color=(.1, .2, .2), brass=(.80, .60, .33), backdrop="paper"):
    lacquer = Mat("lacquer", color=color, rough=.22, spec=.5, coat=.4, coat_rough=.08)
    lacquer.set(normal=lacquer.bump(lacquer.noise(2.0, 3), .04, .05))
    met = metal("brass", brass, .20, .03)
    dark = plain("hands", (.02, .02, .022), .4)
    R, D, Z = 5.2, 4.6, 6.9
    facing(lathe(fillet([(0, -D / 2), (R - .6, -D / 2, .5), (R, -D / 2 + .8, .5), (R, D / 2 - .7, .4), (R - .18, D / 2 - .2, .2), (R - .5, D / 2 - .25, .1), (R - .55, D / 2 - .9)], 10), lacquer.m, 180), 0, Z)
    facing(lathe(fillet([(R - .62, D / 2 - .85), (R - .58, D / 2 - .1, .1), (R - .30, D / 2 + .12, .15), (R - .05, D / 2 - .15, .12), (R - .1, D / 2 - .4)], 8), met, 180), 0, Z)
    y = -D / 2 + .8
    m = Mat("dial", rough=.6, spec=.3)
    m.set(color=m.tex(bpy.data.images.load(dial), 1, ext="EXTEND"))
    r = R - .58
    t = np.linspace(0, 2 * math.pi, 96, endpoint=False)
    obj([(0, y, Z)] + [(r * math.cos(q), y, Z + r * math.sin(q)) for q in t], [(0, 1 + i, 1 + (i + 1) % 96) for i in range(96)], m.m, "dial", [(.5, .5)] + [(.5 + .5 * math.cos(q), .5 + .5 * math.sin(q)) for q in t], smooth=False)
    hand(dark, 304, 2.5, .24, y - .14, Z)
    hand(dark, 54, 3.6, .19, y - .26, Z)
    hand(plain("alarm", brass, .4), 210, 1.9, .09, y - .08, Z, .3)
    facing(lathe(fillet([(0, -.1), (.26, -.1, .03), (.26, .42, .08), (0, .45)], 4), met, 32), y, Z)
    # bells on stems, hammer between, handle above
    for s in (-1, 1):
        tilt = math.radians(33)
        base = np.array([s * math.sin(tilt) * (R - .05), .1, Z + math.cos(tilt) * (R - .05)])
        d = np.array([s * math.sin(tilt), 0, math.cos(tilt)])
        bell = lathe(fillet([(2.35, .9), (2.42, .86, .04), (2.45, 1.0, .04)], 3) + [(2.4 * math.cos(a), 1.05 + 1.75 * math.sin(a)) for a in np.linspace(.03, math.pi / 2 - .02, 30)] + [(0, 2.8)], met, 96)
        mod(bell, "SOLIDIFY", thickness=.1, offset=-1)
        pin = lathe(fillet([(0, -.4), (.28, -.4), (.28, 2.75, .05), (.36, 2.78, .05), (.34, 3.1, .15), (0, 3.15)], 5), met, 32)
        for o in (bell, pin):
            o.location = base
            o.rotation_euler = Vector(d).to_track_quat("Z", "Y").to_euler()
        leg = np.array([s * math.sin(math.radians(148)) * 1.0, 0, math.cos(math.radians(148))])
        p1 = np.array([0, 0, Z]) + leg * (R - .25)
        p0 = p1 + leg * ((p1[2]) / -leg[2] - .30)
        tube([p1 + (p0 - p1) * k for k in np.linspace(0, 1, 12)], .34, met, 20)
        ball = lathe([(.55 * math.sin(a), -.55 * math.cos(a)) for a in np.linspace(0, math.pi, 24)], met, 40)
        move(ball, tuple(p0 + np.array([0, 0, .25])))
    tube([(0, .1, Z + R - .2), (0, .1, Z + R + 1.7)], .16, met, 14)
    hammer = lathe(fillet([(0, -.7), (.42, -.7, .12), (.42, .7, .12), (0, .7)], 6), met, 40)
    move(hammer, (0, .1, Z + R + 1.75), (0, 90, 0))
    tube(spline([(-2.9, .1, Z + R + 2.1), (-2.3, .1, Z + R + 3.6), (0, .1, Z + R + 4.5), (2.3, .1, Z + R + 3.6), (2.9, .1, Z + R + 2.1)], 60), .26, met, 16)
    return dict(size=1.85, yaw=20, backdrop=backdrop, cam=dict(elev=9))
