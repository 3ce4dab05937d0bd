"""Field optics: armoured binoculars and a refracting telescope on a wooden tripod."""
from kit import *
from families.woodwork import turned

DARK = (.014, .014, .015)


def binoculars(color):
    armour = plain("armour", color, .62, .35, 26, spec=.3)
    dark = plain("rubber", DARK, .55, .2, 40)
    met = metal("hinge", (.30, .30, .30), .4)
    for s in (-1, 1):
        x = s * 3.25
        parts = [lathe(fillet([(1.75, .3), (1.8, 0, .05), (2.35, 0, .15), (2.42, .6, .3), (2.42, 1.2, .3), (2.3, 1.8, .4), (2.28, 5.6, .8), (2.12, 7.4, .8), (2.05, 9.4, .6), (1.75, 10.4, .5), (0, 10.4)], 8), armour, 128),
                 knurled(lathe(fillet([(0, 10.3), (1.78, 10.3, .05), (1.82, 11.3, .1), (1.7, 11.4), (0, 11.4)], 5), dark, 320), 54, .03, low=10.45, high=11.2),
                 lathe(fillet([(1.3, 11.3), (1.72, 11.35, .05), (1.95, 12.3, .25), (2.0, 13.0, .12), (1.55, 13.1, .12), (1.2, 12.4, .1), (1.15, 11.9), (0, 11.9)], 7), dark, 96)]
        eye = element(1.15, (.012, .016, .020), .1)
        eye.location = (0, 0, 11.95)
        front = element(1.78, (.016, .010, .030), -.1)
        front.location = (0, 0, .5)
        front.scale = (1, 1, -1)
        for k in range(3):  # grip ribs
            parts.append(tube([(2.30 * math.cos(a), 2.30 * math.sin(a), 2.6 + k * .75) for a in np.linspace(0, 2 * math.pi, 64, endpoint=False)], .13, armour, 10, closed=True))
        for o in parts + [eye, front]:
            o.location = (o.location[0] + x, 0, o.location[2])
    for z, h in ((5.7, 1.5), (8.2, 1.4)):
        b = box(4.4, 1.9, h, armour, (0, .15, z), .5, 6)
    lathe(fillet([(0, 4.9), (.85, 4.9, .1), (.85, 10.0, .1), (0, 10.0)], 6), dark, 64)
    knurled(lathe(fillet([(0, 9.2), (1.15, 9.2, .1), (1.15, 10.6, .15), (0, 10.7)], 6), dark, 300), 40, .05, low=9.3, high=10.5)
    lathe(fillet([(0, 10.6), (.5, 10.65, .05), (.45, 10.9, .1), (0, 10.9)], 4), met, 40)
    return dict(size=1.75, yaw=18, cam=dict(elev=20))


def telescope(color, wood_a, wood_b, brass):
    white = plain("tube", color, .3, .05, 20, spec=.5, coat=.3)
    met, dark = metal("brass", brass, .24, .02), plain("black", DARK, .4)
    timber = wood("tripod", wood_a, wood_b, .08, .45)
    z0 = 96.0
    parts = [lathe(fillet([(3.3, -26), (3.55, -26, .1), (3.6, 30, .05), (3.5, 30), (0, 30)], 4), white, 128),
             lathe(fillet([(3.4, 30), (4.3, 30, .15), (4.35, 42, .1), (4.1, 42.2, .05), (4.0, 41), (4.0, 31)], 5), white, 128)]
    for z, h in ((-27.2, 1.6), (28.8, 1.4), (40.9, 1.5)):
        parts.append(lathe(fillet([(3.3, z), (3.72 if z < 40 else 4.42, z, .12), (3.72 if z < 40 else 4.42, z + h, .12), (3.3, z + h)], 5), met, 128))
    glass_ = element(3.9, (.010, .012, .025), .12)
    glass_.location = (0, 0, 38.5)
    parts.append(glass_)
    parts.append(lathe(fillet([(0, -27.2), (3.2, -27.2, .2), (2.2, -29.5, .4), (2.0, -30, .1), (2.0, -36, .1), (1.75, -36.1, .05), (1.7, -39.5, .1), (0, -39.6)], 6), met, 96))
    knob = knurled(lathe(fillet([(0, 0), (.9, 0, .05), (.9, 1.1, .1), (0, 1.1)], 5), dark, 200), 30, .04, low=.1, high=1.0)
    parts.append(move(knob, (2.0, 0, -33), (0, 90, 0)))
    # star diagonal and eyepiece
    parts.append(box(3.6, 3.6, 4.4, dark, (0, 0, -44), .6, 5))
    eye = lathe(fillet([(0, 0), (1.5, 0, .05), (1.5, 3.4, .1), (1.75, 3.5, .1), (1.75, 5.4, .2), (1.2, 5.9, .1), (.9, 5.5), (0, 5.5)], 5), dark, 80)
    parts.append(move(eye, (0, 1.4, -42), (-90, 0, 0)))
    # finder
    f = lathe(fillet([(0, -8), (.9, -8, .1), (.9, 4, .2), (1.3, 5, .2), (1.3, 10, .1), (1.1, 10.05), (1.0, 9), (0, 9)], 5), white, 64)
    parts.append(move(f, (0, 5.6, -16), (0, 0, 0)))
    for z in (-20, -12):
        parts.append(box(.7, 2.4, .8, met, (0, 4.1, z), .15))
    stand = put(bpy.data.objects.new("tube", None))
    for o in parts:
        o.parent = stand
    stand.rotation_euler = (0, math.radians(62), 0)
    stand.location = (0, 0, z0 + 5.2)
    # fork and tripod
    lathe(fillet([(0, z0 - 7), (2.4, z0 - 7, .2), (2.4, z0 - 3, .3), (1.5, z0 - 1.5, .5), (1.5, z0, .1), (0, z0)], 6), met, 80)
    for s in (-1, 1):
        sweep(spline([(0, s * 1.0, z0 - .6), (0, s * 3.6, z0 + .6), (0, s * 4.25, z0 + 5.4)], 30), superellipse(1.1, .35, 4, 24), met, up=(1, 0, 0))
        k = lathe(fillet([(0, 0), (1.3, 0, .1), (1.3, .8, .15), (0, .9)], 5), met, 48)
        move(k, (0, s * 4.5, z0 + 5.2), (-90 * s, 0, 0))
    for k in range(3):
        q = math.radians(120 * k + 75)
        for e in (-.085, .085):
            turned((math.cos(q) * 38 + math.sin(q) * e * 6, math.sin(q) * 38 - math.cos(q) * e * 6, 0), (math.cos(q + e) * 3.2, math.sin(q + e) * 3.2, z0 - 4.2), [1.0, 1.15, 1.25, 1.25, 1.1], timber)
        a, b = np.array([math.cos(q) * 38, math.sin(q) * 38, 0]), np.array([math.cos(q) * 3.2, math.sin(q) * 3.2, z0 - 4.2])
        m = a + (b - a) * .36
        tube([(0, 0, m[2] + 2), tuple(m)], .35, met, 12)
        move(box(1.6, 4.4, 3.2, met, (0, 0, 0), .3), tuple(b - [0, 0, 2.5]), (0, 0, math.degrees(q)))
    lathe(fillet([(0, 0), (1.5, 0, .2), (1.5, 1.6, .2), (0, 1.6)], 5), met, 48).location = (0, 0, (z0 - 4.2) * .36 + 1.2)
    return dict(size=2.35, yaw=-38, cam=dict(elev=7))


def build(kind="binoculars", color=(.035, .05, .04), wood_a=(.42, .24, .12), wood_b=(.28, .15, .07), brass=(.72, .58, .38), backdrop="paper"):
    return dict(backdrop=backdrop, **(binoculars(color) if kind == "binoculars" else telescope(color, wood_a, wood_b, brass)))
