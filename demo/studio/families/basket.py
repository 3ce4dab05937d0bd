"""Willow basket: rods woven in and out of upright stakes, twisted rim, bound arch handle."""
from kit import *


def build(rows=30, stakes=25, a=20.0, b=15.0, h=19.0, handle=True, backdrop="sand"):
    m = Mat("willow", rough=.55, spec=.35)
    info = m.n("ObjectInfo").outputs["Random"]
    streak = m.noise(.5, 5)
    tone = m.math("ADD", m.math("MULTIPLY", info, .62), m.math("MULTIPLY", streak, .45))
    m.set(color=m.ramp(tone, [(.15, (.145, .075, .032)), (.45, (.27, .155, .07)), (.8, (.42, .27, .14))]), normal=m.bump(m.noise(3.5, 4), .35, .05))
    mat = m.m
    size = lambda z: 1 - .24 * (1 - min(z / h, 1)) ** 1.4 + .03 * math.sin(math.pi * min(z / h, 1))
    step = h / rows
    n = stakes * 16
    t = np.linspace(0, 2 * math.pi, n, endpoint=False)
    for k in range(rows):
        z = .45 + k * step
        wave = np.cos(t * stakes / 2 + k * math.pi)  # an odd number of stakes: each row passes on the other side
        s = size(z)
        r0 = .62 * wave
        jit = fbm(np.stack([np.cos(t) * 2, np.sin(t) * 2, np.full(n, k * 1.7)], 1), 1.1, 2, k) * .14
        path = np.stack([(a * s + r0) * np.cos(t), (b * s + r0) * np.sin(t), z + jit + np.linspace(0, step, n)], 1)
        path = np.concatenate([path, path[:1] + (0, 0, step)])
        tube(path, .40 + RNG.uniform(-.05, .04), mat, 9)
    for k in range(stakes * 2):
        q = math.pi * k / stakes + .06
        tube([(a * size(z) * math.cos(q), b * size(z) * math.sin(q), z) for z in np.linspace(.1, h + .4, 24)], .33, mat, 9)
    # floor: spiral of rods
    for k in range(11):
        f = (k + .5) / 11.4 * .78
        wave = .25 * np.cos(t[::4] * 9 + k * math.pi)
        tube(np.stack([a * f * np.cos(t[::4]), b * f * np.sin(t[::4]), .55 + wave], 1), .62, mat, 9, closed=True)
    # rim: three rods plaited round each other
    for k in range(3):
        ph = t * 21 + k * 2 * math.pi / 3
        tube(np.stack([(a * 1.0 + .55 * np.cos(ph)) * np.cos(t), (b * 1.0 + .55 * np.cos(ph)) * np.sin(t), h + .7 + .55 * np.sin(ph)], 1), .47, mat, 10, closed=True)
    if handle:
        arch = spline([(-a * .97, 0, h * .35), (-a * 1.0, 0, h), (-a * .86, 0, h + 10), (-a * .45, 0, h + 17), (0, 0, h + 19), (a * .45, 0, h + 17), (a * .86, 0, h + 10), (a * 1.0, 0, h), (a * .97, 0, h * .35)], 220)
        tan = np.gradient(arch, axis=0)
        tan /= np.linalg.norm(tan, axis=1, keepdims=True)
        side = np.cross(tan, (0, 1, 0))
        s = np.linspace(0, 1, 220)
        for k in range(6):
            ph = s * 34 + k * math.pi / 3
            tube(arch + (side * np.cos(ph)[:, None] + np.array([0, 1, 0]) * np.sin(ph)[:, None]) * .66, .42, mat, 9)
        tube(arch, .6, mat, 9)
    return dict(size=2.05, yaw=24, backdrop=backdrop, cam=dict(elev=16))
