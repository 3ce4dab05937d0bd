"""Iron for training: kettlebell, pair of dumbbells."""
from kit import *


def fused(parts, mat, voxel=.11, smooth=14):
    """Several solids cast in one: joined, remeshed and smoothed, so that their joints are filleted."""
    for o in parts:
        bake(o)
        o.data.transform(o.matrix_world)
        o.matrix_world.identity()
    bpy.context.view_layer.update()
    b = bmesh.new()
    for o in parts:
        b.from_mesh(o.data)
        MADE.remove(o)
        bpy.data.objects.remove(o)
    me = bpy.data.meshes.new("cast")
    b.to_mesh(me)
    b.free()
    o = put(bpy.data.objects.new("cast", me), mat)
    mod(o, "REMESH", mode="VOXEL", voxel_size=voxel, use_smooth_shade=True)
    mod(o, "SMOOTH", factor=.5, iterations=smooth)
    return bake(o)


def front_print(path, w, h, color, at, r, tilt=0):
    """Print that follows a ball of radius `r` around `at`, in front."""
    n, k = 40, 16
    V, UV = [], []
    for i in range(n):
        for j in range(k):
            x, z = w * (i / (n - 1) - .5), h * (j / (k - 1) - .5) + tilt
            V.append((at[0] + x, at[1] - math.sqrt(max(r * r - x * x - z * z, 0)), at[2] + z))
            UV.append((i / (n - 1), j / (k - 1)))
    return obj(V, [(i * k + j, (i + 1) * k + j, (i + 1) * k + j + 1, i * k + j + 1) for i in range(n - 1) for j in range(k - 1)], ink(path, color, .6), "print", UV)


def kettlebell(color, number, r):
    iron = Mat("iron", spec=.4)
    coat = iron.noise(11, 4)
    c = np.array(color)
    iron.set(color=iron.mix(iron.ramp(iron.noise(.5, 5), [(.35, (0, 0, 0)), (.7, (1, 1, 1))]), color, tuple(c * .78)), rough=iron.ramp(coat, [(.3, (.50,) * 3), (.7, (.66,) * 3)]),
             normal=iron.bump(coat, .42, .035, iron.bump(iron.noise(1.3, 4), .22, .08)))
    cz = r * .93
    body = lathe([(r * math.cos(a) * 1.0 + 1e-4, cz + r * .96 * math.sin(a)) for a in np.linspace(-math.pi / 2, math.pi / 2, 80)], None, 120)
    warp(body, lambda p: np.stack([p[:, 0], p[:, 1], np.maximum(p[:, 2], .0)], 1))
    top = cz + r * .96
    w = r * .82
    path = spline([(-w * .72, 0, top - 2.3), (-w * .96, 0, top + 1.2), (-w * .98, 0, top + 3.6), (-w * .74, 0, top + 5.7), (0, 0, top + 6.25), (w * .74, 0, top + 5.7), (w * .98, 0, top + 3.6), (w * .96, 0, top + 1.2), (w * .72, 0, top - 2.3)], 90)
    t = np.linspace(-1, 1, 90)
    loop = sweep(path, superellipse(1.65, 1.65, 2.2, 28), None, up=(0, 1, 0), scale=1.0 + .22 * np.abs(t) ** 2.5)
    fused([body, loop], iron.m)
    if number:
        front_print(number, r * 1.02, r * .6, (.62, .60, .56), (0, 0, cz), r * 1.004, -.1)


def dumbbell(color, number, at, yaw, kind):
    rubber = Mat("rubber", spec=.35)
    n = rubber.noise(6, 5)
    c = np.array(color)
    rubber.set(color=rubber.mix(rubber.noise(.5, 4), color, tuple(c * .85)), rough=rubber.ramp(n, [(.3, (.52,) * 3), (.7, (.66,) * 3)]), normal=rubber.bump(n, .22, .03))
    steel = metal("steel", (.60, .59, .57), .26)
    first = len(MADE)
    R, L, grip = (4.9, 5.6, 12.6) if kind == "hex" else (4.1, 5.0, 12.4)
    if kind == "hex":
        flat = R * math.cos(math.pi / 6)
        a = np.radians(np.arange(6) * 60 + 30)
        ring = fillet([(R * math.cos(t), R * math.sin(t), .75) for t in a], 6, True)
        ring = np.array(ring)
        for s in (-1, 1):
            rows = []
            for k, x in fillet([(.80, 0), (1.0, .62, .28), (1.0, L - .95, .55), (.80, L, .25), (.60, L - .06, .12), (.54, L - .42, .1), (.0, L - .44)], 6):
                rows.append(np.stack([np.full(len(ring), s * (grip / 2 + x)), ring[:, 0] * k, ring[:, 1] * k + flat], 1))
            rows.insert(0, np.stack([np.full(len(ring), s * grip / 2), ring[:, 0] * .01, ring[:, 1] * .01 + flat], 1))
            grid(rows, rubber.m, close_v=True, name="head")
            if number:
                p = sheet(4.3, 4.3, ink(number, (.60, .58, .54)))
                move(p, (s * (grip / 2 + L - .425), 0, flat), (90, 0, 90 * s))
        axis = flat
    else:
        axis = R
        for s in (-1, 1):
            o = lathe(fillet([(0, 0), (R * .62, 0, .9), (R, 1.5, 1.5), (R, L - 1.2, 1.5), (R * .72, L, .9), (0, L)], 10), rubber.m, 96)
            move(o, (s * grip / 2, 0, axis), (0, 90 * s, 0))
            if number:
                p = sheet(3.6, 3.6, ink(number, tuple(np.minimum(c * 2.2, .8)) if c.mean() < .2 else tuple(c * .35)))
                move(p, (s * (grip / 2 + L + .012), 0, axis), (90, 0, 90 * s))
    prof = [(1.35, -grip / 2 - .6), (1.35, -grip / 2 + .9), (1.45, -grip / 2 + 1.2), (1.62, -2.4), (1.70, 0), (1.62, 2.4), (1.45, grip / 2 - 1.2), (1.35, grip / 2 - .9), (1.35, grip / 2 + .6)]
    prof = spline(prof, 220)
    h = lathe(prof, steel if kind == "hex" else rubber.m, 200)
    if kind == "hex":
        def knurl(p):
            a, k = np.arctan2(p[:, 1], p[:, 0]), np.clip((grip / 2 - 1.5 - np.abs(p[:, 2])) / .2, 0, 1)
            d = .035 * k * (np.abs(np.sin(a * 22 + p[:, 2] * 12)) * np.abs(np.sin(a * 22 - p[:, 2] * 12)))
            r = np.hypot(p[:, 0], p[:, 1])
            return p * np.stack([1 + d / r, 1 + d / r, np.ones(len(p))], 1)
        warp(h, knurl)
    move(h, (0, 0, axis), (0, 90, 0))
    e = put(bpy.data.objects.new("bell", None))
    for o in MADE[first:]:
        if o is not e:
            o.parent = e
    move(e, at, (0, 0, yaw))


def build(kind="kettlebell", color=(.03, .03, .032), number=None, r=8.8, yaw=0, elev=11, size=1.6, backdrop="paper"):
    """`number`: a printed sheet with the weight, black on white."""
    if kind == "kettlebell":
        kettlebell(color, number, r)
    else:
        dumbbell(color, number, (-2.0, 5.6, 0), 8, kind)
        dumbbell(color, number, (4.0, -10.0, 0), -14, kind)
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))
