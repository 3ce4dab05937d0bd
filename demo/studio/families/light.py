"""Small light: pocket torch, filament bulbs, jointed desk lamp."""
from kit import *
from families.glassware import thin

DARK = (.018, .018, .019)


def torch(color):
    """Lies on its side, lens towards -x."""
    met, rub = metal("barrel", color, .34, .01), plain("switch", DARK, .6, .2, 40)
    r = 1.25
    parts = [lathe(fillet([(0, 0), (r - .3, 0, .1), (r - .15, .25, .1), (r - .15, 1.4, .1), (r, 1.5, .05), (r, 9.2, .05), (r - .12, 9.4, .05), (r - .12, 10.2, .1), (1.75, 11.6, .3), (1.9, 11.9, .1), (1.9, 13.6, .1), (1.75, 13.8, .08), (1.62, 13.75, .05), (1.6, 13.2), (0, 13.2)], 7), met, 360)]
    knurled(parts[0], 56, .035, low=2.0, high=8.6)
    for z in (11.98, 12.5, 13.05):
        parts.append(tube([(1.905 * math.cos(a), 1.905 * math.sin(a), z) for a in np.linspace(0, 2 * math.pi, 90, endpoint=False)], .045, plain("groove", DARK, .6), 8, closed=True))
    parts.append(lathe([(1.58, 13.3), (1.3, 12.7), (.8, 12.3), (.3, 12.15), (0, 12.15)], metal("mirror", (.85, .84, .82), .12, .15), 96))
    led = Mat("led", color=(.9, .8, .4), emit=(1, .86, .62), emit_k=2.5)
    parts.append(lathe([(.28 * math.sin(a), 12.2 + .2 * math.cos(a)) for a in np.linspace(math.pi / 2, 0, 12)], led.m, 40))
    g = disc(1.6, thin())
    g.location = (0, 0, 13.55)
    parts.append(g)
    b = lathe(fillet([(0, 0), (.52, 0), (.52, .22, .1), (0, .26)], 5), rub, 48)
    parts.append(move(b, (0, -r + .12, 9.8), (90, 0, 0)))
    ring = tube([(.55 * math.cos(a), 0, -.42 + .55 * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 40, endpoint=False)], .08, metal("ring", (.7, .7, .68), .2), 10, closed=True, up=(0, 1, 0))
    parts.append(ring)
    stand = put(bpy.data.objects.new("torch", None))
    for o in parts:
        o.parent = stand
    lean = math.degrees(math.asin((1.95 - 1.25) / 12))
    stand.rotation_euler = (0, math.radians(-(90 - lean)), 0)
    stand.location = (6, 0, 1.27)
    return dict(size=1.95, yaw=32, cam=dict(elev=15))


def bulb(brass):
    g = thin(edge=(.40, .43, .42))
    out = spline([(1.25, 0), (1.3, .8), (1.75, 2.4), (2.75, 4.6), (3.05, 6.2), (2.75, 8.0), (1.6, 9.15), (0, 9.45)], 80)
    made = [lathe([tuple(p) for p in out], g, 128)]
    z = np.linspace(-2.7, .15, 120)
    thread = [(1.3 + .09 * math.sin(2 * math.pi * q / .62), q) for q in z]
    made.append(lathe([(0, -3.25), (.35, -3.22), (.42, -3.05), (.7, -2.95), (1.15, -2.75)] + thread + [(1.24, .35), (1.2, .36)], metal("cap", brass, .26, .01), 96))
    made.append(lathe(fillet([(0, -3.3), (.4, -3.3, .05), (.42, -3.1), (0, -3.1)], 4), metal("tip", (.5, .5, .48), .35), 40))
    stem = Mat("stem", color=(.85, .88, .86), rough=.12, spec=.5)
    made.append(lathe(fillet([(0, .2), (.9, .2, .2), (.35, 1.0, .3), (.28, 2.6, .1), (.12, 3.0), (0, 3.0)], 6), stem.m, 48))
    wire = metal("wire", (.6, .58, .54), .3)
    glow = Mat("filament", color=(.8, .5, .15), rough=.5, emit=(1, .60, .20), emit_k=1.1)
    for k in range(4):
        a = math.radians(90 * k + 45)
        c, s = math.cos(a), math.sin(a)
        made.append(tube([(c * .85, s * .85, 3.2), (c * 1.0, s * 1.0, 5.0), (c * .55, s * .55, 6.9)], .085, glow.m, 10))
        made.append(tube([(c * .16, s * .16, 2.8), (c * .6, s * .6, 2.9), (c * .85, s * .85, 3.25)], .035, wire, 8))
        made.append(tube([(c * .55, s * .55, 6.85), (0, 0, 7.1)], .035, wire, 8))
    return made


def bulbs(brass):
    for at, yaw, turn in (((-3.6, 3.0, 0), -48, 10), ((3.8, 1.6, 0), 42, 55)):
        stand = put(bpy.data.objects.new("bulb", None))
        for o in bulb(brass):
            o.parent = stand
            o.rotation_euler = (0, 0, math.radians(turn))
        # touches the ground with its widest part and with its cap
        lean = math.degrees(math.asin((3.05 - 1.39) / 8.7))
        stand.rotation_euler = (math.radians(90 - lean), 0, math.radians(yaw))
        stand.location = (at[0], at[1], 1.88)
    return dict(size=2.15, yaw=0, cam=dict(elev=20))


def rod(p, q, r, mat):
    return tube([tuple(np.array(p) + (np.array(q) - np.array(p)) * t) for t in np.linspace(0, 1, 8)], r, mat, 24)


def desk(color, brass, on):
    c, met = plain("powder", color, .42, .10, 22, spec=.45), metal("brass", brass, .24, .004)
    inner = plain("inner", (.84, .81, .75), .6)
    lathe(fillet([(0, 0), (11.0, 0, .1), (11.2, .4, .25), (11.1, 1.9, .6), (1.8, 2.2, .3), (1.4, 3.0, .2), (1.4, 3.8), (0, 3.8)], 10), c, 180)
    a, b, e = (0, 0, 2.5), (-11.5, 0, 33.0), (14.0, 0, 50.0)
    rod(a, b, .72, c)
    for s in (-1, 1):
        rod((b[0], s * .85, b[2]), (e[0], s * .85, e[2]), .42, c)
    for p in (b, e):
        move(lathe(fillet([(0, -1.35), (1.35, -1.35, .12), (1.35, 1.35, .12), (0, 1.35)], 6), c, 64), p, (90, 0, 0))
        k = knurled(lathe(fillet([(0, 0), (.95, 0, .05), (.95, .8, .1), (0, .82)], 5), met, 200), 26, .04, low=.1, high=.7)
        move(k, (p[0], -1.3, p[2]), (90, 0, 0))
    # shade: a truncated cone that looks down
    prof = fillet([(0, 11.6), (2.7, 11.6, .6), (3.0, 8.8, .4), (4.4, 7.4, 1.2), (9.8, 0, .08)], 8)
    shade = [lathe(prof + [(9.7, -.05)], c, 160), lathe([(r * .97, z - .12) for r, z in prof], inner, 160), lathe([(3.1 * math.sin(t), 4.4 - 3.1 * math.cos(t)) for t in np.linspace(0, math.pi, 24)], Mat("bulb", color=(1, 1, 1), emit=(1, .76, .48), emit_k=on).m, 48)]
    shade.append(lathe(fillet([(0, 11.5), (.9, 11.5), (.9, 13.0, .1), (0, 13.0)], 4), met, 48))
    stand = put(bpy.data.objects.new("shade", None))
    for o in shade:
        o.parent = stand
    stand.rotation_euler = (math.radians(-20), math.radians(-14), 0)  # turned towards the viewer a little: the lit inside shows
    stand.location = (e[0] + 3.9, -3.9, e[2] - 11.4)
    rod(e, (e[0] + 1.0, 0, e[2] - .4), .7, c)
    return dict(size=2.15, yaw=18, cam=dict(elev=9), lights=dict(key=.75, fill=.75))


def build(kind="torch", color=(.05, .055, .06), brass=(.70, .57, .38), on=14.0, backdrop="paper"):
    made = {"torch": lambda: torch(color), "bulbs": lambda: bulbs(brass), "desk": lambda: desk(color, brass, on)}[kind]()
    return dict(backdrop=backdrop, **made)
