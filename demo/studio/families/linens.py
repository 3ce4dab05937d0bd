"""Folded household textiles: fringed throw, stack of terry towels, linen napkins."""
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


def throw(color, edge):
    mat = textile("wool", color, image("herringbone", tile_herringbone(), True), .36, strength=.8, dist=.08, vary=.3, sheen=.5, dark=.66, fuzz=.3)
    o, z = folded(0, mat, mat, w=40, d=30, t=1.15, folds=5, seed=4, soft=1.1)
    fuzz(o, 26000, .32, tuple(np.array(color) * 1.1), 3, radius=.06)
    yarn = textile("yarn", edge or color, image("yarn", tile_twill(16, 4), True), 2.0, strength=.8, dist=.04)
    low, high = extent([o])
    fringe(yarn, 39.0, high[2] - .75, -15 + 1.5, 5.4, 40)
    return dict(size=2.1, yaw=22, cam=dict(elev=20))


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
    tile = image("linen", tile_plain(16, 8), True)
    z = 0.0
    for k in range(count):
        mat = textile(f"linen{k}", color, tile, .55, strength=.9, dist=.05, vary=.3, sheen=.25, dark=.74)
        o, high = folded(0, mat, mat, w=20 + RNG.uniform(-.3, .3), d=20 + RNG.uniform(-.3, .3), t=1.0, folds=3, seed=k + 21, soft=.8)
        warp(o, lambda p, low=z: p * [1, 1, .30] + [0, 0, low])  # a thick fold pressed flat
        z += high * .30
        turn = (-2.4, 1.8, -.8, 2.6)[k % 4]
        warp(o, lambda p, a=math.radians(turn): p @ np.array([[math.cos(a), math.sin(a), 0], [-math.sin(a), math.cos(a), 0], [0, 0, 1]]))
    return dict(size=1.9, yaw=28, cam=dict(elev=22))


def build(kind="throw", color=(.44, .36, .27), edge=None, colors=None, count=4, backdrop="paper"):
    made = throw(color, edge) if kind == "throw" else towels(colors or (color,) * 3) if kind == "towels" else napkins(color, count)
    return dict(backdrop=backdrop, **made)
