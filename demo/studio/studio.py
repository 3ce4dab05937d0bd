"""A small photo studio for Blender/Cycles: seamless backdrop, window light, lens, passes (darkroom.py finishes the picture).

Every product is scaled to about the same size, so light and lens never change."""
import math, os
import bpy, numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector
from kit import extent

BACKDROPS = {  # linear albedo; "paper" is the shop's own page tone
    "paper": (.80, .775, .73), "fog": (.70, .72, .73), "sand": (.70, .62, .52), "sage": (.52, .56, .47),
    "clay": (.60, .42, .33), "slate": (.22, .235, .25), "white": (.86, .86, .855), "blush": (.72, .60, .55),
    "night": (.026, .024, .021),  # behind glass in the dark theme, where the darkroom cannot replace the paper
}


def reset():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    s = bpy.context.scene
    s.render.engine = "CYCLES"
    s.render.resolution_x = s.render.resolution_y = 1000  # square before anything is framed; render() sets the size
    c = s.cycles
    c.device = "CPU"
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces, c.transmission_bounces, c.transparent_max_bounces = 10, 4, 4, 10, 12
    c.caustics_reflective = c.caustics_refractive = False
    c.sample_clamp_indirect, c.blur_glossy = 4.0, 0.8
    c.use_adaptive_sampling, c.adaptive_threshold, c.adaptive_min_samples = True, .03, 8
    c.use_denoising = False
    return s


def backdrop(color):
    """Floor that curves into a wall (sweep radius 3)."""
    pts = [(-9, 0), (4, 0)] + [(4 + 3 * math.sin(a), 3 - 3 * math.cos(a)) for a in np.linspace(0, math.pi / 2, 24)[1:]] + [(7, 14)]
    verts = [(x, y, z) for x in (-16, 16) for y, z in pts]
    n = len(pts)
    me = bpy.data.meshes.new("backdrop")
    me.from_pydata(verts, [], [(i, i + n, i + n + 1, i + 1) for i in range(n - 1)])
    for p in me.polygons:
        p.use_smooth = True
    ob = bpy.data.objects.new("backdrop", me)
    bpy.context.collection.objects.link(ob)
    m = bpy.data.materials.new("backdrop")
    m.use_nodes = True
    b = m.node_tree.nodes["Principled BSDF"]
    b.inputs["Base Color"].default_value = (*color, 1)
    b.inputs["Roughness"].default_value = .75
    b.inputs["Specular"].default_value = .15
    # Coverage of the backdrop in each pixel: the darkroom replaces the paper by a dark one for the dark theme.
    coverage = m.node_tree.nodes.new("ShaderNodeOutputAOV")
    coverage.name = "backdrop"
    coverage.inputs["Value"].default_value = 1
    me.materials.append(m)


def area(name, at, to, size, power, color=(1, 1, 1), spread=math.pi):
    li = bpy.data.lights.new(name, "AREA")
    li.shape, li.size, li.size_y, li.energy, li.color, li.spread = "RECTANGLE", size[0], size[1], power, color, spread
    ob = bpy.data.objects.new(name, li)
    ob.location = at
    ob.rotation_euler = (Vector(to) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(ob)
    return ob


def panes(name, at, to, size, power, color, across, down):
    """One area light in panes of equal size, without gaps. It looks the same, but Cycles picks one light for each sample
    and all lights alike: a bright light in several panes is picked as often as it matters, which leaves less noise."""
    whole = area(name, at, to, size, power, color)
    if across * down == 1:
        return
    li = whole.data
    li.size, li.size_y, li.energy = size[0] / across, size[1] / down, power / (across * down)
    base, turn = whole.location.copy(), whole.rotation_euler.to_matrix()
    for i in range(across):
        for j in range(down):
            ob = whole if i == j == 0 else whole.copy()
            if ob is not whole:
                bpy.context.collection.objects.link(ob)
            ob.location = base + turn @ Vector((size[0] * ((i + .5) / across - .5), size[1] * ((j + .5) / down - .5), 0))


def lights(key=1.0, fill=1.0, rim=1.0, world=.20, key_at=(-4.6, -1.6, 4.4)):
    panes("window", key_at, (0, 0, .7), (3.2, 4.2), 520 * key, (1, .965, .92), 2, 2)
    panes("fill", (5.2, -3.4, 2.6), (0, 0, .8), (4, 4), 70 * fill, (.93, .96, 1), 1, 1)
    panes("rim", (1.6, 4.6, 5.4), (0, 0, .9), (4.5, 1.6), 190 * rim, (1, .99, .97), 2, 1)
    w = bpy.data.worlds.new("w")
    w.use_nodes = True
    w.node_tree.nodes["Background"].inputs[0].default_value = (.95, .97, 1, 1)
    w.node_tree.nodes["Background"].inputs[1].default_value = world
    bpy.context.scene.world = w


def camera(elev=12, azim=0, dist=10, lens=110, target=(0, 0, .95), fstop=.8, focus=None):
    cam = bpy.data.cameras.new("cam")
    cam.lens, cam.sensor_width = lens, 36
    ob = bpy.data.objects.new("cam", cam)
    e, a, t = math.radians(elev), math.radians(azim), Vector(target)
    ob.location = t + dist * Vector((math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)))
    ob.rotation_euler = (t - ob.location).to_track_quat("-Z", "Y").to_euler()
    cam.dof.use_dof, cam.dof.aperture_fstop = fstop > 0, max(fstop, .01)
    cam.dof.focus_distance = focus or dist - .45
    bpy.context.collection.objects.link(ob)
    bpy.context.scene.camera = ob


def frame(objs, widest=.78, highest=.72, closest=.55):
    """Zooms in until the product fills the picture, and centres it: wide and tall products then look equally large."""
    bpy.context.view_layer.update()
    s, graph = bpy.context.scene, bpy.context.evaluated_depsgraph_get()
    seen = [
        world_to_camera_view(s, s.camera, ob.matrix_world @ Vector(corner))
        for ob in (o.evaluated_get(graph) for o in objs if o.type == "MESH")
        for corner in (v.co for v in ob.data.vertices)
    ]
    (left, right), (low, high) = [(min(v), max(v)) for v in zip(*((p.x, p.y) for p in seen))]
    k = min(1, max((right - left) / widest, (high - low) / highest, closest))
    cam = s.camera.data
    cam.lens, cam.dof.aperture_fstop = cam.lens / k, cam.dof.aperture_fstop / k
    cam.shift_x, cam.shift_y = ((left + right) / 2 - .5) / k, ((low + high) / 2 - .5) / k + .01


def fit(objs, size=1.9, yaw=0):
    """Scale and stand everything on the floor so its largest side is `size`."""
    bpy.context.view_layer.update()
    root = bpy.data.objects.new("root", None)
    bpy.context.collection.objects.link(root)
    for o in objs:
        if o.parent is None:
            o.parent = root
    root.rotation_euler = (0, 0, math.radians(yaw))
    lo, hi = extent(objs)
    k = size / max(hi - lo)
    root.scale = (k, k, k)
    for o in objs:  # hair settings ignore object scale
        for ps in o.particle_systems:
            q = ps.settings
            q.hair_length, q.brownian_factor, q.factor_random = q.hair_length * k, q.brownian_factor * k, q.factor_random * k
    c = (lo + hi) / 2 * k
    root.location = (-c[0], -c[1], -lo[2] * k)
    bpy.context.view_layer.update()
    return (hi - lo) * k


# ---------------------------------------------------------------- render

PASSES = ("Image", "Denoising Albedo", "Denoising Normal", "backdrop")


def _passes(folder):
    s = bpy.context.scene
    vl = s.view_layers[0]
    vl.cycles.denoising_store_passes = True
    aov = vl.aovs.add()
    aov.name, aov.type = "backdrop", "VALUE"
    s.use_nodes = True
    nt = s.node_tree
    nt.nodes.clear()
    rl = nt.nodes.new("CompositorNodeRLayers")
    fo = nt.nodes.new("CompositorNodeOutputFile")
    fo.base_path = folder
    fo.format.file_format, fo.format.color_depth = "OPEN_EXR", "32"
    fo.file_slots.clear()
    for i, n in enumerate(PASSES):
        fo.file_slots.new(n.replace(" ", "") + "_")
        nt.links.new(rl.outputs[n], fo.inputs[i])


def render(folder, px, spp, height=None):
    """Two half-renders with different seeds into `folder`: their difference tells the darkroom how noisy each pixel is."""
    s = bpy.context.scene
    s.render.resolution_x, s.render.resolution_y = px, height or px
    s.cycles.samples = max(1, spp // 2)
    os.makedirs(folder, exist_ok=True)
    _passes(folder)
    s.render.use_persistent_data = False  # otherwise the second seed is ignored
    s.render.image_settings.file_format = "PNG"
    for i in (0, 1):
        s.cycles.seed = i
        s.frame_set(i + 1)
        bpy.ops.render.render()
