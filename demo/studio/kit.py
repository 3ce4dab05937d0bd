"""Modelling and material blocks. Lengths are centimetres unless a product says otherwise."""
import math
import bpy, bmesh, numpy as np
from mathutils import Vector, noise

RNG = np.random.default_rng(7)
MADE = []


def extent(objs):
    """Lowest and highest corner of the evaluated meshes, in world space."""
    bpy.context.view_layer.update()
    deps = bpy.context.evaluated_depsgraph_get()
    pts = []
    for o in objs:
        if o.type in ("MESH", "CURVE") and not o.hide_render:
            ev = o.evaluated_get(deps)
            me = ev.to_mesh()
            co = np.empty(len(me.vertices) * 3, np.float32)
            me.vertices.foreach_get("co", co)
            m = np.array(ev.matrix_world)
            pts.append(co.reshape(-1, 3) @ m[:3, :3].T + m[:3, 3])
            ev.to_mesh_clear()
    p = np.concatenate(pts)
    return p.min(0), p.max(0)


def place(build, at=(0, 0, 0), yaw=0, tilt=(0, 0), **params):
    """Builds a product of another family at its true size and stands it at a point of the set: companions and scenes."""
    first = len(MADE)
    build(**params)
    made = MADE[first:]
    stand = put(bpy.data.objects.new("stand", None))
    for o in made:
        if o.parent is None:
            o.parent = stand
    stand.rotation_euler = (math.radians(tilt[0]), math.radians(tilt[1]), math.radians(yaw))
    low, high = extent(made)
    stand.location = (at[0] - (low[0] + high[0]) / 2, at[1] - (low[1] + high[1]) / 2, at[2] - low[2])
    bpy.context.view_layer.update()
    return made


def obj(verts, faces, mat=None, name="o", uv=None, smooth=True):
    me = bpy.data.meshes.new(name)
    me.from_pydata([tuple(map(float, v)) for v in verts], [], [tuple(int(i) for i in f) for f in faces])
    if uv is not None:  # per-vertex uv, or per-loop when lengths match
        layer = me.uv_layers.new(name="uv")
        idx = np.empty(len(me.loops), np.int32)
        me.loops.foreach_get("vertex_index", idx)
        uv = np.asarray(uv, np.float32)
        layer.data.foreach_set("uv", (uv if len(uv) == len(idx) and len(uv) != len(verts) else uv[idx]).ravel())
    for p in me.polygons:
        p.use_smooth = smooth
    me.update()
    return put(bpy.data.objects.new(name, me), mat)


def put(o, mat=None):
    bpy.context.collection.objects.link(o)
    if mat:
        o.data.materials.clear()
        o.data.materials.append(mat)
    MADE.append(o)
    return o


def grid(P, mat=None, close_u=False, close_v=False, cap=False, name="grid"):
    """Quad mesh through P[i, j] with seams and uv in cm (u along i, v along j)."""
    P = np.asarray(P, float)
    if close_v:
        P = np.concatenate([P, P[:, :1]], 1)
    if close_u:
        P = np.concatenate([P, P[:1]], 0)
    n, m = P.shape[:2]
    du = np.linalg.norm(np.diff(P, axis=0), axis=2).mean(1)
    dv = np.linalg.norm(np.diff(P, axis=1), axis=2)
    u = np.concatenate([[0], np.cumsum(du)])
    v = np.concatenate([np.zeros((n, 1)), np.cumsum(dv, 1)], 1)
    v = v - v[:, -1:] / 2
    uv = np.stack([np.repeat(u[:, None], m, 1), v], 2).reshape(-1, 2)
    faces = [(i * m + j, i * m + j + 1, (i + 1) * m + j + 1, (i + 1) * m + j) for i in range(n - 1) for j in range(m - 1)]
    verts = P.reshape(-1, 3).tolist()
    uv = uv.tolist()
    if cap:
        for row in (0, n - 1):
            c = len(verts)
            verts.append(P[row].mean(0).tolist())
            uv.append([u[row], 0])
            ring = [row * m + j for j in range(m)]
            faces += [(c, b, a) if row == 0 else (c, a, b) for a, b in zip(ring, ring[1:] + ring[:1])]
    o = obj(verts, faces, mat, name, uv)
    weld(o)
    return o


def weld(o, d=1e-5):
    b = bmesh.new()
    b.from_mesh(o.data)
    bmesh.ops.remove_doubles(b, verts=b.verts, dist=d)
    bmesh.ops.recalc_face_normals(b, faces=b.faces)
    b.to_mesh(o.data)
    b.free()
    return o


def fillet(pts, seg=8, closed=False):
    """Polygon [(x, y, radius)] to a polyline with round corners."""
    out, n = [], len(pts)
    for i, p in enumerate(pts):
        r = p[2] if len(p) > 2 else 0
        if r <= 0 or (not closed and i in (0, n - 1)):
            out.append(p[:2])
            continue
        c, a, b = (np.array(q[:2], float) for q in (p, pts[i - 1], pts[(i + 1) % n]))
        da, db = (a - c), (b - c)
        la, lb = np.linalg.norm(da), np.linalg.norm(db)
        da, db = da / la, db / lb
        ang = math.acos(np.clip(da @ db, -1, 1))
        t = min(r / math.tan(ang / 2), la * .49, lb * .49)
        p0, p1 = c + da * t, c + db * t
        for s in np.linspace(0, 1, seg + 1):  # quadratic curve is close enough to an arc
            out.append(tuple((1 - s) ** 2 * p0 + 2 * s * (1 - s) * c + s * s * p1))
    return out


def lathe(profile, mat=None, seg=128, name="lathe"):
    a = np.linspace(0, 2 * math.pi, seg, endpoint=False)
    P = np.array([[(r * math.cos(t), r * math.sin(t), z) for t in a] for r, z in profile])
    return grid(P, mat, close_v=True, name=name)


def spline(pts, n=64, closed=False):
    """Catmull-Rom through pts, resampled to n points evenly by length."""
    p = np.asarray(pts, float)
    q = np.concatenate([p[-1:], p, p[:2]]) if closed else np.concatenate([[2 * p[0] - p[1]], p, [2 * p[-1] - p[-2]]])
    out = []
    for i in range(1, len(q) - 2):
        t = np.linspace(0, 1, 24, endpoint=False)[:, None]
        a, b, c, d = q[i - 1], q[i], q[i + 1], q[i + 2]
        out.append(.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - a - 3 * c + d) * t ** 3))
    out = np.concatenate(out + [q[-2][None]])
    s = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(out, axis=0), axis=1))])
    tt = np.linspace(0, s[-1], n + 1 if closed else n)
    r = np.stack([np.interp(tt, s, out[:, k]) for k in range(out.shape[1])], 1)
    return r[:-1] if closed else r


def superellipse(a, b, e=2.5, n=48):
    t = np.linspace(0, 2 * math.pi, n, endpoint=False)
    c, s = np.cos(t), np.sin(t)
    return np.stack([a * np.sign(c) * abs(c) ** (2 / e), b * np.sign(s) * abs(s) ** (2 / e)], 1)


def sweep(path, section, mat=None, up=(0, 0, 1), scale=None, closed=False, cap=True, name="sweep"):
    """Closed 2-D section carried along a path; section x = sideways, y = up."""
    path, sec = np.asarray(path, float), np.asarray(section, float)
    tan = np.gradient(path, axis=0)
    if closed:
        tan = np.roll(path, -1, 0) - np.roll(path, 1, 0)
    tan /= np.linalg.norm(tan, axis=1, keepdims=True)
    P, upv = [], np.array(up, float)
    for i, (p, t) in enumerate(zip(path, tan)):
        x = np.cross(t, upv)
        if np.linalg.norm(x) < 1e-3:
            x = np.cross(t, (0, 1, .01))
        x /= np.linalg.norm(x)
        y = np.cross(x, t)
        k = scale[i] if scale is not None else 1
        P.append(p + (sec[:, :1] * x + sec[:, 1:] * y) * k)
    return grid(P, mat, close_u=closed, close_v=True, cap=cap and not closed, name=name)


def tube(path, r, mat=None, n=16, closed=False, **kw):
    return sweep(path, superellipse(r, r, 2, n), mat, closed=closed, **kw)


def box(w, d, h, mat=None, at=(0, 0, 0), r=.2, seg=4, name="box"):
    """Rounded box standing on z = at.z, uv in cm by face direction."""
    b = bmesh.new()
    bmesh.ops.create_cube(b, size=1)
    bmesh.ops.scale(b, vec=(w, d, h), verts=b.verts)
    bmesh.ops.translate(b, vec=(at[0], at[1], at[2] + h / 2), verts=b.verts)
    if r > 0:
        bmesh.ops.bevel(b, geom=b.edges[:], offset=r, segments=seg, profile=.5, affect="EDGES", clamp_overlap=True)
    me = bpy.data.meshes.new(name)
    b.to_mesh(me)
    b.free()
    o = put(bpy.data.objects.new(name, me), mat)
    for p in me.polygons:
        p.use_smooth = True
    me.use_auto_smooth, me.auto_smooth_angle = True, math.radians(40)
    box_uv(o)
    return o


def box_uv(o):
    me = o.data
    layer = me.uv_layers.get("uv") or me.uv_layers.new(name="uv")
    for p in me.polygons:
        n = [abs(c) for c in p.normal]
        ax = n.index(max(n))
        for li in p.loop_indices:
            c = me.vertices[me.loops[li].vertex_index].co
            layer.data[li].uv = [(c.y, c.z), (c.x, c.z), (c.x, c.y)][ax]


def mod(o, kind, **kw):
    m = o.modifiers.new(kind.lower(), kind)
    for k, v in kw.items():
        setattr(m, k, v)
    return o


def subsurf(o, n=2):
    return mod(o, "SUBSURF", levels=n, render_levels=n)


def bevel(o, w=.1, seg=3, angle=35):
    return mod(o, "BEVEL", width=w, segments=seg, limit_method="ANGLE", angle_limit=math.radians(angle))


def bake(o):
    """Apply modifiers."""
    deps = bpy.context.evaluated_depsgraph_get()
    me = bpy.data.meshes.new_from_object(o.evaluated_get(deps), preserve_all_data_layers=True, depsgraph=deps)
    o.modifiers.clear()
    o.data = me
    return o


def warp(o, f):
    """Move every vertex: f(array n x 3) -> array n x 3."""
    n = len(o.data.vertices)
    co = np.empty(n * 3, np.float32)
    o.data.vertices.foreach_get("co", co)
    o.data.vertices.foreach_set("co", np.asarray(f(co.reshape(-1, 3).astype(float)), np.float32).ravel())
    o.data.update()
    return o


def fbm(p, scale=1.0, octaves=3, seed=0):
    off = Vector((seed * 13.7, seed * 5.1, seed * 9.3))
    return np.array([noise.fractal(Vector(q) * scale + off, 1.0, 2.0, octaves) for q in np.asarray(p)])


def lumpy(o, amount=.1, scale=.2, octaves=3, seed=0, axis=None):
    """Push vertices along their normals (or an axis) with noise: nothing made by hand is straight."""
    n = len(o.data.vertices)
    nor = np.array([v.normal[:] for v in o.data.vertices]) if axis is None else np.array([axis] * n)
    return warp(o, lambda p: p + nor * (fbm(p, scale, octaves, seed) * amount)[:, None])


def move(o, at=(0, 0, 0), rot=(0, 0, 0), scale=(1, 1, 1)):
    o.location, o.rotation_euler, o.scale = at, [math.radians(a) for a in rot], scale
    return o


# ---------------------------------------------------------------- textures written in numpy

def image(name, arr, data=False):
    """HxW or HxWx3 float array (0..1) to a Blender image, first row on top."""
    a = np.asarray(arr, np.float32)
    if a.ndim == 2:
        a = np.repeat(a[..., None], 3, 2)
    a = np.concatenate([a[::-1], np.ones((*a.shape[:2], 1), np.float32)], 2)
    im = bpy.data.images.new(name, a.shape[1], a.shape[0], float_buffer=False, is_data=data)
    im.pixels.foreach_set(np.ascontiguousarray(a).ravel())
    im.pack()
    return im


def tile_plain(n=64, k=4):
    """Plain weave: k x k threads per tile."""
    y, x = np.mgrid[0:n * k, 0:n * k] / n
    over = (np.floor(x) + np.floor(y)) % 2
    fx, fy = x % 1 - .5, y % 1 - .5
    warp_, weft = np.sqrt(np.maximum(0, 1 - (2.1 * fx) ** 2)) * np.cos(fy * 1.6), np.sqrt(np.maximum(0, 1 - (2.1 * fy) ** 2)) * np.cos(fx * 1.6)
    h = np.where(over > 0, np.maximum(warp_, weft * .5), np.maximum(weft, warp_ * .5))
    return h + RNG.normal(0, .04, h.shape)


def tile_twill(n=48, k=4):
    y, x = np.mgrid[0:n * k, 0:n * k] / n
    d = (x + y) % 1 if k == 1 else ((x + y) * .5) % 1
    h = np.sin(math.pi * d) ** .7 * (.8 + .2 * np.cos(2 * math.pi * (x - y) * 2))
    return h + RNG.normal(0, .05, h.shape)


def tile_knit(n=128, k=4):
    """Stocking stitch: columns of V."""
    y, x = np.mgrid[0:n * k, 0:n * k] / n
    fx = (x % 1)
    arm = np.abs(fx - .5) * 2                      # 0 at the middle of the V, 1 at its edges
    t = (y * 1.25 - arm * .62) % 1
    across = 1 - np.abs(t - .5) * 2
    along = np.sqrt(np.maximum(0, 1 - (np.abs(arm - .5) * 2) ** 4))
    strands = .9 + .1 * np.sin((t * 5 + arm * 2) * 2 * math.pi)
    return np.clip(across, 0, 1) ** .6 * along * strands + RNG.normal(0, .03, x.shape)


def tile_rib(n=64, k=4):
    y, x = np.mgrid[0:n * k, 0:n * k] / n
    return (.5 - .5 * np.cos(2 * math.pi * x)) ** .7 * (.85 + .15 * np.abs(np.sin(math.pi * y * 4 + np.abs((x % 1) - .5) * 3)))


# ---------------------------------------------------------------- materials

class Mat:
    """Thin wrapper over a Principled material: m.n(type, {input: value or socket}, attr=...)"""

    def __init__(self, name, **principled):
        self.m = bpy.data.materials.new(name)
        self.m.use_nodes = True
        self.nt = self.m.node_tree
        self.b = self.nt.nodes["Principled BSDF"]
        self.set(**principled)

    def n(self, kind, ins=None, **attrs):
        node = self.nt.nodes.new("ShaderNode" + kind)
        for k, v in attrs.items():
            setattr(node, k, v)
        for k, v in (ins or {}).items():
            self.plug(node.inputs[k], v)
        return node

    def plug(self, sock, v):
        if isinstance(v, bpy.types.NodeSocket):
            self.nt.links.new(v, sock)
        else:
            if hasattr(sock, "default_value") and hasattr(sock.default_value, "__len__") and len(sock.default_value) == 4 and len(v) == 3:
                v = (*v, 1)
            sock.default_value = v

    def set(self, **kw):
        names = dict(color="Base Color", rough="Roughness", metal="Metallic", spec="Specular", coat="Clearcoat", coat_rough="Clearcoat Roughness",
                     sheen="Sheen", trans="Transmission", ior="IOR", sss="Subsurface", sss_color="Subsurface Color", sss_radius="Subsurface Radius",
                     normal="Normal", aniso="Anisotropic", emit="Emission", emit_k="Emission Strength", alpha="Alpha", sheen_tint="Sheen Tint")
        for k, v in kw.items():
            self.plug(self.b.inputs[names[k]], v)
        return self

    def coords(self, which="Object"):
        return self.n("TexCoord").outputs[which]

    def noise(self, scale, detail=4, rough=.55, vec=None, dim=None):
        return self.n("TexNoise", {"Scale": scale, "Detail": detail, "Roughness": rough, "Vector": vec or self.coords()}).outputs["Fac"]

    def ramp(self, fac, stops):
        r = self.n("ValToRGB", {"Fac": fac})
        e = r.color_ramp.elements
        while len(e) < len(stops):
            e.new(.5)
        for el, (p, c) in zip(e, stops):
            el.position, el.color = p, (*c, 1) if len(c) == 3 else c
        return r.outputs[0]

    def math(self, op, a, b=0.0, clamp=False):
        nd = self.n("Math", operation=op, use_clamp=clamp)
        self.plug(nd.inputs[0], a)
        self.plug(nd.inputs[1], b)
        return nd.outputs[0]

    def mix(self, fac, a, b, blend="MIX"):
        nd = self.n("MixRGB", {"Fac": fac, "Color1": a, "Color2": b}, blend_type=blend)
        return nd.outputs[0]

    def bump(self, height, strength=.3, dist=.02, normal=None):
        ins = {"Height": height, "Strength": strength, "Distance": dist}
        if normal:
            ins["Normal"] = normal
        return self.n("Bump", ins).outputs[0]

    def tex(self, img, scale=1.0, rot=0, vec=None, ext="REPEAT"):
        mp = self.n("Mapping", {"Vector": vec or self.coords("UV"), "Scale": (scale, scale, scale), "Rotation": (0, 0, rot)})
        return self.n("TexImage", {"Vector": mp.outputs[0]}, image=img, extension=ext, interpolation="Cubic").outputs["Color"]


def plain(name, color, rough=.5, bump=0, bscale=60, **kw):
    """Paint, plastic, rubber: a little roughness variation keeps it from looking like CAD."""
    m = Mat(name, color=color, **kw)
    n = m.noise(bscale * .1, 3)
    m.set(rough=m.ramp(n, [(.3, (rough * .92,) * 3), (.7, (min(rough * 1.1, 1),) * 3)]))
    if bump:
        m.set(normal=m.bump(m.noise(bscale, 3), bump, .02))
    return m.m


def textile(name, color, tile, scale=1.0, strength=.6, dist=.05, rough=.92, vary=.25, sheen=.4, dark=.45, fuzz=0, rot=0, second=None):
    """Any cloth: thread height tile drives bump and shade; slow noise varies the dye."""
    m = Mat(name, rough=rough, sheen=sheen, spec=.15)
    h = m.tex(tile, scale, rot)
    big = m.noise(.35, 4)
    fine = m.noise(9, 3)
    c = np.array(color)
    base = m.mix(m.math("MULTIPLY", big, vary), color, tuple(np.clip(c * .72, 0, 1)))
    if second is not None:
        base = m.mix(m.ramp(fine, [(.48, (0, 0, 0)), (.56, (1, 1, 1))]), base, second)
    base = m.mix(1.0, base, m.ramp(h, [(0, (dark,) * 3), (.75, (1, 1, 1))]), "MULTIPLY")
    b = m.bump(fine, .25 + fuzz, .04)
    m.set(color=base, normal=m.bump(h, strength, dist, b))
    return m.m


def wood(name="oak", a=(.50, .33, .19), b=(.36, .21, .11), scale=.25, rough=.5, along=2):
    m = Mat(name)
    s = [1.0, 1.0, 1.0]
    s[along] = .06
    mp = m.n("Mapping", {"Vector": m.coords(), "Scale": tuple(x * scale for x in s)}).outputs[0]
    grain = m.n("TexNoise", {"Vector": mp, "Scale": 6.0, "Detail": 8, "Roughness": .62, "Distortion": .6}).outputs["Fac"]
    s2 = [14.0, 14.0, 14.0]
    s2[along] = .35
    mp2 = m.n("Mapping", {"Vector": m.coords(), "Scale": tuple(s2)}).outputs[0]
    pores = m.n("TexNoise", {"Vector": mp2, "Scale": 1.0, "Detail": 2}).outputs["Fac"]
    col = m.ramp(grain, [(.32, b), (.5, tuple((np.array(a) + b) / 2)), (.66, a)])
    col = m.mix(1, col, m.ramp(pores, [(.34, (.62, .58, .55)), (.44, (1, 1, 1))]), "MULTIPLY")
    m.set(color=col, rough=m.ramp(grain, [(.3, (rough + .12,) * 3), (.7, (rough,) * 3)]), normal=m.bump(pores, .15, .02), spec=.4)
    return m.m


def metal(name, color=(.78, .77, .75), rough=.28, brushed=0, along=2):
    m = Mat(name, color=color, metal=1, rough=rough)
    if brushed:
        s = [90.0] * 3
        s[along] = .8
        mp = m.n("Mapping", {"Vector": m.coords(), "Scale": tuple(s)}).outputs[0]
        n = m.n("TexNoise", {"Vector": mp, "Scale": 1.0, "Detail": 3}).outputs["Fac"]
        m.set(normal=m.bump(n, brushed, .01), rough=m.ramp(n, [(.3, (rough * .8,) * 3), (.7, (rough * 1.25,) * 3)]))
    return m.m


def leather(name, color, scale=6, strength=.35, rough=.42):
    m = Mat(name, spec=.45)
    v = m.n("TexVoronoi", {"Vector": m.coords(), "Scale": float(scale), "Randomness": 1.0}, feature="DISTANCE_TO_EDGE").outputs["Distance"]
    h = m.ramp(v, [(0, (0, 0, 0)), (.09, (1, 1, 1))])
    big = m.noise(.5, 5)
    c = np.array(color)
    m.set(color=m.mix(m.ramp(big, [(.35, (0, 0, 0)), (.7, (.5, .5, .5))]), color, tuple(c * .6)), normal=m.bump(h, strength, .03),
          rough=m.ramp(big, [(.3, (rough,) * 3), (.7, (rough + .15,) * 3)]))
    return m.m


def ceramic(name, color, speck=None, rough=.22, density=1.0, scale=1.0, amount=.9):
    """Glaze: two sizes of iron speckle, slight pooling, orange-peel bump, clear coat."""
    m = Mat(name, spec=.5, coat=.35, coat_rough=.12)
    big = m.noise(.35, 4)
    c = np.array(color)
    col = m.mix(m.ramp(big, [(.35, (0, 0, 0)), (.7, (1, 1, 1))]), tuple(np.clip(c * 1.05, 0, 1)), tuple(c * .9))
    if speck:
        for sc, cut in ((3.2 * scale, .10), (7.5 * scale, .15)):
            wob = m.n("MixRGB", {"Fac": .06, "Color1": m.coords(), "Color2": m.n("TexNoise", {"Scale": 14.0, "Vector": m.coords()}).outputs["Color"]}).outputs[0]
            v = m.n("TexVoronoi", {"Vector": wob, "Scale": sc, "Randomness": 1.0})
            keep = m.math("GREATER_THAN", m.n("SeparateColor", {"Color": v.outputs["Color"]}).outputs[0], 1 - .42 * density)
            size = m.math("MULTIPLY", m.n("SeparateColor", {"Color": v.outputs["Color"]}).outputs[1], cut)
            dot = m.math("MULTIPLY", m.n("MapRange", {"Value": m.math("SUBTRACT", size, v.outputs["Distance"]), "From Min": 0.0, "From Max": .03}).outputs[0], keep)
            col = m.mix(m.math("MULTIPLY", dot, amount), col, speck)
    m.set(color=col, rough=m.ramp(big, [(.3, (rough,) * 3), (.7, (rough * 1.5,) * 3)]), normal=m.bump(m.noise(2.2, 3), .06, .1))
    return m.m


def glass(name, color=(1, 1, 1), rough=.0, ior=1.5, shadow=.8):
    """Glass whose shadow is tinted light, not a black blob (no caustics needed)."""
    m = Mat(name, color=color, trans=1, rough=rough, ior=ior)
    t = m.n("BsdfTransparent", {"Color": tuple(np.array(color) ** .5 * shadow)})
    lp = m.n("LightPath")
    mx = m.n("MixShader", {0: m.math("MAXIMUM", lp.outputs["Is Shadow Ray"], lp.outputs["Is Diffuse Ray"])})
    m.nt.links.new(m.b.outputs[0], mx.inputs[1])
    m.nt.links.new(t.outputs[0], mx.inputs[2])
    m.nt.links.new(mx.outputs[0], m.nt.nodes["Material Output"].inputs[0])
    return m.m


def printed(name, img, rough=.55, paper=.12, bump_h=None):
    """Printed paper or cloth: the picture plus paper fibre."""
    m = Mat(name, spec=.35)
    col = m.tex(img, 1.0, ext="EXTEND")
    fibre = m.noise(14, 6)
    m.set(color=col, rough=m.ramp(fibre, [(.3, (rough,) * 3), (.7, (rough * 1.15,) * 3)]), normal=m.bump(fibre, paper, .02))
    return m.m


def fuzz(o, count=20000, length=.25, color=(.7, .7, .7), seed=1, rough=.6, radius=.004, children=0):
    """Short stray fibres: what separates wool from plasticine."""
    m = Mat(o.name + "-fuzz", color=color, rough=.8, sheen=.5, spec=.1)
    o.data.materials.append(m.m)
    ps = o.modifiers.new("fuzz", "PARTICLE_SYSTEM").particle_system
    s = ps.settings
    s.type, s.count, s.hair_length, s.hair_step = "HAIR", count, length, 3
    s.use_advanced_hair = True
    s.brownian_factor, s.factor_random, s.length_random = .06 * length * 4, .04 * length * 4, .7
    s.material = len(o.data.materials)
    s.root_radius, s.tip_radius, s.radius_scale = 1.0, .4, radius
    s.render_step, s.display_step = 2, 2
    if children:
        s.child_type, s.rendered_child_count, s.child_radius = "SIMPLE", children, length * .8
    ps.seed = seed
    return o


# ---------------------------------------------------------------- cases, grilles, screens and print for devices

def rounded_rect(w, d, r, n=10):
    """Points of a rounded rectangle, `n` to a corner, counter-clockwise."""
    r = min(max(r, .001), w / 2 - .001, d / 2 - .001)
    out = []
    for cx, cy, a0 in ((w / 2 - r, d / 2 - r, 0), (-w / 2 + r, d / 2 - r, 90), (-w / 2 + r, -d / 2 + r, 180), (w / 2 - r, -d / 2 + r, 270)):
        for a in np.radians(np.linspace(a0, a0 + 90, n)):
            out.append((cx + r * math.cos(a), cy + r * math.sin(a)))
    return np.array(out)


def slab(w, d, h, mat=None, at=(0, 0, 0), r=1.0, edge=.15, top=None, n=10, name="slab"):
    """A plate with round corners in plan (`r`) and round edges (`edge`, `top` for the upper one); stands on z = at.z."""
    top = edge if top is None else top
    deep = min(w, d) / 2 * .96
    rows = []
    for inset, z in fillet([(deep, 0), (0, 0, edge), (0, h, top), (deep, h)], 7):
        rows.append(np.concatenate([rounded_rect(w - 2 * inset, d - 2 * inset, max(r - inset, .01), n), np.full((4 * n, 1), z)], 1) + np.array(at))
    o = grid(rows, mat, close_v=True, cap=True, name=name)
    o.data.use_auto_smooth, o.data.auto_smooth_angle = True, math.radians(40)
    box_uv(o)
    return o


def facing(o, at=(0, 0, 0), yaw=0, tilt=0):
    """Turns what points up (a lathe, a slab, a sheet) to the viewer; `tilt` raises its face again."""
    o.rotation_euler = (math.radians(90 - tilt), 0, math.radians(yaw))
    o.location = at
    return o


def sheet(w, h, mat, name="sheet"):
    """A flat sheet in the xy plane with one picture on it."""
    return obj([(-w / 2, -h / 2, 0), (w / 2, -h / 2, 0), (w / 2, h / 2, 0), (-w / 2, h / 2, 0)], [(0, 1, 2, 3)], mat, name, [(0, 0), (1, 0), (1, 1), (0, 1)], smooth=False)


def disc(r, mat, inner=0, n=96, name="disc"):
    """A flat disc or ring in the xy plane with one picture on it."""
    t = np.linspace(0, 2 * math.pi, n, endpoint=False)
    ring = lambda q: [(q * math.cos(a), q * math.sin(a), 0) for a in t]
    V = ring(r) + (ring(inner) if inner else [(0, 0, 0)])
    F = [(i, (i + 1) % n, n + (i + 1) % n, n + i) if inner else (i, (i + 1) % n, n) for i in range(n)]
    return obj(V, F, mat, name, [(.5 + x / r / 2, .5 + y / r / 2) for x, y, _ in V], smooth=False)


def band(r, h, mat, arc=360, name="band"):
    """A print round a cylinder of radius `r`, the middle of the picture towards the viewer (-y)."""
    a = np.radians(np.linspace(-90 - arc / 2, -90 + arc / 2, 120))
    n = len(a)
    V = [(r * math.cos(t), r * math.sin(t), z) for t in a for z in (0, h)]
    return obj(V, [(2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1) for i in range(n - 1)], mat, name, [(i / (n - 1), z) for i in range(n) for z in (0, 1)])


def ink(path, color=(.02, .02, .02), rough=.5):
    """Black on white print laid on a surface: only the black is there."""
    m = Mat("ink", color=color, rough=rough, spec=.3)
    lum = m.n("SeparateColor", {"Color": m.tex(bpy.data.images.load(path), 1, ext="EXTEND")}).outputs[0]
    m.set(alpha=m.math("SUBTRACT", 1.0, lum, True))
    return m.m


def picture(path, rough=.5, coat=0):
    """A printed picture, matt or under varnish."""
    m = Mat("picture", rough=rough, spec=.35, coat=coat, coat_rough=.06)
    m.set(color=m.tex(bpy.data.images.load(path), 1, ext="EXTEND"))
    return m.m


def screen(path, glow=.55, rough=.12):
    """A display that is on, behind glass."""
    m = Mat("screen", color=(.006, .006, .007), rough=rough, spec=.4)
    m.set(emit=m.tex(bpy.data.images.load(path), 1, ext="EXTEND"), emit_k=glow)
    return m.m


def grille(name, color, pitch=.22, hole=.36, metallic=1.0, rough=.4):
    """Perforated sheet: holes in staggered rows, `pitch` cm apart; `hole` is their share of it."""
    n = 96
    y, x = np.mgrid[0:n, 0:n] / n
    d = np.minimum(np.hypot((x + .5) % 1 - .5, (y + .5) % 1 - .5), np.hypot(x - .5, y - .5))
    h = np.clip((d - hole * .62) / .07 + .5, 0, 1)
    m = Mat(name, metal=metallic, rough=rough, spec=.4)
    t = m.tex(image(name, h, True), .62 / pitch)
    m.set(color=m.mix(1.0, color, m.ramp(t, [(0, (.02, .02, .02)), (.9, (1, 1, 1))]), "MULTIPLY"), normal=m.bump(t, .5, .02))
    return m.m


def knurled(o, teeth=60, depth=.05, axis_at=(0, 0), low=-1e9, high=1e9):
    """Grip ridges round a lathe between two heights."""
    def cut(p):
        a = np.arctan2(p[:, 1] - axis_at[1], p[:, 0] - axis_at[0])
        k = np.where((p[:, 2] > low) & (p[:, 2] < high), depth * np.sign(np.sin(a * teeth)) * np.abs(np.sin(a * teeth)) ** .5, 0)
        r = np.maximum(np.hypot(p[:, 0], p[:, 1]), 1e-6)
        return p * np.stack([1 + k / r, 1 + k / r, np.ones(len(p))], 1)
    return warp(o, cut)


def element(r, tint=(.012, .010, .022), bulge=.12):
    """Front element of a lens: dark coated glass, slightly domed, looking up."""
    m = Mat("coated", color=tint, rough=.03, spec=.9, coat=1, coat_rough=.02)
    return lathe([(r * math.sin(a), bulge * r * math.cos(a)) for a in np.linspace(math.pi / 2, 0, 24)], m.m, 96)
