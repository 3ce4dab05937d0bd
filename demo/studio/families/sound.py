"""Sound: bookshelf speakers, radio, practice amplifier, record player, microphones, earbuds, bedside clock, pocket projector."""
from kit import *
from families.desk import cord, knob

DARK = (.016, .016, .017)


def walnut(a=(.20, .105, .055), b=(.10, .05, .026), along=2):
    return wood("walnut", a, b, .10, .42, along=along)


def cone(r, at, dark, rim, dust):
    """A loudspeaker in a front: basket ring, rubber surround, paper cone, dust cap."""
    parts = [lathe(fillet([(r * 1.02, 0), (r * 1.16, 0, .03), (r * 1.16, .22, .08), (r * .98, .26, .05), (r * .96, .02)], 6), rim, 160),
             lathe([(r * .97 - r * .075 * (1 - math.cos(a)), .05 + r * .075 * math.sin(a)) for a in np.linspace(0, math.pi, 24)], dark, 160),
             lathe([(r * .83, .04), (r * .60, -.30 * r), (r * .30, -.46 * r), (0, -.5 * r)], plain("cone", (.045, .043, .040), .75, .4, 30), 160),
             lathe([(r * .32 * math.sin(a), -.46 * r + r * .16 * math.cos(a)) for a in np.linspace(math.pi / 2, 0, 24)], dust, 96)]
    stand = put(bpy.data.objects.new("cone", None))
    for o in parts:
        o.parent = stand
    return facing(stand, at)


def speaker(mark):
    """One bookshelf speaker, front at y = -9."""
    w, d, h = 16.5, 20.0, 28.0
    box_ = slab(w, d, h, walnut(), (0, 0, .5), r=.35, edge=.3)
    for x in (-1, 1):
        for y in (-1, 1):
            lathe(fillet([(0, 0), (1.0, 0, .05), (1.0, .6), (0, .6)], 3), plain("foot", DARK, .7), 40).location = (x * 6, y * 7.5, 0)
    front = plain("front", (.028, .028, .028), .55, .1, 50)
    panel = facing(slab(w - 1.0, h - 1.0, .5, front, r=.5, edge=.12), (0, -d / 2 + .05, h / 2 + .5))
    bore = lathe([(0, -8), (5.5, -8), (5.5, 8), (0, 8)], None, 96)
    MADE.remove(bore)
    facing(bore, (0, -d / 2, 10.2))
    bpy.context.view_layer.update()
    for o in (box_, panel):
        bake(mod(o, "BOOLEAN", object=bore, operation="DIFFERENCE", solver="EXACT"))
    bpy.data.objects.remove(bore)
    rubber, rim = plain("rubber", DARK, .5), metal("ring", (.20, .20, .20), .35)
    y = -d / 2 - .46
    cone(5.6, (0, y - .03, 10.2), rubber, rim, plain("cap", (.03, .03, .03), .35))
    facing(lathe(fillet([(0, .0), (2.9, 0, .04), (2.9, .2, .08), (1.6, .12, .3), (1.35, .05), (0, .05)], 6), rim, 120), (0, y, 21.8))
    facing(lathe([(1.3 * math.sin(a), .05 + .75 * math.cos(a)) for a in np.linspace(math.pi / 2, 0, 24)], textile("dome", (.03, .03, .03), image("silk", tile_plain(16, 4), True), 3), 80), (0, y, 21.8))
    facing(sheet(2.6, .65, ink(mark, (.62, .60, .55))), (0, y - .008, 2.4))


def speakers(mark):
    place(speaker, (-12.5, 3, 0), 16, mark=mark)
    place(speaker, (12, -2, 0), -10, mark=mark)
    return dict(size=2.05, yaw=-8, cam=dict(elev=10))


def radio(color, art):
    w, d, h = 25.0, 8.2, 14.5
    shell = plain("shell", color, .42, .06, 40, spec=.45)
    met = metal("trim", (.66, .64, .60), .3)
    y = d / 2
    facing(slab(w, h, d, shell, r=2.2, edge=.55, n=16), (0, y, h / 2 + .35))
    cloth = textile("cloth", (.30, .27, .22), image("cloth", tile_plain(16, 8), True), 1.5, strength=.7, dist=.03, dark=.5, sheen=.2)
    facing(slab(14.4, 11.4, .3, met, r=1.2, edge=.08), (-4.2, -y + .12, h / 2 + .35))
    facing(slab(14.0, 11.0, .5, cloth, r=1.0, edge=.25), (-4.2, -y + .22, h / 2 + .35))
    facing(lathe(fillet([(0, 0), (3.5, 0, .05), (3.5, .35, .1), (3.2, .4, .05), (3.15, .2), (0, .2)], 6), met, 140), (7.6, -y + .1, 9.3))
    facing(disc(3.15, picture(art, .4)), (7.6, -y - .11, 9.3))
    facing(lathe([(3.15 * math.sin(a), .12 + .18 * math.cos(a)) for a in np.linspace(math.pi / 2, 0, 20)], glass_cover(), 96), (7.6, -y - .1, 9.3))
    n = box(.09, .06, 2.5, plain("needle", (.55, .06, .03), .4), (0, 0, 0), .02)
    move(n, (7.6, -y - .16, 9.3), (0, 38, 0))
    for x in (6.0, 9.2):
        k = knurled(lathe(fillet([(0, 0), (1.1, 0, .05), (1.05, 1.2, .15), (0, 1.22)], 6), met, 300), 48, .025, low=.15, high=1.05)
        facing(k, (x, -y + .1, 3.7))
    for x in (-8, 8):
        box(2.6, d - 2, .5, plain("foot", DARK, .7), (x, 0, 0), .15)
    strap = leather("strap", (.25, .13, .065), 8, .3, .5)
    path = spline([(-9.6, 0, h + .3), (-9.2, 0, h + 1.5), (-6.5, 0, h + 2.3), (0, 0, h + 2.7), (6.5, 0, h + 2.3), (9.2, 0, h + 1.5), (9.6, 0, h + .3)], 90)
    sweep(path, superellipse(1.1, .20, 4, 28), strap, up=(0, 0, 1))
    for x in (-9.6, 9.6):
        lathe(fillet([(0, 0), (.5, 0), (.5, .35, .1), (0, .37)], 4), met, 40).location = (x, 0, h + .3)
    tube([(-10.2, 2.4, h + .1), (-9.4, 2.4, h + 7), (-8.4, 2.4, h + 15.5)], .19, metal("aerial", (.75, .75, .74), .14), 16)
    lathe([(.34 * math.sin(a), -.34 * math.cos(a)) for a in np.linspace(0, math.pi, 20)], met, 32).location = (-8.4, 2.4, h + 15.6)
    return dict(size=2.0, yaw=-22, cam=dict(elev=11))


def glass_cover():
    """A clear dome over a dial: reflections only."""
    m = Mat("cover")
    facing_ = m.n("LayerWeight", {"Blend": .35}).outputs["Fresnel"]
    mx = m.n("MixShader", {0: m.math("MULTIPLY", facing_, .5), 1: m.n("BsdfTransparent").outputs[0], 2: m.n("BsdfGlossy", {"Roughness": .03}).outputs[0]})
    m.nt.links.new(mx.outputs[0], m.nt.nodes["Material Output"].inputs[0])
    return m.m


def amplifier(color, mark):
    w, d, h = 42.0, 21.0, 36.0
    tolex = leather("tolex", color, 5, .6, .55)
    trim = plain("piping", (.62, .58, .48), .5)
    facing(slab(w, h, d, tolex, r=1.6, edge=.9, n=14), (0, d / 2, h / 2 + 1.0))
    y = -d / 2
    facing(slab(w - 4.2, h - 12.2, .5, trim, r=.8, edge=.2), (0, y + .2, 14.6))
    cloth = textile("grille", (.34, .29, .21), image("weave", tile_plain(12, 6), True), .9, strength=1.0, dist=.06, dark=.45, sheen=.1)
    facing(slab(w - 5.0, h - 13.0, .7, cloth, r=.6, edge=.2), (0, y + .15, 14.6))
    panel = metal("panel", (.66, .60, .48), .34, .02, along=0)
    facing(slab(w - 4.2, 4.6, .4, panel, r=.5, edge=.1), (0, y + .15, 32.0 - .6))
    cap = plain("cap", (.6, .56, .46), .4)
    dark = plain("knob", DARK, .36)
    for k in range(5):
        o = knurled(lathe(fillet([(0, 0), (1.25, 0, .05), (1.2, .3, .05), (.92, .4, .1), (.86, 1.35, .12), (0, 1.4)], 6), dark, 240), 36, .03, low=.45, high=1.2)
        facing(o, (-8.0 + 5.0 * k, y - .2, 31.4))
        a = math.radians((-60, 20, -10, 75, -100)[k])
        move(box(.14, .06, .62, cap, (0, 0, .12), .02), (-8.0 + 5.0 * k, y - 1.61, 31.4), (0, math.degrees(a), 0))
    facing(lathe(fillet([(0, 0), (.75, 0, .03), (.75, .3, .08), (.45, .36), (0, .36)], 5), metal("jack", (.7, .7, .7), .2), 48), (-15.5, y - .2, 31.4))
    facing(disc(.36, plain("hole", (.004,) * 3, .9)), (-15.5, y - .575, 31.4))
    lamp = Mat("jewel", color=(.5, .02, .01), rough=.1, emit=(1, .12, .05), emit_k=.9)
    facing(lathe([(.5 * math.sin(a), .5 * math.cos(a)) for a in np.linspace(math.pi / 2, 0, 16)], lamp.m, 40), (16.2, y - .25, 31.4))
    facing(sheet(9.5, 2.4, ink(mark, (.72, .68, .58))), (-11.2, y - .565, 24.0))
    strap = leather("strap", tuple(np.array(color) * .5), 6, .4, .5)
    path = spline([(-8.2, 0, h + 1.0), (-7.4, 0, h + 2.4), (-4, 0, h + 3.0), (0, 0, h + 3.1), (4, 0, h + 3.0), (7.4, 0, h + 2.4), (8.2, 0, h + 1.0)], 70)
    sweep(path, superellipse(1.35, .45, 3, 28), strap, up=(0, 0, 1))
    for x in (-8.2, 8.2):
        box(2.2, 3.2, .7, metal("cap", (.62, .55, .42), .3), (x, 0, h + .7), .25)
    for x in (-17, 17):
        for yy in (-7, 7):
            lathe(fillet([(0, 0), (1.3, 0, .1), (1.5, 1.1), (0, 1.1)], 4), plain("foot", DARK, .7), 40).location = (x, yy, 0)
    return dict(size=2.0, yaw=-24, cam=dict(elev=9))


def turntable(label):
    w, d, h = 43.0, 35.0, 7.0
    slab(w, d, h, walnut(along=0), (0, 0, 1.6), r=.5, edge=.3)
    for x in (-17, 17):
        for y in (-13, 13):
            lathe(fillet([(0, 0), (2.2, 0, .2), (2.4, 1.7), (0, 1.7)], 5), plain("foot", DARK, .6), 60).location = (x, y, 0)
    top = h + 1.6
    slab(w - 1.2, d - 1.2, .3, plain("top", (.030, .030, .030), .42, .05, 50), (0, 0, top - .05), r=.4, edge=.08)
    z = top + .25
    cx, cy = -5.0, 0
    alu, dark = metal("alu", (.68, .67, .65), .26, .004), plain("dark", DARK, .45)
    lathe(fillet([(0, 0), (14.9, 0, .05), (15.2, .2, .1), (15.2, 1.7, .12), (14.8, 1.75), (0, 1.75)], 6), alu, 220).location = (cx, cy, z)
    lathe(fillet([(0, 1.7), (14.6, 1.7, .02), (14.6, 2.0, .05), (0, 2.0)], 4), plain("mat", (.02, .02, .02), .85), 160).location = (cx, cy, z)
    vinyl = Mat("vinyl", color=(.008, .008, .009), rough=.24, spec=.55)
    r = vinyl.n("VectorMath", {0: vinyl.coords()}, operation="LENGTH").outputs["Value"]
    groove = vinyl.math("SINE", vinyl.math("MULTIPLY", r, 60.0))
    bands = vinyl.noise(1.0, 2, vec=vinyl.n("CombineXYZ", {"X": vinyl.math("MULTIPLY", r, 1.6), "Y": 0.0, "Z": 0.0}).outputs[0])
    vinyl.set(normal=vinyl.bump(groove, .35, .01), rough=vinyl.ramp(bands, [(.40, (.16,) * 3), (.60, (.34,) * 3)]))
    lathe(fillet([(0, 0), (14.9, 0, .05), (15.0, .12, .06), (14.85, .2), (14.6, .17), (5.3, .17), (5.2, .14), (0, .14)], 4), vinyl.m, 220).location = (cx, cy, z + 2.0)
    disc(5.0, picture(label, .55)).location = (cx, cy, z + 2.19)
    lathe(fillet([(0, 0), (.36, 0), (.36, .9, .15), (0, 1.0)], 4), alu, 40).location = (cx, cy, z + 2.0)
    # tonearm
    px, py = 16.0, 10.5
    lathe(fillet([(0, 0), (3.6, 0, .1), (3.6, .5, .15), (2.2, .8, .2), (1.8, 3.4, .2), (0, 3.5)], 6), dark, 120).location = (px, py, z)
    arm_z = z + 4.3
    lathe(fillet([(0, 0), (1.2, 0, .1), (1.2, 1.6, .2), (0, 1.7)], 5), alu, 80).location = (px, py, z + 3.3)
    path = spline([(px, py + 6.2, arm_z), (px, py, arm_z), (px - .3, py - 10, arm_z), (px - 1.4, py - 15, arm_z - .1), (px - 4.4, py - 18.4, arm_z - .5)], 120)
    tube(path, .42, alu, 20)
    w_ = lathe(fillet([(0, 0), (1.35, 0, .1), (1.35, 3.0, .1), (0, 3.0)], 5), dark, 80)
    move(w_, (px, py + 3.2, arm_z), (-90, 0, 0))
    d_ = path[-1] - path[-12]
    d_ /= np.linalg.norm(d_)
    sweep([path[-1] - d_ * .4, path[-1] + d_ * 1.0, path[-1] + d_ * 4.2], superellipse(.95, .28, 5, 24), dark, scale=[.55, 1, .95])
    e = path[-1] + d_ * 2.6
    box(1.3, 1.9, 1.1, dark, tuple(e - [0, 0, 1.35]), .12)
    tube([tuple(path[-1] + d_ * 2.0 + [.5, .2, 0]), tuple(path[-1] + d_ * 3.0 + [2.2, .9, .2])], .13, alu, 10)
    lathe(fillet([(0, 0), (.5, 0), (.5, 2.0, .1), (0, 2.0)], 4), dark, 40).location = (px + 1.6, py - 9, z)
    knob((px + .6, -12.6, z), 1.7, 1.3, alu, dark, 40)
    slab(1.8, 1.8, .35, alu, (-18.2, -14.2, z - .02), r=.9, edge=.1)
    return dict(size=2.1, yaw=-24, cam=dict(elev=28))


def mesh(color, pitch=.16):
    return grille("mesh", color, pitch, .40, 1.0, .34)


def condenser(mark):
    """Studio microphone in a fork on a round base."""
    body, dark = plain("body", (.030, .031, .033), .34, .05, 50, spec=.5, metal=.3), plain("stand", DARK, .4, .06, 40)
    trim = metal("trim", (.66, .63, .58), .26)
    z0 = 11.5
    r = 2.7
    lathe(fillet([(0, z0 - 7.2), (1.6, z0 - 7.2, .3), (r, z0 - 6.2, .5), (r, z0 + 1.6, .03), (0, z0 + 1.6)], 8), body, 160)
    lathe(fillet([(0, z0 + 1.5), (r + .06, z0 + 1.55, .04), (r + .06, z0 + 2.2, .06), (0, z0 + 2.2)], 4), trim, 160)
    lathe(fillet([(r - .08, z0 + 2.1), (r - .08, z0 + 7.0, 1.9), (1.2, z0 + 8.9, 1.2), (0, z0 + 9.1)], 14), mesh((.60, .59, .57)), 160)
    lathe(fillet([(r - .12, z0 + 4.95), (r + .02, z0 + 5.0, .03), (r + .02, z0 + 5.3, .03), (r - .12, z0 + 5.35)], 3), trim, 160)
    facing(lathe(fillet([(0, 0), (.95, 0, .04), (.92, .55, .12), (0, .58)], 5), trim, 80), (0, -r + .06, z0 - 2.6))
    led = Mat("led", color=(.6, .1, .05), emit=(1, .25, .1), emit_k=1.4)
    facing(disc(.11, led.m), (0, -r - .01, z0 - .6))
    a = sheet(2.3, .575, ink(mark, (.70, .68, .62)))
    facing(a, (0, -r - .012, z0 - 4.9))
    # fork
    fork = spline([(-r - .75, 0, z0 - 1.0), (-r - .78, 0, z0 - 5.6), (-r + .4, 0, z0 - 8.4), (0, 0, z0 - 9.2), (r - .4, 0, z0 - 8.4), (r + .78, 0, z0 - 5.6), (r + .75, 0, z0 - 1.0)], 90)
    sweep(fork, superellipse(.75, .26, 4, 28), dark, up=(0, 1, 0))
    for s in (-1, 1):
        k = knurled(lathe(fillet([(0, 0), (.95, 0, .05), (.95, .9, .12), (0, .92)], 5), dark, 200), 30, .04, low=.1, high=.8)
        move(k, (s * (r + .95), 0, z0 - 1.4), (0, 90 * s, 0))
    lathe(fillet([(0, 0), (5.4, 0, .1), (5.5, .4, .25), (5.4, 1.0, .4), (1.4, 1.4, .5), (.8, 2.0, .3), (.8, z0 - 9.0), (0, z0 - 9.0)], 8), dark, 160)
    return dict(size=1.95, yaw=-20, cam=dict(elev=9))


def handheld(mark):
    """Vocal microphone lying on its side."""
    body, trim = plain("body", (.028, .029, .031), .38, .05, 50, spec=.45, metal=.35), metal("trim", (.62, .61, .59), .28)
    parts = [lathe(fillet([(0, 0), (1.05, 0, .15), (1.15, .5, .1), (1.2, 1.2, .1), (1.75, 12.6, .2), (1.95, 13.4, .3), (1.95, 14.2, .1), (0, 14.2)], 8), body, 120),
             lathe(fillet([(0, .02), (.9, -.02, .05), (.9, .1), (0, .1)], 3), trim, 60),
             lathe(fillet([(1.7, 14.1), (2.28, 14.5, .2), (2.5, 16.1, .3), (2.5, 16.2), (0, 16.2)], 6), mesh((.52, .51, .50), .15), 120),
             lathe(fillet([(2.4, 16.1), (2.62, 16.15, .08), (2.62, 16.75, .08), (2.4, 16.8)], 4), trim, 120),
             lathe(fillet([(2.48, 16.7), (2.5, 17.4, .4), (2.25, 19.0, .9), (1.2, 19.9, .8), (0, 20.0)], 14), mesh((.52, .51, .50), .15), 120)]
    switch = slab(.75, 1.9, .18, trim, r=.3, edge=.06)
    switch.rotation_euler, switch.location = (math.radians(90), 0, 0), (0, -1.62, 10.2)
    parts.append(switch)
    m = sheet(3.4, .85, ink(mark, (.66, .64, .60)))
    m.rotation_euler, m.location = (math.radians(90), math.radians(-90), 0), (0, -1.44, 5.2)
    parts.append(m)
    stand = put(bpy.data.objects.new("microphone", None))
    for o in parts:
        o.parent = stand
    lean = math.degrees(math.asin((2.62 - 1.15) / 16.4))
    stand.rotation_euler = (0, math.radians(90 - lean), math.radians(0))
    stand.location = (-10, 0, 1.15)
    return dict(size=2.05, yaw=-28, cam=dict(elev=17))


def bud(shell, tip, met):
    """One earphone, stem down, tip towards -x."""
    body = lathe([(0, -.95)] + [(.92 * math.sin(a), -.95 * math.cos(a)) for a in np.linspace(.05, math.pi - .05, 40)] + [(0, .95)], None, 64)
    warp(body, lambda p: p * [1.05, .92, 1.0])
    stem = tube(spline([(.35, 0, .2), (.5, 0, -.9), (.52, 0, -2.9)], 30), .40, None, 32)
    nozzle = tube([(-.4, 0, .15), (-1.1, 0, .28), (-1.35, 0, .32)], .46, None, 32)
    bpy.ops.object.select_all(action="DESELECT")
    bpy.context.view_layer.objects.active = body
    for o in (body, stem, nozzle):
        o.select_set(True)
    bpy.ops.object.join()
    for o in (stem, nozzle):
        MADE.remove(o)
    mod(body, "REMESH", mode="VOXEL", voxel_size=.035)
    mod(body, "SMOOTH", iterations=14, factor=.5)
    bake(body)
    body.data.materials.clear()
    body.data.materials.append(shell)
    for p in body.data.polygons:
        p.use_smooth = True
    t = lathe(fillet([(.35, 0), (.95, -.15, .2), (.98, .25, .3), (.72, .75, .3), (.42, .88, .1), (.34, .7)], 8), tip, 64)
    move(t, (-1.1, 0, .29), (0, -83, 0))
    return [body, t, move(lathe(fillet([(0, 0), (.38, 0, .03), (.38, .06, .03), (0, .06)], 3), met, 40), (.52, 0, -3.0))]


def earbuds(color):
    shell, tip = plain("shell", color, .26, .02, 30, spec=.5, coat=.25), plain("tip", tuple(np.array(color) * .45 + .02), .6)
    met = metal("pin", (.66, .64, .60), .3)
    # case: a pebble standing on its flat side, lid seam round it
    w, d, h = 6.2, 2.9, 5.0
    rows = []
    for t in np.linspace(-1, 1, 61):
        k = (1 - abs(t) ** 3.2) ** (1 / 3.2) if abs(t) < 1 else 0
        rows.append(np.concatenate([rounded_rect(max(w * (.55 + .45 * k) - (1 - k) * 1.0, .1), max(d * k, .05), max(d * k / 2.02, .02), 20), np.full((80, 1), h / 2 + t * h / 2)], 1))
    grid(rows, shell, close_v=True, cap=True, name="case")
    ring = rounded_rect(w * .993, d * .996, d / 2.04, 24)
    tube([(x, y, 3.35) for x, y in ring], .022, plain("gap", tuple(np.array(color) * .25), .7), 8, closed=True)
    case_parts = MADE[-2:]
    for o in case_parts:
        move(o, (2.6, 2.0, 0), (0, 0, 14))
    move(lathe([(0, 0), (.09, 0)], Mat("led", emit=(.7, 1, .75), emit_k=1.0).m, 24), (2.95, .52, 2.2), (90, 0, 14))
    for at, rot in (((-3.3, -1.6, .98), (90, 0, 25)), ((-.3, -3.4, .98), (90, 180, -35))):
        stand = put(bpy.data.objects.new("bud", None))
        for o in bud(shell, tip, met):
            o.parent = stand
        move(stand, at, rot)
    return dict(size=1.7, yaw=0, cam=dict(elev=22))


def clock(color, shown):
    """Bedside clock: a soft block with its digits behind dark glass."""
    w, d, h = 17.0, 6.4, 8.2
    cloth = textile("cloth", color, image("weave", tile_plain(16, 8), True), 1.3, strength=.7, dist=.03, dark=.6, sheen=.25)
    facing(slab(w, h, d, cloth, r=3.0, edge=.9, n=18), (0, d / 2, h / 2 + .15))
    trim = plain("trim", tuple(np.array(color) * .55), .5)
    facing(slab(w - 1.3, h - 1.3, .35, trim, r=2.4, edge=.1, n=18), (0, -d / 2 + .16, h / 2 + .15))
    pane = slab(w - 1.7, h - 1.7, .1, screen(shown, 1.0, .1), r=2.2, edge=.04, n=18)
    for lo in pane.data.loops:
        c = pane.data.vertices[lo.vertex_index].co
        pane.data.uv_layers["uv"].data[lo.index].uv = (c.x / (w - 1.7) + .5, c.y / (h - 1.7) + .5)
    facing(pane, (0, -d / 2 - .17, h / 2 + .15))
    slab(4.4, 2.0, .45, trim, (0, 0, h + .02), r=1.0, edge=.2)
    slab(w - 6, d - 1.5, .3, plain("foot", DARK, .7), (0, 0, 0), r=1.0, edge=.08)
    return dict(size=1.75, yaw=-20, cam=dict(elev=13))


def projector(color, mark):
    shell = plain("shell", color, .46, .06, 50, spec=.45)
    r, h = 5.4, 16.5
    cloth = textile("cloth", tuple(np.array(color) * .55), image("weave", tile_plain(16, 8), True), 1.4, strength=.7, dist=.03, dark=.55, sheen=.2)
    lathe(fillet([(0, 0), (r - .5, 0, .2), (r - .3, .4, .1), (r - .3, .7)], 4), plain("foot", DARK, .6), 140)
    lathe(fillet([(r - .4, .6), (r - .06, .62, .05), (r - .06, 7.6), (r - .4, 7.65)], 4), cloth, 180)
    lathe(fillet([(r - .5, 7.6), (r, 7.64, .05), (r, h - .2, .7), (r - .9, h, .25), (r - 1.3, h - .15, .1), (0, h - .15)], 10), shell, 180)
    ring = metal("ring", (.62, .60, .57), .28)
    facing(lathe(fillet([(0, 0), (2.5, 0, .05), (2.5, 1.1, .15), (2.05, 1.15, .05), (1.95, .7), (0, .7)], 6), ring, 140), (0, -r + .55, 12.2))
    g = element(1.9, (.012, .012, .03), .35)
    facing(g, (0, -r - .15, 12.2))
    for k in range(4):
        a = math.radians(90 * k + 45)
        move(slab(.7, .16, .04, plain("mark", tuple(np.array(color) * .3), .6), r=.08, edge=.01), (2.3 * math.cos(a), 2.3 * math.sin(a), h - .16), (0, 0, math.degrees(a)))
    disc(3.3, plain("line", tuple(np.array(color) * .5), .6), 3.22).location = (0, 0, h - .14)
    m = sheet(2.6, .65, ink(mark, tuple(np.array(color) * .15)))
    facing(m, (0, -r - .02, 8.7))
    return dict(size=1.85, yaw=-26, cam=dict(elev=16))


def build(kind="radio", color=(.5, .5, .5), mark=None, art=None, backdrop="paper"):
    made = {"speakers": lambda: speakers(mark), "radio": lambda: radio(color, art), "amplifier": lambda: amplifier(color, mark), "turntable": lambda: turntable(art), "condenser": lambda: condenser(mark),
            "handheld": lambda: handheld(mark), "earbuds": lambda: earbuds(color), "clock": lambda: clock(color, art), "projector": lambda: projector(color, mark)}[kind]()
    return dict(backdrop=backdrop, **made)
