"""Games for the lawn: numbered skittles, flying disc."""
from mathutils import Matrix
from kit import *


def pin(mat, print_, number, at, yaw, r=2.9, low=11.6):
    """A round billet sawn off at a slant, its number on the cut."""
    first = len(MADE)
    n = 72
    t = np.linspace(0, 2 * math.pi, n, endpoint=False)
    x, y = np.cos(t), np.sin(t)
    top = lambda k: low + r + y * r * k
    rows = [np.stack([x * r * .93, y * r * .93, 0 * t], 1), np.stack([x * r * .985, y * r * .985, 0 * t + .06], 1), np.stack([x * r, y * r, 0 * t + .22], 1)]
    rows += [np.stack([x * r, y * r, .22 + (top(1) - .5) * q], 1) for q in np.linspace(.05, 1, 24)]
    rows += [np.stack([x * r * k, y * r * k, top(k) + dz], 1) for k, dz in ((.995, -.10), (.975, -.03), (.95, 0), (.5, 0), (.02, 0))]
    o = grid(rows, mat, close_v=True, cap=True, name="pin")
    o.data.transform(Matrix.Translation((0, 0, 40 * number)))
    o.location = (0, 0, -40 * number)                       # each pin has its own grain
    if print_:
        w = 4.3
        V = [(sx * w / 2, (sy * w / 2) * .70, low + r + sy * w / 2 * .70 + .02) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        u = (number - 1) / 12
        obj(V, [(0, 1, 2, 3)], print_, "number", [(u, 0), (u + 1 / 12, 0), (u + 1 / 12, 1), (u, 1)], smooth=False)
    made = MADE[first:]
    e = put(bpy.data.objects.new("stand", None))
    for q in made:
        q.parent = e
    move(e, at, (0, 0, yaw))


def skittles(numbers, wood_a, wood_b):
    birch = wood("birch", wood_a, wood_b, .30, .55)
    print_ = ink(numbers, (.05, .045, .04), .6) if numbers else None
    order = [1, 2, 3, 10, 4, 5, 11, 12, 6, 7, 9, 8]
    rows = ((2, 0), (3, 5.9), (4, 11.8), (3, 17.7))
    rng = np.random.default_rng(4)
    k = 0
    for count, y in rows:
        for i in range(count):
            pin(birch, print_, order[k], ((i - (count - 1) / 2) * 6.4 + rng.uniform(-.15, .15), y + rng.uniform(-.1, .1), 0), rng.uniform(-7, 7))
            k += 1
    thrower = lathe(fillet([(0, 0), (2.8, 0, .35), (2.8, 22, .35), (0, 22)], 6), birch, 72)
    move(thrower, (-9.0, -9.0, 2.8), (0, 90, 14))


def disc(color, print_, r=13.6):
    m = Mat("plastic", color=color, rough=.38, spec=.42)
    n = m.noise(2, 4)
    m.set(rough=m.ramp(n, [(.3, (.34,) * 3), (.7, (.44,) * 3)]))
    c = np.array(color)
    m.set(color=m.mix(m.noise(.2, 3), color, tuple(c * .93)))
    top = [(1e-4, 3.02)]
    for q in np.linspace(.05, 1, 260):
        rr = q * (r - 1.2)
        z = 3.02 - .42 * q ** 4
        if .60 < q < .93:                                    # flight rings
            z += .045 * (math.sin((q - .60) / .33 * math.pi * 16) > 0) * 1.0
        top.append((rr, z))
    rim = fillet([(r - 1.2, 2.60), (r - .35, 2.25, .8), (r, 1.0, .9), (r - .05, .05, .25), (r - .35, 0, .12), (r - .50, .3, .2), (r - .55, 1.3, .4), (r - 1.4, 2.25, .8), (0, 2.75)], 10)
    o = lathe(top + rim, m.m, 200)
    o.data.use_auto_smooth, o.data.auto_smooth_angle = True, math.radians(50)
    if print_:
        s = disc_print(print_, tuple(np.minimum(c * .22, 1)) if c.mean() > .25 else (.85, .82, .76), r * .58)
        s.location = (0, 0, 3.03)


def disc_print(path, color, r):
    n, k = 96, 14
    V, UV = [], []
    for i in range(n):
        for j in range(k):
            a, q = 2 * math.pi * i / n, r * j / (k - 1)
            V.append((q * math.cos(a), q * math.sin(a), .012 - .42 * (q / 12.4) ** 4))
            UV.append((.5 + q * math.cos(a) / r / 2, .5 + q * math.sin(a) / r / 2))
    return obj(V, [(i * k + j, i * k + j + 1, (i + 1) % n * k + j + 1, (i + 1) % n * k + j) for i in range(n) for j in range(k - 1)], ink(path, color, .4), "print", UV)


def build(kind="skittles", color=(.6, .2, .1), print_=None, wood_a=(.68, .50, .31), wood_b=(.58, .40, .23), yaw=0, elev=22, size=1.8, backdrop="paper"):
    """`print_`: twelve numbers in a row (2400 x 200), or the round print of a disc (900 x 900), black on white."""
    if kind == "skittles":
        skittles(print_, wood_a, wood_b)
    else:
        disc(color, print_)
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))
