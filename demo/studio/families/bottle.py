"""Amber pharmacy bottle with a black pump and a typeset paper label."""
from kit import *


def build(label=None, r=3.6, h=13.0, tint=(.86, .50, .13), fillh=10.4):
    """`label`: a printed sheet of 1100 x 1230."""
    g = glass("amber", tint, 0, 1.48, shadow=.9)
    black = plain("pump", (.018, .018, .019), .38, .1, 30, spec=.45)
    out = fillet([(0, .25), (r * .8, .25, .3), (r * .86, 0, .2), (r, 0, .55), (r, h * .80, 2.2), (1.35, h * .93, 1.0), (1.3, h + .3, 0)], 12)
    inn = fillet([(1.05, h + .3), (1.08, h * .93, .8), (r - .28, h * .79, 2.0), (r - .28, .5, .5), (0, .5)], 12)
    lathe(out + inn, g, 160)
    liq = Mat("lotion", color=(.93, .76, .42), trans=.95, rough=.06, ior=1.36)
    lathe(fillet([(0, .52), (r - .30, .52, .5), (r - .30, fillh * .9, .8), (r - .5, fillh, .05), (0, fillh)], 10), liq.m, 128)
    tube([(0, 0, z) for z in np.linspace(1, h, 6)], .22, plain("dip", (.5, .45, .36), .4))
    # collar, pump and spout
    lathe(fillet([(0, h - .25), (1.72, h - .25, .1), (1.72, h + 1.35, .16), (.95, h + 1.5, .12), (.9, h + 1.9, .1), (.5, h + 1.95, .08), (.5, h + 3.0, 0)], 8), black, 96)
    ridges = [lathe([(1.735, h - .15), (1.735, h + 1.15)], black, 96)]
    warp(ridges[0], lambda p: p * np.stack([1 + .012 * np.sin(48 * np.arctan2(p[:, 1], p[:, 0]))] * 2 + [np.ones(len(p))], 1))
    head = spline([(-1.2, 0, h + 3.35), (0, 0, h + 3.4), (1.6, 0, h + 3.35), (3.0, 0, h + 3.2), (3.65, 0, h + 2.85)], 40)
    sweep(head, superellipse(.62, .36, 2.8, 28), black, up=(0, 0, 1), scale=np.interp(np.linspace(0, 1, 40), [0, .06, .15, .45, 1], [.55, .9, 1.1, .75, .5]))
    lathe(fillet([(0, h + 2.7), (.78, h + 2.7, .1), (.78, h + 3.2, .1), (0, h + 3.2)], 6), black, 64)
    if not label:
        return dict(size=2.05, yaw=16, backdrop="sand", cam=dict(elev=10))
    img = bpy.data.images.load(label)
    m = Mat("label", spec=.3, rough=.6)
    m.set(color=m.tex(img, 1, ext="EXTEND"), normal=m.bump(m.noise(8, 5), .08, .02))
    lw = 6.3 / (r + .012)
    a = np.linspace(-math.pi / 2 - lw / 2, -math.pi / 2 + lw / 2, 60)
    zz = np.linspace(1.9, 1.9 + 7.04, 8)
    n, k = len(a), len(zz)
    obj([((r + .012) * math.cos(t), (r + .012) * math.sin(t), z) for t in a for z in zz], [(i * k + j, (i + 1) * k + j, (i + 1) * k + j + 1, i * k + j + 1) for i in range(n - 1) for j in range(k - 1)],
        m.m, "label", [(i / (n - 1), j / (k - 1)) for i in range(n) for j in range(k)])
    return dict(size=2.05, yaw=16, backdrop="sand", cam=dict(elev=10))
