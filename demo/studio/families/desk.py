"""Things for the desk: keyboards, mouse, trackball, charging pad, cable, and the small instruments with knobs and keys."""
from kit import *

DARK = (.018, .018, .019)


def joined(made, mat):
    """Many small parts as one object: keys of a keyboard."""
    bpy.ops.object.select_all(action="DESELECT")
    bpy.context.view_layer.objects.active = made[0]
    for o in made:
        o.select_set(True)
    bpy.ops.object.join()
    for o in made[1:]:
        MADE.remove(o)
    made[0].data.materials.clear()
    made[0].data.materials.append(mat)
    return made[0]


def keycap(x, y, z, w, d, h=.85):
    """A tapered cap with a dished top."""
    rows = []
    for inset, q, r in ((0, 0, .16), (.03, .12, .17), (.20, h - .16, .2), (.25, h - .05, .22), (.32, h, .24), (.45, h - .02, .2), (min(w, d) * .46, h - .09, .05)):
        rows.append(np.concatenate([rounded_rect(w - 2 * inset, d - 2 * inset, r, 5), np.full((20, 1), q)], 1) + (x, y, z))
    o = grid(rows, None, close_v=True, cap=True, name="key")
    box_uv(o)
    return o


def keyboard(keys, legends, color, cap, accent, w, d, cable):
    """`keys`: [x, y, width, tone] in units from the upper left; tone 1 is the accent. `legends` covers the whole field of keys."""
    u, first = 1.9, len(MADE)
    case = metal("case", color, .40, .004, along=0)
    slab(w * u + 1.3, d * u + 1.3, 1.5, case, r=.9, edge=.22)
    slab(w * u + .3, d * u + .3, .05, plain("plate", (.03, .03, .03), .6), (0, 0, 1.47), r=.4, edge=.02)
    for tone in (0, 1):
        made = [keycap((x + kw / 2 - w / 2) * u, (d / 2 - y - .5) * u, 1.62, kw * u - .14, u - .14) for x, y, kw, t in keys if t == tone]
        if not made:
            continue
        m = Mat("cap", rough=.52, spec=.35)
        mask_ = m.n("SeparateColor", {"Color": m.tex(bpy.data.images.load(legends), 1, ext="EXTEND")}).outputs[0]
        base = accent if tone else cap
        print_ = tuple(np.clip(np.array(base) * .18, 0, 1)) if sum(base) > .7 else (.75, .73, .68)
        m.set(color=m.mix(mask_, base, print_), normal=m.bump(m.noise(26, 2), .05, .02))
        o = joined(made, m.m)
        me = o.data
        for lo in me.loops:
            c = me.vertices[lo.vertex_index].co
            me.uv_layers["uv"].data[lo.index].uv = (c.x / (w * u) + .5, c.y / (d * u) + .5)
        me.use_auto_smooth, me.auto_smooth_angle = True, math.radians(50)
    if cable:
        braid = textile("braid", tuple(np.array(cap) * .5), image("braid", tile_twill(16, 4), True), 2.5, strength=.8)
        cord(MADE[first], braid, [(-w * u * .28, d * u / 2 + .4, .9), (-w * u * .28, d * u / 2 + 2.5, .5), (-w * u * .2, d * u / 2 + 6, .24), (-w * u * .02, d * u / 2 + 9, .24), (w * .1, d * u / 2 + 20, .24)], .24)
    for o in MADE[first:]:
        o.rotation_euler = (math.radians(3.5), 0, 0)
    return dict(size=2.25, yaw=-20, cam=dict(elev=30))


def dome(w, d, h, mat, peak=0.0, power=.62, flat=.30, at=(0, 0, 0), e=2.5, name="dome"):
    """A soft pebble: superellipse in plan, its crest moved by `peak` towards the back."""
    rows = []
    for t in np.linspace(0, 1, 40):
        z = h * (flat * t / .35 if t < .35 else flat + (1 - flat) * math.sin((t - .35) / .65 * math.pi / 2))
        k = 1 - .02 * (1 - min(t / .1, 1)) if t < .35 else max(math.cos((t - .35) / .65 * math.pi / 2), .012) ** power
        ring = superellipse(w / 2 * k, d / 2 * k, e, 96)
        rows.append(np.concatenate([ring + (0, peak * (1 - k)), np.full((96, 1), z)], 1) + at)
    return grid(rows, mat, close_v=True, cap=True, name=name)


def on_surface(o, path):
    """Drops a path onto an object from above."""
    bpy.context.view_layer.update()
    out = []
    for x, y in path:
        hit, at, _, _ = o.ray_cast(Vector((x, y, 50)), Vector((0, 0, -1)))
        if hit:
            out.append(tuple(at))
    return out


def seam(o, path, r=.035, color=(.012, .012, .012)):
    line = on_surface(o, path)
    tube(line, r, plain("gap", color, .8), 8)


def mouse(color):
    shell = plain("shell", color, .48, .06, 60, spec=.4)
    body = dome(6.3, 11.0, 3.4, shell, 1.1, .55)
    slab(5.4, 10.0, .12, plain("glide", DARK, .6), (0, 0, -.06), r=2.4, edge=.04)
    seam(body, [(0, y) for y in np.linspace(-5.3, .6, 40)])
    seam(body, [(x, .6 + .35 * (x / 3) ** 2) for x in np.linspace(-3.0, 3.0, 50)])
    slot = plain("slot", (.008, .008, .008), .7)
    z = on_surface(body, [(0, -2.4)])[0][2]
    fall = on_surface(body, [(0, -1.9)])[0][2] - on_surface(body, [(0, -2.9)])[0][2]
    move(slab(.95, 2.1, .06, slot, r=.47, edge=.02), (0, -2.4, z - .01), (math.degrees(math.atan2(fall, 1.0)), 0, 0))
    wheel = knurled(lathe(fillet([(0, -.32), (.72, -.32, .12), (.72, .32, .12), (0, .32)], 6), plain("rubber", (.03, .03, .03), .7), 200), 44, .03, low=-.25, high=.25)
    move(wheel, (0, -2.4, z - .28), (0, 90, 0))
    return dict(size=1.7, yaw=-32, cam=dict(elev=24))


def trackball(color, ball):
    shell = plain("shell", color, .46, .06, 60, spec=.4)
    body = dome(11.5, 13.5, 3.6, shell, .8, .5, .35, e=2.8)
    for s in (-1, 1):
        seam(body, [(s * (1.2 + 1.0 * t), -6.4 + 6.4 * t) for t in np.linspace(0, 1, 40)])
        seam(body, [(s * (2.2 + 3.6 * t), 0.0 + 1.2 * t * t) for t in np.linspace(0, 1, 30)])
    z = on_surface(body, [(0, 1.6)])[0][2]
    lathe(fillet([(2.3, -.5), (2.95, -.1, .05), (2.9, .18, .12), (2.45, .22, .1), (2.4, -.3)], 6), metal("ring", (.62, .61, .59), .25), 120).location = (0, 1.6, z)
    g = Mat("ball", color=ball, rough=.10, spec=.6, coat=.8, coat_rough=.03)
    lathe([(2.36 * math.sin(a), -2.36 * math.cos(a)) for a in np.linspace(0, math.pi, 60)], g.m, 96).location = (0, 1.6, z - .25)
    return dict(size=1.75, yaw=-28, cam=dict(elev=26))


def cord(owner, mat, path, r=.2):
    """A cable that runs out of the picture: it goes with `owner` and does not count for the size."""
    o = tube(spline(path, 120), r, mat, 14)
    MADE.remove(o)
    o.parent = owner
    return o


def plug(at, yaw, met, dark, r=.2):
    """USB-C plug; its tongue points along +x."""
    a = math.radians(yaw)
    d = np.array([math.cos(a), math.sin(a), 0])
    p = np.array(at, float)
    sweep([p + d * t for t in (0, .8, 1.8, 2.2)], superellipse(.62, .34, 3.2, 40), dark, scale=[.62, .95, 1, .97])
    sweep([p + d * t for t in (2.15, 2.5, 2.85)], superellipse(.42, .13, 4, 32), met)
    sweep([p + d * t for t in np.linspace(-1.6, .1, 12)], superellipse(r * 1.5, r * 1.5, 2, 20), plain("boot", DARK, .6), scale=np.linspace(.8, 1.3, 12))


def charger(color):
    ring = metal("rim", color, .34, .004)
    lathe(fillet([(0, 0), (5.0, 0, .25), (5.2, .5, .3), (5.1, .95, .12), (4.75, .98)], 8), ring, 180)
    cloth = textile("cloth", tuple(np.array(color) * .62), image("weave", tile_plain(16, 8), True), 1.6, strength=.6, dist=.02, dark=.7, sheen=.2)
    top = grid([[(x * k, y * k, .93) for x, y in superellipse(4.8, 4.8, 2, 96)] for k in np.linspace(1, .02, 20)], cloth, close_v=True, name="top")
    box_uv(top)
    for k in (0, 90):
        move(box(1.6, .09, .03, plain("mark", tuple(np.array(color) * .9), .5), (0, 0, 0), .01), (0, 0, .925), (0, 0, k))
    braid = textile("braid", tuple(np.array(color) * .45), image("braid", tile_twill(16, 4), True), 2.5, strength=.8)
    cord(top, braid, [(0, 4.9, .5), (.4, 7.5, .4), (3, 11, .2), (9, 13, .2), (20, 11, .2), (40, 16, .2)])
    return dict(size=1.75, yaw=-14, cam=dict(elev=26))


def cable(color):
    braid = textile("braid", color, image("braid", tile_twill(16, 4), True), 1.6, strength=1.0, dist=.05, dark=.55)
    met, dark = metal("plug", (.72, .71, .69), .25), metal("sleeve", (.33, .33, .34), .35)
    turns, n = 4.0, 420
    t = np.linspace(0, turns * 2 * math.pi, n)
    r = 5.6 + .35 * np.sin(t * .83 + 1) + .22 * np.sin(t * 2.1) + np.interp(t, np.arange(5) * 2 * math.pi, [.5, -.3, .25, -.15, .45])
    z = .24 + .16 * (1 + np.sin(t * 1.25)) + t / (2 * math.pi) * .20
    loop = [(r[i] * math.cos(t[i] + 2.1), r[i] * .92 * math.sin(t[i] + 2.1), z[i]) for i in range(n)]
    a0, a1 = np.array(loop[0]), np.array(loop[-1])
    d0, d1 = a0 - np.array(loop[4]), a1 - np.array(loop[-5])
    d0, d1 = d0 / np.linalg.norm(d0), d1 / np.linalg.norm(d1)
    tail0 = [tuple(a0 + d0 * s + np.array([-.25, .35, 0]) * s * s * .10 - [0, 0, max(a0[2] - .36, 0) * min(s / 3, 1)]) for s in np.linspace(5, .6, 12)]
    tail1 = [tuple(a1 + d1 * s + np.array([-.5, -.25, 0]) * s * s * .08 - [0, 0, (a1[2] - .36) * min(s / 4, 1)]) for s in np.linspace(.6, 6, 12)]
    path = spline(tail0 + loop[::6] + tail1, 700)
    tube(path, .21, braid, 16)
    for end, prev in ((path[0], path[8]), (path[-1], path[-9])):
        d = np.array(end) - np.array(prev)
        plug((end[0], end[1], .37), math.degrees(math.atan2(d[1], d[0])), met, dark)
    strap = leather("strap", (.22, .12, .06), 8, .3, .55)
    k = math.radians(205)
    c = np.array([5.65 * math.cos(k), 5.3 * math.sin(k), .72])
    hoop = [tuple(c + np.array([math.cos(k), math.sin(k), 0]) * x + np.array([0, 0, y])) for x, y in superellipse(1.15, .70, 3, 64)]
    sweep(hoop, superellipse(.10, .55, 4, 20), strap, up=(-math.sin(k), math.cos(k), 0), closed=True)
    return dict(size=1.75, yaw=0, cam=dict(elev=30))


def knob(at, r, h, met, cap, angle=30, teeth=60):
    x, y, z = at
    o = knurled(lathe(fillet([(0, 0), (r, 0, .06), (r * .96, h, .12), (0, h)], 7), met, 300), teeth, .025, low=.12, high=h - .18)
    c = lathe(fillet([(0, h - .01), (r * .82, h - .01, .01), (r * .80, h + .03, .02), (0, h + .02)], 4), cap, 96)
    a = math.radians(angle)
    line = box(.10, r * .42, .03, plain("mark", (.82, .80, .74), .5), (0, r * .52, h + .02), .01)
    line.rotation_euler = (0, 0, -a)
    for p in (o, c, line):
        p.location = (x, y, z)


def surface(color, art):
    case, dark = metal("case", color, .38, .004, along=0), plain("knob", DARK, .42, .08, 40)
    slab(26, 10.4, 2.4, case, r=.8, edge=.18)
    move(sheet(25, 9.4, ink(art, (.62, .60, .55))), (0, 0, 2.407))
    for k in range(4):
        x = -9.0 + 6.0 * k
        move(disc(2.25, plain("ring", (.05, .05, .05), .6), 2.12), (x, 1.0, 2.41))
        knob((x, 1.0, 2.4), 1.75, 1.7, dark, plain("cap", (.03, .03, .031), .35), (-120, -20, 45, 130)[k])
        slab(1.5, .62, .22, plain("button", (.62, .60, .55) if k else (.62, .22, .12), .5), (x, -3.4, 2.38), r=.3, edge=.08)
    return dict(size=2.2, yaw=-24, cam=dict(elev=30))


def piano(color, art):
    """Pocket keyboard of thirteen keys."""
    case = plain("case", color, .5, .08, 50, spec=.4)
    slab(27, 15.2, 2.5, case, r=1.2, edge=.25)
    slab(25.2, 8.6, .05, plain("well", (.02, .02, .02), .7), (0, -2.2, 2.48), r=.5, edge=.02)
    white, black = plain("white", (.72, .70, .64), .32, spec=.5), plain("black", (.016, .016, .017), .36, .06, 40)
    for k in range(8):
        box(2.98, 8.0, .62, white, (-10.85 + 3.1 * k, -2.2, 2.50), .14)
    for k in (0, 1, 3, 4, 5):
        box(1.7, 4.9, .75, black, (-9.3 + 3.1 * k, -.7, 3.05), .16)
    move(sheet(25, 4.4, ink(art)), (0, 5.0, 2.507))
    for k in range(3):
        knob((2.4 + 3.7 * k, 4.9, 2.5), 1.15, 1.2, metal("knob", (.55, .54, .52), .3), plain("cap", (.05, .05, .05), .4), (-80, 10, 70)[k], 44)
    mesh = grille("mesh", (.10, .10, .10), .36, .34, 0, .6)
    slab(8.6, 2.9, .05, mesh, (-7.7, 4.9, 2.48), r=.6, edge=.02)
    return dict(size=2.0, yaw=-24, cam=dict(elev=32))


def build(kind="keyboard", color=(.55, .54, .52), cap=(.62, .60, .55), accent=(.62, .22, .12), keys=(), legends=None, art=None, w=15, d=5, cable_out=True, backdrop="paper"):
    made = {"keyboard": lambda: keyboard(keys, legends, color, cap, accent, w, d, cable_out), "mouse": lambda: mouse(color), "trackball": lambda: trackball(color, accent),
            "charger": lambda: charger(color), "cable": lambda: cable(color), "surface": lambda: surface(color, art), "piano": lambda: piano(color, art)}[kind]()
    return dict(backdrop=backdrop, **made)
