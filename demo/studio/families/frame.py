"""Framed print that stands on its own strut: solid wood, bevelled mat, printed sheet."""
from kit import *


def bar(mat, length, w=1.7, d=2.6):
    """One side of the frame with mitred ends; x runs along it, y is depth, z points to the middle of the picture."""
    sec = fillet([(-d / 2, 0, .12), (d / 2, 0, .12), (d / 2, w, .12), (-d / 2 + .55, w, .05), (-d / 2, w, .14)], 5, closed=True)
    P = [[(s * (length / 2 - z), y, z) for y, z in sec] for s in np.linspace(-1, 1, 24)]
    return grid(P, mat, close_v=True, cap=True, name="bar")


def build(print_art, w=40.0, h=50.0, mat_width=5.5, wood_a=(.50, .33, .19), wood_b=(.38, .23, .12), lean=9, backdrop="paper"):
    timber = wood("frame", wood_a, wood_b, .10, .5, along=0)
    parts = []
    for angle, length, x, z in ((0, w, 0, 0), (90, h, w / 2, h / 2), (180, w, 0, h), (270, h, -w / 2, h / 2)):
        o = bar(timber, length)
        move(o, (x, 0, z), (0, -angle, 0))
        parts.append(o)
    sheet = printed("print", bpy.data.images.load(print_art), .6, .08)
    card = plain("mat", (.80, .785, .74), .85, .15, 40)
    iw, ih = w - 2 * 1.7, h - 2 * 1.7
    pw, ph = iw - 2 * mat_width, ih - 2 * mat_width - 1.0
    cz = h / 2 + .5
    plane = lambda x0, x1, z0, z1, y, m, uv=False: obj([(x0, y, z0), (x1, y, z0), (x1, y, z1), (x0, y, z1)], [(0, 1, 2, 3)], m, "sheet", [(0, 0), (1, 0), (1, 1), (0, 1)] if uv else None, smooth=False)
    parts.append(plane(-pw / 2 - .3, pw / 2 + .3, cz - ph / 2 - .3, cz + ph / 2 + .3, -.30, sheet, True))
    hole = [(-pw / 2, cz - ph / 2), (pw / 2, cz - ph / 2), (pw / 2, cz + ph / 2), (-pw / 2, cz + ph / 2)]
    rim = [(-iw / 2 - .2, 1.5), (iw / 2 + .2, 1.5), (iw / 2 + .2, h - 1.5), (-iw / 2 - .2, h - 1.5)]
    inner = [(x - .16 * np.sign(x), z - .16 * np.sign(z - cz)) for x, z in hole]
    V = [(x, -.52, z) for x, z in rim] + [(x, -.52, z) for x, z in hole] + [(x, -.34, z) for x, z in inner]
    parts.append(obj(V, [(i, (i + 1) % 4, 4 + (i + 1) % 4, 4 + i) for i in range(4)] + [(4 + i, 4 + (i + 1) % 4, 8 + (i + 1) % 4, 8 + i) for i in range(4)], card, "mat", smooth=False))
    parts.append(box(w - 1, .4, h - 1, plain("back", (.28, .20, .13), .8), (0, .9, .5), .05))
    stand = put(bpy.data.objects.new("frame", None))
    for o in parts:
        o.parent = stand
    stand.rotation_euler = (math.radians(-lean), 0, 0)
    strut = box(6, .5, h * .62, plain("strut", (.10, .08, .06), .7), (0, 0, 0), .1)
    top = np.array([0, math.sin(math.radians(lean)) * h * .62 + 1.2, math.cos(math.radians(lean)) * h * .62])
    run = math.degrees(math.acos(min(top[2] / (h * .62), 1)))
    move(strut, (0, top[1] + math.sin(math.radians(run)) * h * .62, 0), (run, 0, 0))
    return dict(size=1.95, yaw=20, backdrop=backdrop, cam=dict(elev=7))
