"""Pots and pans: seasoned iron frying pan with a forged handle; enamelled casserole with lid and loop handles."""
from kit import *


def iron(color=(.020, .019, .018)):
    m = Mat("iron", spec=.5, color=color)
    big, fine = m.noise(.35, 5), m.noise(4.5, 5)
    m.set(color=m.ramp(big, [(.35, tuple(np.array(color) * .8)), (.7, tuple(np.array(color) * 1.9 + np.array([.012, .007, .004])))]),
          rough=m.ramp(big, [(.3, (.34,) * 3), (.7, (.52,) * 3)]), normal=m.bump(fine, .22, .03))
    return m.m


def pan(r=13.0, h=4.4):
    black = iron()
    lathe(fillet([(0, 0), (r * .78, 0, .5), (r * .84, .25, .8), (r, h, .1), (r - .12, h + .16, .1), (r - .32, h + .05, .1), (r * .80, .55, 1.0), (0, .38)], 12), black, 180)
    n = 70
    path = spline([(r - .55, 0, h - 1.7), (r + 1.2, 0, h - .9), (r + 5, 0, h + 1.3), (r + 11, 0, h + 3.3), (r + 17, 0, h + 4.3), (r + 20.5, 0, h + 4.2)], n)
    s = np.linspace(0, 1, n)
    width = np.interp(s, [0, .08, .25, .6, .92, .97, 1], [1.9, 1.35, .95, 1.15, 1.35, 1.25, .8])
    P = []
    for i in range(n):
        t = np.gradient(path, axis=0)[i]
        t /= np.linalg.norm(t)
        up = np.cross((0, 1, 0), t) * -1
        sec = superellipse(1, .30, 3.2, 32)
        P.append([path[i] + np.array([0, 1, 0]) * a * width[i] + up * b for a, b in sec])
    handle = grid(P, black, close_v=True, cap=True, name="handle")
    hole = lathe([(0, -3), (.52, -3), (.52, 3), (0, 3)], None, 40)
    hole.location = path[-7]
    hole.scale = (1.7, 1, 1)
    MADE.remove(hole)
    bpy.context.view_layer.update()
    mod(handle, "BOOLEAN", object=hole, operation="DIFFERENCE", solver="EXACT")
    bevel(handle, .12, 3, 40)
    bake(handle)
    bpy.data.objects.remove(hole)
    handle.data.use_auto_smooth, handle.data.auto_smooth_angle = True, math.radians(40)
    rivet = metal("rivet", (.5, .49, .47), .35)
    for y, z in ((-1.0, h - 1.75), (1.0, h - 1.75), (0, h - 2.6)):
        o = lathe(fillet([(0, .32), (.4, .26, .2), (.52, 0, 0)], 6), rivet, 32)
        k = (z - .55) / (h - .55)
        move(o, (r * .80 + (r * .185) * k - .15, y, z), (0, -74, 0))
    return dict(size=2.15, yaw=-34, cam=dict(elev=26))


def casserole(color, inner, knob, r=12.5, h=10.5):
    enamel = Mat("enamel", color=color, rough=.13, spec=.5, coat=.5, coat_rough=.05)
    shade = enamel.noise(.12, 4)
    c = np.array(color)
    enamel.set(color=enamel.mix(enamel.ramp(shade, [(.35, (0, 0, 0)), (.7, (1, 1, 1))]), tuple(np.minimum(c * 1.05, 1)), tuple(c * .86)), normal=enamel.bump(enamel.noise(1.6, 3), .05, .08))
    e = enamel.m
    rim = iron((.03, .03, .03))
    met = metal("knob", knob, .24, .04)
    lathe(fillet([(0, 0), (r * .86, 0, .6), (r * .93, .5, 1.0), (r, 3.2, 3), (r * 1.005, h - .7, .2), (r * 1.02, h, .1)], 12), e, 200)
    lathe(fillet([(r * 1.02, h - .02), (r * 1.02, h + .16, .06), (r * .955, h + .16, .06), (r * .955, h - .05)], 4), rim, 160)
    lathe(fillet([(r * .955, h), (r * .93, 2.2, 1.6), (r * .8, .9, .8), (0, .8)], 8), plain("inside", inner, .25), 128)
    z = h + .2
    lathe(fillet([(r * .95, z - .9), (r * 1.03, z + .02, .06), (r * 1.035, z + .34, .16), (r * .985, z + .62, .3), (r * .82, z + 1.5, 2), (r * .40, z + 2.5, 3), (1.5, z + 2.72, .2), (0, z + 2.74)], 14), e, 200)
    k = z + 2.7
    lathe(fillet([(0, k), (.95, k, .05), (.72, k + .5, .3), (.75, k + 1.0, .3), (1.9, k + 1.35, .35), (2.05, k + 1.9, .3), (1.7, k + 2.3, .35), (0, k + 2.42)], 10), met, 96)
    for s in (-1, 1):
        pts = [(s * (r - .5), -4.1, h - 1.9), (s * (r + .9), -4.0, h - 1.75), (s * (r + 3.0), -2.6, h - 1.5), (s * (r + 3.5), 0, h - 1.45), (s * (r + 3.0), 2.6, h - 1.5), (s * (r + .9), 4.0, h - 1.75), (s * (r - .5), 4.1, h - 1.9)]
        loop = spline(pts, 80)
        grow = 1 + .6 * np.abs(np.linspace(-1, 1, 80)) ** 6
        sweep(loop, superellipse(.62, .82, 2.4, 28), e, up=(0, 0, 1), scale=grow)
    return dict(size=1.95, yaw=-26, cam=dict(elev=17))


def build(kind="pan", color=(.2, .25, .22), inner=(.74, .71, .64), knob=(.72, .53, .28), backdrop="paper"):
    made = pan() if kind == "pan" else casserole(color, inner, knob)
    return dict(backdrop=backdrop, **made)
