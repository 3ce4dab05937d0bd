"""Wrist watch, strap closed, standing on its buckle; the dial looks up at the viewer."""
from kit import *


def hand(mat, angle, length, width, z, tail=.3):
    """A pointed hand with a ridge along its middle."""
    w, root = width / 2, length * .16
    V = [(0, -tail, 0), (w * .8, -tail, 0), (w, root, 0), (.012, length, 0), (-.012, length, 0), (-w, root, 0), (-w * .8, -tail, 0), (0, root, .045), (0, length, .012)]
    o = obj(V, [(0, 1, 2, 7), (2, 3, 8, 7), (7, 8, 4, 5), (6, 0, 7, 5)], mat, "hand", smooth=False)
    move(o, (0, 0, z))
    o.rotation_euler = (0, 0, -math.radians(angle))
    return o


def build(dial, strap=(.10, .16, .28), case=(.66, .65, .63), hands=(.022, .028, .045), tilt=52, backdrop="paper"):
    steel = metal("case", case, .16, .006)
    hide = leather("strap", strap, 14, .28, .5)
    stitch = plain("thread", tuple(np.minimum(np.array(strap) * 2.2 + .06, .8)), .8, .4, 60)
    r, t = 1.95, .78
    parts = [lathe(fillet([(0, 0), (r - .35, 0, .08), (r - .05, .18, .15), (r, .34, .1), (r, t - .2, .08), (r - .16, t, .05), (r - .24, t + .02, .03), (r - .28, t - .10), (0, t - .10)], 7), steel, 180)]
    face = disc(r - .27, picture(dial, .45))
    face.location = (0, 0, t - .085)
    bright = plain("hands", hands, .28, spec=.6)
    parts += [face, hand(bright, 304.5, .95, .17, t - .06), hand(bright, 54, 1.42, .13, t - .025), hand(plain("sub", (.55, .12, .06), .5), 180, .34, .03, t - .07, .1)]
    pin = lathe(fillet([(0, 0), (.09, 0), (.09, .12, .03), (0, .12)], 3), bright, 24)
    pin.location = (0, 0, t - .07)
    m = Mat("crystal")
    fres = m.n("LayerWeight", {"Blend": .32}).outputs["Fresnel"]
    mx = m.n("MixShader", {0: m.math("MULTIPLY", fres, .55), 1: m.n("BsdfTransparent").outputs[0], 2: m.n("BsdfGlossy", {"Roughness": .02}).outputs[0]})
    m.nt.links.new(mx.outputs[0], m.nt.nodes["Material Output"].inputs[0])
    parts += [pin, lathe([((r - .26) * math.sin(a), t - .02 + .14 * math.cos(a)) for a in np.linspace(math.pi / 2, 0, 24)], m.m, 96)]
    crown = knurled(lathe(fillet([(0, 0), (.14, 0), (.14, .1), (.30, .1, .04), (.30, .36, .06), (0, .38)], 5), steel, 160), 28, .016, low=.13, high=.33)
    parts.append(move(crown, (r - .03, 0, .36), (0, 90, 0)))
    for sx in (-1, 1):
        for sy in (-1, 1):
            lug = sweep(spline([(sx * 1.18, sy * 1.35, .42), (sx * 1.18, sy * 1.95, .34), (sx * 1.16, sy * 2.42, -.02)], 24), superellipse(.17, .20, 3, 20), steel, up=(0, 0, 1), scale=np.linspace(1.15, .72, 24))
            parts.append(lug)
    stand = put(bpy.data.objects.new("watch", None))
    for o in parts:
        o.parent = stand
    # the strap is a loop in the yz plane of the case: from lug to lug behind the wrist that is not there
    def line(n):
        return spline([(0, -1.8, .16), (0, -2.45, -.12), (0, -2.85, -.75), (0, -3.05, -1.9), (0, -2.75, -3.6), (0, -1.5, -5.0), (0, 0, -5.35), (0, 1.5, -5.0), (0, 2.75, -3.6), (0, 3.05, -1.9), (0, 2.85, -.75), (0, 2.45, -.12), (0, 1.8, .16)], n)
    path = line(160)
    s = np.linspace(-1, 1, 160)
    wide = np.interp(np.abs(s), [0, .5, .92, 1], [.84, .88, 1.0, 1.0])
    tan = np.gradient(path, axis=0)
    tan /= np.linalg.norm(tan, axis=1, keepdims=True)
    thick = np.interp(np.abs(s), [0, .6, .9, 1], [.13, .15, .22, .20])
    P = []
    for i in range(160):
        up = np.cross(tan[i], (1, 0, 0))
        P.append([path[i] + np.array([1, 0, 0]) * u * 1.0 * wide[i] + up * v * thick[i] for u, v in superellipse(1, 1, 5, 40)])
    band_ = grid(P, hide, close_v=True, cap=True, name="strap")
    band_.parent = stand
    rows = []
    for e in (-1, 1):
        for k in range(2, 158, 3):
            up = np.cross(tan[k], (1, 0, 0))
            for side in (-1,):
                p = path[k] + np.array([e * wide[k] * .82, 0, 0]) + up * thick[k] * side * 1.0
                q = path[k + 1] + np.array([e * wide[k + 1] * .82, 0, 0]) + up * thick[k + 1] * side * 1.0
                rows.append(tube([p, (p + q) / 2 - up * .01, q], .026, stitch, 6))
    for o in rows:
        o.parent = stand
    i = 86
    up = np.cross(tan[i], (1, 0, 0))
    frame = [path[i] + np.array([1, 0, 0]) * u + tan[i] * v for u, v in superellipse(1.08, .5, 5, 48)]
    b = tube(frame, .085, steel, 12, closed=True, up=tuple(up))
    b.parent = stand
    for j in (100, 108):
        loop = [path[j] + np.array([1, 0, 0]) * u * 1.02 + np.cross(tan[j], (1, 0, 0)) * v * .30 for u, v in superellipse(1, 1, 5, 48)]
        sweep(loop, superellipse(.05, .20, 4, 16), hide, up=tuple(tan[j]), closed=True).parent = stand
    stand.rotation_euler = (math.radians(tilt), 0, 0)
    return dict(size=1.7, yaw=-26, backdrop=backdrop, cam=dict(elev=14))
