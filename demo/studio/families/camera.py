"""Film photography: compact and rangefinder camera, twin-lens reflex, interchangeable lens, film cartridges. All look towards -y."""
from kit import *

BLACK = (.012, .012, .013)


def objective(r, depth, at, met, dark, ring=None, tint=(.012, .010, .022)):
    """A lens on the front of a camera: mount, two grip rings, filter ring with its engraving, coated front element."""
    x, y, z = at
    parts = [lathe(fillet([(0, 0), (r, 0, .05), (r, depth * .28, .06), (r * .96, depth * .30, .03), (r * .96, depth * .36), (0, depth * .36)], 6), met, 160),
             knurled(lathe(fillet([(0, depth * .3), (r * .98, depth * .32, .05), (r * .98, depth * .58, .05), (r * .92, depth * .6), (0, depth * .6)], 6), dark, 360), 72, .035),
             lathe(fillet([(0, depth * .5), (r * .88, depth * .58, .04), (r * .88, depth * .66, .03), (r * .92, depth * .68, .03), (r * .92, depth * .95, .06), (r * .84, depth, .03), (r * .80, depth * .97, .02), (r * .74, depth * .90, .02), (r * .56, depth * .80, .02), (r * .54, depth * .70), (0, depth * .70)], 6), dark, 200)]
    glass_ = element(r * .54, tint, .22)
    glass_.location = (0, 0, depth * .70)
    parts.append(glass_)
    if ring:
        face = disc(r * .83, ink(ring, (.80, .79, .76)), r * .58)
        P = [tuple(v.co) for v in face.data.vertices]
        for v, (px, py, _) in zip(face.data.vertices, P):
            q = math.hypot(px, py) / r
            v.co.z = depth * (.80 + (q - .56) / .18 * .10 + .006)
        parts.append(face)
    stand = put(bpy.data.objects.new("objective", None))
    for o in parts:
        o.parent = stand
    facing(stand, (x, y, z))


def window(w, h, at, met, tint=(.02, .025, .03)):
    """A finder window: a thin frame round dark glass."""
    x, y, z = at
    facing(slab(w + .22, h + .22, .10, met, r=.14, edge=.04), (x, y, z))
    pane = Mat("pane", color=tint, rough=.04, spec=.8, coat=1)
    facing(slab(w, h, .12, pane.m, r=.08, edge=.03), (x, y - .02, z))


def dial(r, h, at, met, teeth=48):
    o = knurled(lathe(fillet([(0, 0), (r, 0, .03), (r, h, .06), (r * .86, h + .02, .03), (r * .82, h - .03, .02), (0, h - .03)], 5), met, 300), teeth, .022, low=.04, high=h - .08)
    return move(o, at)


def body(w, d, h, wrap, met, top_h):
    base_h = .75
    slab(w, d, base_h, met, r=d / 2.1, edge=.16, top=.05, n=16)
    slab(w - .10, d - .10, h - top_h - base_h + .04, wrap, (0, 0, base_h - .02), r=d / 2.1, edge=.03, n=16)
    slab(w, d, top_h, met, (0, 0, h - top_h), r=d / 2.1, edge=.05, top=.26, n=16)


def compact(color, wrap, ring, mark):
    met, dark = metal("plate", color, .34, .012, along=0), plain("black", BLACK, .42, spec=.4)
    skin = leather("wrap", wrap, 11, .5, .5)
    w, d, h = 11.8, 3.3, 6.8
    body(w, d, h, skin, met, 1.75)
    facing(lathe(fillet([(0, 0), (2.75, 0, .05), (2.75, .22, .08), (2.4, .3), (0, .3)], 6), met, 160), (.7, -d / 2 + .06, 3.0))
    objective(2.25, 2.0, (.7, -d / 2 - .15, 3.0), met, dark, ring)
    window(1.35, .85, (1.9, -d / 2 - .01, 5.85), dark)
    window(.7, .5, (-.6, -d / 2 - .01, 5.9), dark)
    facing(lathe(fillet([(0, 0), (.36, 0, .02), (.36, .14, .05), (.28, .16), (.26, .08), (0, .1)], 4), dark, 48), (-1.85, -d / 2 + .02, 5.9))
    facing(element(.26, (.05, .04, .02)), (-1.85, -d / 2 - .06, 5.9))
    facing(sheet(2.5, .62, ink(mark)), (-4.1, -d / 2 - .012, 5.9))
    dial(.92, .5, (3.6, 0, h), met)
    move(lathe(fillet([(0, 0), (.62, 0, .02), (.60, .22, .08), (.36, .26), (.34, .5, .12), (0, .52)], 6), met, 64), (2.0, -.35, h))
    slab(1.9, 1.9, .16, dark, (-.4, .1, h - .02), r=.1, edge=.04)
    for s in (-1, 1):
        box(.22, 1.9, .14, met, (-.4 + s * .92, .1, h + .16), .04)
        box(.5, 1.9, .07, met, (-.4 + s * .78, .1, h + .28), .03)
    dial(.78, .36, (-4.2, 0, h), met, 36)
    sweep(spline([(4.75, 0, h + .30), (4.9, -.9, h + .30), (4.2, -1.55, h + .30), (3.4, -1.75, h + .32)], 40), superellipse(.26, .11, 4, 24), met, up=(0, 0, 1), scale=np.interp(np.linspace(0, 1, 40), [0, .1, .8, 1], [1.2, 1, 1, .7]))
    move(lathe(fillet([(0, 0), (.55, 0), (.55, .42, .06), (0, .45)], 5), met, 64), (4.75, 0, h))
    for s in (-1, 1):
        ring_ = tube([(math.cos(t) * .36, 0, math.sin(t) * .36) for t in np.linspace(0, 2 * math.pi, 32, endpoint=False)], .055, met, 10, closed=True, up=(0, 1, 0))
        move(ring_, (s * (w / 2 + .22), -.2, 4.9), (0, 0, 25))
    return dict(size=1.85, yaw=-22, cam=dict(elev=13))


def rangefinder(color, wrap, ring, mark):
    met, dark = metal("plate", color, .30, .010, along=0), plain("black", BLACK, .42, spec=.4)
    skin = leather("wrap", wrap, 8, .45, .45)
    w, d, h = 13.2, 3.5, 7.2
    body(w, d, h, skin, met, 1.55)
    slab(9.2, d - .12, .75, met, (.5, .03, h - .05), r=.5, edge=.03, top=.22)
    facing(lathe(fillet([(0, 0), (3.1, 0, .05), (3.1, .25, .08), (2.7, .33), (0, .33)], 6), met, 160), (.3, -d / 2 + .06, 3.3))
    objective(2.6, 3.0, (.3, -d / 2 - .18, 3.3), met, dark, ring, (.02, .012, .012))
    z = h - .52
    window(1.5, .95, (4.1, -d / 2 - .01, z), dark)
    window(1.9, .8, (.9, -d / 2 - .01, z), dark, (.22, .20, .16))
    window(.62, .5, (-1.6, -d / 2 - .01, z), dark)
    facing(sheet(2.3, .57, ink(mark)), (-4.6, -d / 2 - .012, z - .12))
    dial(.95, .55, (-5.1, 0, h), met)
    dial(.8, .5, (3.6, .1, h + .68), met)
    move(lathe(fillet([(0, 0), (.6, 0, .02), (.58, .3, .08), (.34, .34), (.32, .55, .12), (0, .57)], 6), met, 64), (5.4, -.3, h))
    slab(1.9, 1.9, .14, dark, (.5, .1, h + .68), r=.1, edge=.04)
    for s in (-1, 1):
        box(.5, 1.9, .07, met, (.5 + s * .74, .1, h + .92), .03)
        box(.16, 1.9, .16, met, (.5 + s * .93, .1, h + .80), .03)
    facing(lathe(fillet([(0, 0), (.42, 0, .02), (.42, .2, .06), (0, .22)], 5), met, 48), (-4.6, -d / 2 + .05, 3.6))
    sweep(spline([(-4.6, -d / 2 - .2, 3.6), (-4.55, -d / 2 - .28, 2.6), (-4.5, -d / 2 - .22, 1.8)], 24), superellipse(.22, .09, 3, 20), met, up=(0, 1, 0), scale=np.linspace(1.1, .8, 24))
    for s in (-1, 1):
        ring_ = tube([(math.cos(t) * .38, 0, math.sin(t) * .38) for t in np.linspace(0, 2 * math.pi, 32, endpoint=False)], .055, met, 10, closed=True, up=(0, 1, 0))
        move(ring_, (s * (w / 2 + .24), -.2, 5.3), (0, 0, 25))
    return dict(size=1.95, yaw=-20, cam=dict(elev=12))


def twin(color, wrap, ring, mark):
    met, dark = metal("trim", color, .28, .010), plain("black", BLACK, .38, spec=.45)
    skin = leather("wrap", wrap, 10, .55, .48)
    w, d, h = 7.6, 7.2, 10.6
    slab(w, d, h, skin, (0, 0, .25), r=.5, edge=.12)
    slab(w + .06, d + .06, .5, dark, (0, 0, 0), r=.5, edge=.12)
    slab(w + .06, d + .06, .55, dark, (0, 0, h), r=.5, edge=.08)
    facing(slab(6.2, 9.2, .9, dark, r=.6, edge=.18), (0, -d / 2 - .05 + .0, h / 2 + .3))
    facing(slab(6.26, 9.26, .16, met, r=.62, edge=.06), (0, -d / 2 - .15, h / 2 + .3))
    objective(1.75, 1.5, (0, -d / 2 - .9, 7.65), met, dark, None, (.016, .014, .010))
    objective(2.0, 1.7, (0, -d / 2 - .9, 3.65), met, dark, ring, (.018, .010, .030))
    for s in (-1, 1):
        knob = lathe(fillet([(0, 0), (.5, 0, .03), (.5, .3, .08), (0, .32)], 4), met, 40)
        facing(knurled(knob, 22, .02), (s * 2.35, -d / 2 - .92, 5.65))
    facing(sheet(3.0, .75, ink(mark, (.78, .77, .74))), (0, -d / 2 - .965, 9.85 - .35))
    # focusing hood, open
    t, hh = .10, 5.2
    z0 = h + .5
    for s in (-1, 1):
        move(box(t, d - 1.0, hh, dark, (0, 0, 0), .03), (s * (w / 2 - .5), 0, z0), (0, s * -2.0, 0))
    move(box(w - 1.1, t, hh, dark, (0, 0, 0), .03), (0, d / 2 - .55, z0), (-2, 0, 0))
    move(box(w - 1.1, t, hh * .62, dark, (0, 0, 0), .03), (0, -d / 2 + .55, z0), (3, 0, 0))
    knob = knurled(lathe(fillet([(0, 0), (1.35, 0, .05), (1.35, .75, .1), (1.05, .8), (1.0, .7), (0, .72)], 6), met, 320), 64, .03, low=.1, high=.66)
    move(knob, (w / 2 + .02, -.5, 3.6), (0, 90, 0))
    move(lathe(fillet([(0, 0), (1.0, 0, .05), (1.0, .4, .1), (0, .42)], 6), met, 64), (w / 2 + .02, .3, 8.0), (0, 90, 0))
    sweep([(w / 2 + .4, .3, 8.0), (w / 2 + .42, -.5, 7.4), (w / 2 + .42, -1.2, 6.9)], superellipse(.22, .10, 3, 20), met, up=(1, 0, 0))
    move(lathe(fillet([(0, 0), (.3, 0, .03), (.26, .8, .1), (0, .82)], 5), dark, 40), (w / 2 + .42, -1.2, 6.9), (0, 90, 0))
    return dict(size=1.9, yaw=-28, cam=dict(elev=12))


def lens(scale, mark):
    dark, satin = plain("black", (.016, .016, .017), .36, .06, 40, spec=.45), metal("mount", (.70, .69, .67), .28)
    lathe(fillet([(0, 0), (2.7, 0, .05), (2.7, .45, .05), (0, .45)], 5), satin, 160)
    lathe(fillet([(0, .4), (3.0, .42, .08), (3.05, 1.7, .06), (0, 1.7)], 6), dark, 160)
    knurled(lathe(fillet([(0, 1.7), (3.18, 1.72, .08), (3.18, 2.5, .08), (0, 2.5)], 6), dark, 480), 60, .05, low=1.82, high=2.42)
    lathe(fillet([(0, 2.5), (3.05, 2.5, .02), (3.05, 4.3, .02), (0, 4.3)], 4), dark, 160)
    band(3.06, 1.7, picture(scale, .4)).location = (0, 0, 2.55)
    knurled(lathe(fillet([(0, 4.3), (3.22, 4.32, .1), (3.22, 6.3, .1), (0, 6.3)], 8), dark, 640), 46, .07, low=4.5, high=6.1)
    lathe(fillet([(0, 6.2), (3.0, 6.25, .02), (3.0, 6.6, .02), (3.1, 6.65, .05), (3.1, 7.5, .08), (2.86, 7.56, .03), (2.8, 7.4, .02), (2.3, 6.9, .02), (2.2, 6.5), (0, 6.5)], 6), dark, 200)
    move(element(2.2, (.015, .010, .026), .25), (0, 0, 6.55))
    face = disc(2.78, ink(mark, (.80, .79, .76)), 2.28)
    for v in face.data.vertices:
        v.co.z = 6.9 + (math.hypot(v.co.x, v.co.y) - 2.3) + .012
    return dict(size=1.5, yaw=10, cam=dict(elev=26))


def cartridge(label, film, met):
    """35 mm cartridge with a short leader."""
    lathe(fillet([(0, .1), (1.2, .1, .03), (1.27, .14, .04), (1.27, .5, .05), (1.2, .55)], 5), met, 96)
    lathe(fillet([(1.2, 4.25), (1.27, 4.3, .05), (1.27, 4.66, .05), (1.2, 4.7, .03), (.5, 4.72), (.48, 4.5), (0, 4.5)], 5), met, 96)
    lathe([(1.21, .5), (1.21, 4.3)], met, 96)
    band(1.225, 3.7, picture(label, .35, .3), 318).location = (0, 0, .55)
    lathe(fillet([(0, 4.4), (.36, 4.4), (.36, 5.2, .06), (.2, 5.22), (.2, 4.9), (0, 4.9)], 5), plain("spool", BLACK, .4), 48)
    path = spline([(1.0, .7, 0), (1.6, 1.02, 0), (2.4, 1.15, 0), (3.4, .85, 0), (4.2, .2, 0)], 50)
    V = [(x, y, z) for x, y, _ in path for z in np.linspace(.75, 4.15, 12)]
    for i in range(50):
        for k in range(12):
            if i > 26 and k > 5:
                V[i * 12 + k] = (*V[i * 12 + k][:2], min(V[i * 12 + k][2], 4.15 - 1.55 * min((i - 26) / 5, 1)))
    o = obj(V, [(i * 12 + k, (i + 1) * 12 + k, (i + 1) * 12 + k + 1, i * 12 + k + 1) for i in range(49) for k in range(11)], film, "leader")
    mod(o, "SOLIDIFY", thickness=.02)


def film(label, pieces):
    met = metal("tin", (.62, .61, .59), .3)
    strip = Mat("film", color=(.045, .026, .020), rough=.16, spec=.5).m
    for x, y, yaw, lying in pieces:
        first = len(MADE)
        cartridge(label, strip, met)
        stand = put(bpy.data.objects.new("roll", None))
        for o in MADE[first:-1]:
            if o.parent is None:
                o.parent = stand
        move(stand, (x, y, 1.27 if lying else -.1), (90 if lying else 0, 0, yaw))
    return dict(size=2.2, yaw=0, cam=dict(elev=20))


def build(kind="compact", color=(.62, .61, .59), wrap=(.02, .02, .021), ring=None, mark=None, label=None, scale=None, pieces=((-4.8, .8, 22, False), (-.4, -2.8, -8, False), (4.6, 1.6, 32, False)), backdrop="paper"):
    made = {"compact": lambda: compact(color, wrap, ring, mark), "rangefinder": lambda: rangefinder(color, wrap, ring, mark), "twin": lambda: twin(color, wrap, ring, mark),
            "lens": lambda: lens(scale, mark), "film": lambda: film(label, pieces)}[kind]()
    return dict(backdrop=backdrop, **made)
