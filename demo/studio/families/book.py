"""Cloth-bound hardcover with a printed jacket in one printed sheet; pages show at head and fore-edge."""
from kit import *

#: Share of back, spine and front in the width of the jacket.
W, S = 700, 110


def build(jacket_art, w=14.0, h=21.0, t=2.6):
    """`jacket_art`: one printed sheet of back 700, spine 110 and front 700, 1050 high."""
    img = bpy.data.images.load(jacket_art)
    jacket = Mat("jacket", spec=.35, coat=.12, coat_rough=.35)
    fib = jacket.noise(5, 6)
    jacket.set(color=jacket.tex(img, 1, ext="EXTEND"), rough=.48, normal=jacket.bump(fib, .06, .03))
    # jacket: one sheet bent round back, spine, front; x = width, y = thickness, standing on z
    b, j = .28, .34                      # board thickness, hinge groove
    back = [(w * (1 - s), t / 2) for s in np.linspace(0, 1, 30)]
    spine = [(-.18 * math.sin(math.pi * s) - .05, t / 2 - t * s) for s in np.linspace(0, 1, 16)]
    front = [(w * s, -t / 2) for s in np.linspace(0, 1, 30)]
    groove = lambda x: .09 * math.exp(-((x - .75) / .22) ** 2)
    line = [(x, y - groove(x)) for x, y in back[:-1]] + spine + [(x, y + groove(x)) for x, y in front[1:]]
    lens = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(np.array(line), axis=0), axis=1))])
    i0, i1 = 29, 29 + 15
    u = np.interp(lens, [0, lens[i0], lens[i1], lens[-1]], [0, W / (2 * W + S), (W + S) / (2 * W + S), 1])
    rows = np.linspace(0, h, 24)
    n, m = len(line), len(rows)
    verts = [(x, y, z) for x, y in line for z in rows]
    uv = [(u[i], z / h) for i in range(n) for z in rows]
    sheet = obj(verts, [(i * m + k, (i + 1) * m + k, (i + 1) * m + k + 1, i * m + k + 1) for i in range(n - 1) for k in range(m - 1)], jacket.m, "jacket", uv)
    mod(sheet, "SOLIDIFY", thickness=b, offset=-1)
    bevel(sheet, .05, 3, 50)
    sheet.data.use_auto_smooth, sheet.data.auto_smooth_angle = True, math.radians(50)
    # page block with a line per leaf gathering
    pg = Mat("pages", spec=.1, rough=.9)
    y = pg.n("SeparateXYZ", {"Vector": pg.coords()}).outputs[1]
    lines = pg.n("TexNoise", {"Vector": pg.n("CombineXYZ", {"X": pg.math("MULTIPLY", pg.noise(.2, 1), .6), "Y": pg.math("MULTIPLY", y, 60.0), "Z": 0.0}).outputs[0], "Scale": 1.0, "Detail": 3}).outputs["Fac"]
    pg.set(color=pg.ramp(lines, [(.32, (.50, .44, .35)), (.5, (.74, .69, .59)), (.7, (.80, .76, .67))]), normal=pg.bump(lines, .5, .03))
    blk = box(w - .45, t - 2 * b - .06, h - .7, pg.m, (w / 2 - .12, 0, .35), r=.03, seg=2)
    # head band
    hb = plain("headband", (.62, .22, .15), .8, .5, 40)
    tube([(.12, yy, h - .36) for yy in np.linspace(-t / 2 + b, t / 2 - b, 8)], .11, hb)
    # a second copy lying flat under a corner would hide the cover, so the book stands alone
    return dict(size=2.0, yaw=27, backdrop="fog", cam=dict(elev=19))
