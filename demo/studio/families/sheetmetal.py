"""Powder-coated steel for house and garden: tray side table, watering can, globe lamp with an opal glass."""
from kit import *


def coat(color, rough=.46):
    return plain("powder", color, rough, bump=.10, bscale=22, spec=.45)


def table(color, r=21.0, h=50.0):
    c = coat(color)
    lathe(fillet([(0, h - 2.6), (r - 1.2, h - 2.6, .9), (r - .1, h - 1.4, .6), (r, h, .1), (r - .16, h + .08, .06), (r - .3, h, .1), (r - .42, h - 1.5, .5), (r - 1.4, h - 2.3, .8), (0, h - 2.35)], 10), c, 220)
    lathe(fillet([(0, 0), (15.2, 0, .15), (15.4, .35, .2), (15.2, .85, .3), (2.6, 1.25, .8), (1.45, 2.2, .6), (1.45, h - 4.4, .4), (4.2, h - 3.1, .9), (4.4, h - 2.6, .05), (0, h - 2.6)], 10), c, 160)
    # grip that grows out of the stem through the top
    ring = [(math.cos(t) * 3.4, 0, h + 5.4 + math.sin(t) * 3.4) for t in np.linspace(-math.pi / 2, 3 * math.pi / 2, 80, endpoint=False)]
    tube(ring, .72, c, 20, up=(0, 1, 0), closed=True)
    tube([(0, 0, h - 2.5), (0, 0, h), (0, 0, h + 2.2)], .95, c, 24)
    lathe(fillet([(0, h - 2.3), (2.1, h - 2.34, .2), (1.2, h - 1.6, .5), (.95, h - .2, .3)], 8), c, 64)
    return dict(size=1.95, yaw=24, cam=dict(elev=15))


def can(color, brass):
    c = coat(color, .40)
    met = metal("brass", brass, .28, .05)
    r, h = 8.2, 15.5
    lathe(fillet([(0, .3), (r - .7, .3, .2), (r - .5, 0, .15), (r, .1, .3), (r, .9, .2), (r - .25, 1.1, .2), (r - .3, h - 1.2, .4), (r - .8, h, .3), (r * .62, h + 1.7, 1.0), (r * .55, h + 3.4, .2), (r * .57, h + 3.55, .12), (r * .52, h + 3.5, .1), (r * .50, h + 1.8, .6), (r * .55, h + 1.4), (0, h + .6)], 10), c, 160)
    n = 70
    sp = spline([(r - 1.4, 0, 3.2), (r + 2.5, 0, 5.0), (r + 8, 0, 10.5), (r + 14, 0, 17.2), (r + 19.5, 0, 21.3), (r + 22.0, 0, 21.6)], n)
    tube(sp, 1.0, c, 28, up=(0, 1, 0), scale=np.interp(np.linspace(0, 1, n), [0, .12, .6, 1], [1.75, 1.35, .78, .60]))
    tip = sp[-1]
    o = lathe(fillet([(.62, -1.4), (.72, -1.4, .05), (.74, .35, .1), (.5, .4, .08), (.42, -1.0)], 4), met, 40)
    o.location, o.rotation_euler = tip, Vector(sp[-1] - sp[-3]).to_track_quat("Z", "Y").to_euler()
    hole = lathe([(0, .2), (.46, .2)], plain("dark", (.01, .01, .01), .9), 32)
    hole.location, hole.rotation_euler = o.location, o.rotation_euler
    # brace between body and spout, and a handle from shoulder to back
    tube(spline([(r * .54, 0, h + 2.4), (r + 4, 0, h - .6), (sp[34][0], 0, sp[34][2] + .4)], 30), .28, met, 14)
    hd = spline([(r * .45, 0, h + 3.2), (r * .1, 0, h + 7.0), (-r * .9, 0, h + 7.4), (-r - 4.2, 0, h + 2.4), (-r - 4.0, 0, h - 5), (-r + .3, 0, h - 9.5)], 100)
    tube(hd, .72, c, 24, up=(0, 1, 0), scale=np.interp(np.linspace(0, 1, 100), [0, .05, .95, 1], [1.3, 1, 1, 1.35]))
    return dict(size=2.1, yaw=-16, cam=dict(elev=11))


def globe(color, brass, on, cable=True):
    met = metal("brass", brass, .22, .04)
    c = coat(color)
    lathe(fillet([(0, 0), (7.4, 0, .1), (7.6, .4, .25), (7.6, 3.2, .9), (6.4, 4.1, .6), (2.4, 4.3, .3), (0, 4.3)], 12), c, 180)
    lathe(fillet([(0, 4.2), (3.5, 4.2, .05), (3.6, 5.5, .15), (3.1, 5.7, .1), (0, 5.7)], 8), met, 96)
    r, z = 10.2, 14.9
    opal = Mat("opal", color=(.62, .60, .55), rough=.22, spec=.5, coat=.3, emit=(1, .80, .56), emit_k=on)
    a = np.linspace(-math.pi / 2 + .33, math.pi / 2, 72)
    lathe([(r * math.cos(t), z + r * math.sin(t)) for t in a], opal.m, 160)
    knob = lathe(fillet([(0, 0), (.8, 0, .05), (.72, 1.0, .12), (0, 1.05)], 6), met, 48)
    move(knob, (0, -7.4, 1.9), (90, 0, 0))
    if cable:
        path = spline([(0, 7.4, .7), (2, 12, .27), (9, 15, .26), (20, 13, .26), (40, 18, .26), (70, 28, .26)], 140)
        flex = tube(path, .26, textile("flex", (.12, .12, .11), image("w", tile_plain(16, 4), True), 2.5))
        MADE.remove(flex)
        flex.parent = knob
        flex.matrix_parent_inverse = (bpy.context.view_layer.update() or knob.matrix_world).inverted()
    return dict(size=1.75, yaw=8, cam=dict(elev=8), lights=dict(key=.75, fill=.7))


def build(kind="table", color=(.2, .3, .25), brass=(.83, .62, .34), on=.30, cable=True, backdrop="paper"):
    made = table(color) if kind == "table" else can(color, brass) if kind == "can" else globe(color, brass, on, cable)
    return dict(backdrop=backdrop, **made)
