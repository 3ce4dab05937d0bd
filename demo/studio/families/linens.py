"""Folded household textiles: fringed throw, stack of terry towels, linen napkins."""
from mathutils.bvhtree import BVHTree
from kit import *
from families.sweaters import folded


def tile_herringbone(n=32, k=8):
    """Twill that turns every four threads."""
    y, x = np.mgrid[0:n * k, 0:n * k] / n
    side = np.abs((x % 8) - 4)
    d = (y * 2 + side * 2) % 2 / 2
    return np.sin(math.pi * d) ** .8 + RNG.normal(0, .05, x.shape)


def tile_terry(n=16, k=12):
    """Loops standing close together, a little out of line."""
    y, x = np.mgrid[0:n * k, 0:n * k] / n
    x = x + .22 * np.sin(y * 2 * math.pi * 3 / k + np.floor(y))
    fx, fy = (x % 1) - .5, ((y + .5 * (np.floor(x) % 2)) % 1) - .5
    return np.clip(1 - 3.2 * (fx ** 2 + fy ** 2), 0, 1) + RNG.normal(0, .09, x.shape)


def fringe(mat, w, z, y, drop, count, seed=1):
    """Twisted tassels that leave the upper sheet's edge and hang over the fold."""
    rng = np.random.default_rng(seed)
    for k in range(count):
        x = -w / 2 + .7 + (w - 1.4) * k / (count - 1) + rng.uniform(-.2, .2)
        lean, long = rng.uniform(-.75, .75), drop * rng.uniform(.78, 1.05)
        pts = [(x, y + 1.0, z), (x, y - .6, z + .05), (x + lean * .3, y - 1.7, z - .7), (x + lean * .7, y - 2.05, z - long * .55), (x + lean, y - 2.1 - rng.uniform(0, .25), z - long)]
        path = spline(pts, 40)
        turn = np.linspace(0, 14, 40)
        for s in (0, math.pi):
            strand = path + np.stack([np.cos(turn + s), np.sin(turn + s), np.zeros(40)], 1) * .11
            tube(strand, .15, mat, 8, scale=np.interp(np.linspace(0, 1, 40), [0, .86, .9, 1], [1, 1, 1.25, .9]))
        tube([path[35], path[36], path[37]], .3, mat, 10)


def turn(y, z0, z1, way, n=14):
    """Half a circle of a fold, from height z0 to z1, bulging to the front (-1) or the back (1)."""
    r, mid = (z1 - z0) / 2, (z0 + z1) / 2
    bulge = max(abs(r) * .9, .25)
    return [(y + way * bulge * math.sin(a), mid - r * math.cos(a)) for a in np.linspace(.12, math.pi - .12, n)]


def run(y0, y1, z, n=40):
    return [(y, z) for y in np.linspace(y0, y1, n)]


def laid(path, w, t, mat, seed, height, sway=.5, wave=.5, crumple=0, n=300, across=110):
    """A sheet along `path` (y, z): it settles towards its sides, its layers wander a little, and all of them wave together."""
    path = spline(path, n)
    s = np.linspace(0, 1, n)
    out = [sway * np.array([noise.noise(Vector((k * n * .011, seed * 3.1 + side * 9, 0))) for k in s]) for side in (0, 1)]
    u = np.linspace(-.5, .5, across)
    P = np.zeros((n, across, 3))
    P[..., 0] = u * w + np.where(u < 0, out[0][:, None], out[1][:, None]) * (np.abs(u) * 2) ** 3
    P[..., 1], P[..., 2] = path[:, :1], path[:, 1:]
    q = P.reshape(-1, 3)
    up = np.clip(q[:, 2] / height, 0, 1)
    side = np.clip((np.abs(q[:, 0]) - w / 2 + 4) / 4, 0, 1.2)
    low = q * [1, 1, .25]
    dz = fbm(low, .085, 3, seed) * wave * up - .16 * height * up * side ** 2
    dy = fbm(low, .12, 2, seed + 4) * wave * .9
    if crumple:
        ridge = 1 - np.abs(fbm(q * [1, 1, 1.6], .34, 3, seed + 9)) * 2.2
        dz += np.clip(ridge, -.4, 1) * crumple * (.35 + .65 * up)
    q[:, 2] += dz
    q[:, 1] += dy
    o = grid(q.reshape(P.shape), mat, name=f"sheet{seed}")
    mod(o, "SOLIDIFY", thickness=t, offset=0)
    if not crumple:
        subsurf(o, 1)
    bake(o)
    return o


def tassels(mat, top, w, y, length, count, seed=1):
    """Twisted tassels from the upper sheet's edge: they lie on the fold below and hang over its nose. `top(x, y)` is its surface."""
    rng = np.random.default_rng(seed)
    for k in range(count):
        x = -w / 2 + .5 + (w - 1.0) * k / (count - 1) + rng.uniform(-.18, .18)
        lean, long = rng.normal(0, .45), length * rng.uniform(.85, 1.06)
        pts, gone, yy = [], 0.0, y + .5
        while gone < long:
            f = gone / long
            pts.append((x + lean * f ** 1.5 + .12 * math.sin(5 * f + k), yy, 0))
            gone += .35
            yy -= .35
        path = drape(np.array(pts), top)
        n = 44
        path = spline(path, n)
        twist = np.linspace(0, 16, n)
        for s in (0, math.pi):
            strand = path + np.stack([np.cos(twist + s), np.zeros(n), np.sin(twist + s)], 1) * .10
            tube(strand, .15, mat, 7, scale=np.interp(np.linspace(0, 1, n), [0, .84, .88, 1], [1, 1, 1.2, .8]))
        tube(path[-7:-4], .27, mat, 9)


def drape(pts, top):
    """Lets a strand lie on what is below; past the nose it hangs straight down."""
    out, step = [], .35
    for x, y, _ in pts:
        z = top(x, y)
        if not out:
            out.append((x, y, z))
        elif z is None or out[-1][1] < y - step * 1.2:
            out.append((x, out[-1][1] - .02, out[-1][2] - step))
        else:
            out.append((x, y, max(z, out[-1][2] - .5)))
    return out


def throw(color, edge):
    """Folded in four with the last quarter laid over the front, so that its fringe shows."""
    yarn_, ground = np.array(edge or color), np.array(color)
    mat = Mat("wool", rough=.95, sheen=.6, spec=.1)
    h = mat.tex(image("herringbone", tile_herringbone(), True), .15)
    col = mat.mix(mat.ramp(h, [(.30, (0, 0, 0)), (.62, (1, 1, 1))]), tuple(ground * .72), tuple(ground * .4 + yarn_ * .6))
    fine = mat.noise(9, 3)
    mat.set(color=mat.mix(mat.math("MULTIPLY", mat.noise(.3, 4), .22), col, tuple(ground * .7)), normal=mat.bump(h, .5, .07, mat.bump(fine, .5, .05)))
    t, g, d = 1.15, 1.36, 29.0
    z = [t / 2 + .05 + g * k for k in range(5)]
    high = z[4] + t / 2
    inner = run(d / 2 - .6, -d / 2 + 1.8, z[1]) + turn(-d / 2 + 1.8, z[1], z[2], -1) + run(-d / 2 + 1.8, d / 2 - 1.0, z[2])
    outer = run(d / 2, -d / 2 + 1.2, z[0]) + turn(-d / 2 + 1.2, z[0], z[3], -1) + run(-d / 2 + 1.2, d / 2 - .6, z[3]) + turn(d / 2 - .6, z[3], z[4], 1) + run(d / 2 - .6, -d / 2 + 3.4, z[4])
    made = [laid(p, w, t, mat.m, 4, high, .9, .75) for p, w in ((inner, 39.4), (outer, 40))]
    surface = sampled(made)
    for k, o in enumerate(made):
        fuzz(o, 14000, .34, tuple(ground * .6 + yarn_ * .4), 3 + k, radius=.045)
    yarn = textile("yarn", tuple(yarn_ * .6 + ground * .4), image("yarn", tile_twill(16, 4), True), 2.0, strength=.8, dist=.04, sheen=.5)
    tassels(yarn, surface, 38.6, -d / 2 + 3.4, 7.4, 62)
    return dict(size=2.1, yaw=24, cam=dict(elev=22))


def sampled(objs):
    """Height of the uppermost surface at (x, y), or None beside it."""
    trees = [BVHTree.FromPolygons([v.co for v in o.data.vertices], [p.vertices for p in o.data.polygons]) for o in objs]

    def top(x, y):
        hits = [tree.ray_cast(Vector((x, y, 60)), Vector((0, 0, -1)))[0] for tree in trees]
        heights = [h.z for h in hits if h is not None]
        return max(heights) + .17 if heights else None

    return top


def towels(colors):
    tile = image("terry", tile_terry(), True)
    z = 0.0
    for k, c in enumerate(colors):
        mat = textile(f"terry{k}", c, tile, .42, strength=.9, dist=.10, vary=.18, sheen=.7, dark=.80, fuzz=.3)
        o, z = folded(z, mat, mat, w=31 - 1.2 * k + RNG.uniform(-.4, .4), d=24 - .8 * k, t=1.35, folds=3, seed=k + 11, soft=.75)
        turn = (-1.6, 1.4, -.6, 1.0)[k % 4]
        warp(o, lambda p, a=math.radians(turn): p @ np.array([[math.cos(a), math.sin(a), 0], [-math.sin(a), math.cos(a), 0], [0, 0, 1]]))
        fuzz(o, 60000, .22, tuple(np.minimum(np.array(c) * 1.12, 1)), k, radius=.05)
    return dict(size=2.05, yaw=26, cam=dict(elev=20))


def napkins(color, count):
    """Washed linen, folded in four: soft noses in front, and nothing lies quite flat."""
    tile = image("linen", tile_plain(16, 8), True)
    low = 0.0
    for k in range(count):
        mat = textile(f"linen{k}", color, tile, 1.1, strength=.7, dist=.03, vary=.2, sheen=.3, dark=.74, fuzz=.15)
        t, g, d = .15, .30, 19.5 + RNG.uniform(-.3, .3)
        z = [t / 2 + g * i for i in range(4)]
        inner = run(d / 2 - .3, -d / 2 + .9, z[1]) + turn(-d / 2 + .9, z[1], z[2], -1) + run(-d / 2 + .9, d / 2 - .5, z[2])
        outer = run(d / 2, -d / 2 + .5, z[0]) + turn(-d / 2 + .5, z[0], z[3], -1) + run(-d / 2 + .5, d / 2 - .2, z[3])
        angle = math.radians((-2.6, 2.0, -1.0, 3.0)[k % 4])
        spin = np.array([[math.cos(angle), math.sin(angle), 0], [-math.sin(angle), math.cos(angle), 0], [0, 0, 1]])
        height = z[3] + t
        for p in (inner, outer):
            o = laid(p, 19.6 + RNG.uniform(-.2, .2), t, mat, 21 + k, height, .4, .5, .16)
            warp(o, lambda q, low=low: q @ spin + [.25 * math.sin(k * 2.1), .2 * math.cos(k * 1.7), low])
        low += height * .98
    return dict(size=1.9, yaw=28, cam=dict(elev=22))


def build(kind="throw", color=(.44, .36, .27), edge=None, colors=None, count=4, backdrop="paper"):
    made = throw(color, edge) if kind == "throw" else towels(colors or (color,) * 3) if kind == "towels" else napkins(color, count)
    return dict(backdrop=backdrop, **made)
