"""Thrown stoneware: bowls, plates, cups, vases, jugs and teapots from one wall that is turned, lipped and glazed."""
from functools import lru_cache
from kit import *
from families.mug import raw_foot

#: Outer profiles through (share of radius, share of height), from the foot to the lip.
SHAPES = {
    "bowl": [(.40, 0), (.50, .06), (.72, .24), (.90, .58), (1.0, 1.0)],
    "deep": [(.48, 0), (.62, .05), (.84, .22), (.96, .55), (1.0, 1.0)],
    "plate": [(.58, 0), (.66, .16), (.80, .34), (.93, .66), (1.0, 1.0)],
    "cup": [(.60, 0), (.76, .04), (.92, .20), (.98, .50), (1.0, 1.0)],
    "tumbler": [(.80, 0), (.87, .03), (.92, .25), (.97, .62), (1.0, 1.0)],
    "bottle": [(.66, 0), (.84, .05), (.98, .24), (.94, .46), (.62, .64), (.27, .76), (.20, .86), (.24, 1.0)],
    "moon": [(.40, 0), (.56, .05), (.88, .24), (1.0, .48), (.90, .72), (.58, .90), (.40, .95), (.41, 1.0)],
    "cylinder": [(.92, 0), (.99, .03), (1.0, .3), (1.0, .7), (.99, 1.0)],
    "amphora": [(.40, 0), (.52, .04), (.78, .26), (.96, .52), (.94, .68), (.66, .84), (.43, .91), (.50, 1.0)],
    "planter": [(.74, 0), (.80, .03), (.88, .4), (.97, .85), (1.0, 1.0)],
    "jug": [(.66, 0), (.84, .05), (.99, .24), (.96, .46), (.76, .70), (.67, .85), (.74, 1.0)],
    "pot": [(.50, 0), (.70, .06), (.95, .30), (1.0, .50), (.90, .74), (.62, .94), (.50, 1.0)],
}


@lru_cache(maxsize=None)
def outline(shape, r, h, n=72):
    return spline([(r * x, h * z) for x, z in SHAPES[shape]], n)


def radius_at(shape, r, h, z):
    line = outline(shape, r, h)
    return float(np.interp(z, line[:, 1], line[:, 0]))


def wall(shape, r, h, t, floor=.55):
    """Outer line, round lip and inner line, from the axis to the axis; and how many points belong to the outside."""
    out = outline(shape, r, h)
    tan = np.gradient(out, axis=0)
    nor = np.stack([-tan[:, 1], tan[:, 0]], 1)
    nor /= np.linalg.norm(nor, axis=1, keepdims=True)
    inn = out + nor * t
    inn = inn[(inn[:, 1] > floor) & (inn[:, 0] > .05)]
    foot = out[0][0]
    base = fillet([(0, .25), (foot * .80, .25, .12), (foot * .86, 0, .12), (foot * .94, 0, .1)], 6) + [(foot * .985, .04)]
    d = (out[-1] - inn[-1]) / 2
    side = np.array([-d[1], d[0]]) * 1.05
    side = side if side[1] > 0 else -side
    mid = (out[-1] + inn[-1]) / 2
    lip = [mid + d * math.cos(a) + side * math.sin(a) for a in np.linspace(.15, math.pi - .15, 11)]
    low = inn[0]
    bottom = fillet([tuple(low), (max(low[0] - .1, .1), floor, min(1.2, low[0] * .4)), (0, floor)], 10)
    outside = base + [tuple(p) for p in out[1:]] + [tuple(p) for p in lip[:6]]
    return outside + [tuple(p) for p in lip[6:]] + [tuple(p) for p in inn[::-1]] + bottom[1:], len(outside)


def glaze_of(color, speck, tone):
    return ceramic("glaze", color, speck, scale=.55, density=tone)


def build(shape="bowl", color=(.80, .77, .70), speck=(.16, .09, .05), r=7.5, h=7.0, t=.38, raw=True, foot=.8, tone=1.4,
          handle=False, spout=False, lid=False, ridges=0, stack=1, gap=1.3, count=1, apart=1.1, seed=3, inside=None,
          size=1.75, yaw=-24, elev=18, backdrop="paper"):
    """Size in cm. `stack` nests pieces with `gap` between rims; `count` stands them side by side."""
    for n in range(count):
        for k in range(stack):
            piece(shape, color, speck, r, h, t, raw, foot, tone, handle, spout, lid, ridges, seed + 7 * n + k, inside,
                  (n * r * 2 * apart, n * r * .5, k * gap), 37 * n + 11 * k)
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))


def piece(shape, color, speck, r, h, t, raw, foot, tone, handle, spout, lid, ridges, seed, inside, at, turn):
    glaze = glaze_of(color, speck, tone)
    outer = raw_foot(glaze_of(color, speck, tone), foot) if raw else glaze
    first = len(MADE)
    profile, outside = wall(shape, r, h, t)
    body = lathe(profile, None, 180)
    if ridges:  # the thrower's fingers
        warp(body, lambda p: p * np.stack([1 + .006 * np.sin(p[:, 2] * ridges)] * 2 + [np.ones(len(p))], 1))
    parts = [body]
    if handle:
        top, low = (radius_at(shape, r, h, h * k) - t / 2 for k in (.80, .24))
        hp = spline([(top - .5, 0, h * .78), (top + 1.3, 0, h * .87), (r + 2.7, 0, h * .68), (r + 2.3, 0, h * .42), (low + .8, 0, h * .29), (low - .4, 0, h * .27)], 48)
        parts.append(sweep(hp, superellipse(.72, .40, 2.6, 28), None, up=(0, 1, 0), scale=1 + .35 * np.abs(np.linspace(-1, 1, 48)) ** 3))
    if spout:
        sp = spline([(-r * .66, 0, h * .27), (-r - .9, 0, h * .36), (-r - 2.3, 0, h * .60), (-r - 3.3, 0, h * .84), (-r - 4.5, 0, h * .95)], 48)
        parts.append(sweep(sp, superellipse(1.0, 1.0, 2, 28), None, up=(0, 1, 0), scale=np.interp(np.linspace(0, 1, 48), [0, .22, .6, 1], [1.75, 1.6, .95, .72])))
    if len(parts) > 1:
        bpy.ops.object.select_all(action="DESELECT")
        bpy.context.view_layer.objects.active = body
        for o in parts:
            o.select_set(True)
        bpy.ops.object.join()
        for o in parts[1:]:
            MADE.remove(o)
        mod(body, "REMESH", mode="VOXEL", voxel_size=.08)
        mod(body, "SMOOTH", iterations=12, factor=.5)
        bake(body)
    lumpy(body, .03 * r / 5, .22, 2, seed)
    body.data.materials.clear()
    body.data.materials.append(outer)
    body.data.materials.append(glaze_of(inside, speck, tone) if inside else glaze)
    limit = max(z for _, z in profile[:outside])
    for p in body.data.polygons:  # the raw clay is outside only
        x, y, z = p.center
        p.material_index = int(z < limit and z > .3 and math.hypot(x, y) < radius_at(shape, r, h, min(z, h)) - t * .5)
    if spout:  # the opening
        throat = lathe([(0, 0), (.46, 0)], plain("throat", (.012, .011, .010), .8), 40)
        throat.location = sp[-1] + (sp[-1] - sp[-2]) / np.linalg.norm(sp[-1] - sp[-2]) * .012
        throat.rotation_euler = Vector(sp[-1] - sp[-2]).to_track_quat("Z", "Y").to_euler()
        MADE.remove(throat)
        throat.parent = body
    if lid:
        z = h - .05
        w = SHAPES[shape][-1][0] * r
        knob = [(0, z + 3.0), (.75, z + 2.95, .3), (.95, z + 2.4, .4), (.5, z + 1.75, .3), (.7, z + 1.35, .4), (w * .8, z + .75, .8), (w + .12, z + .32, .15), (w + .05, z + .12, .08), (w - t, z + .1), (w - t, z - .5), (0, z - .4)]
        cover = lathe(fillet(knob, 8), ceramic("lid", color, speck, scale=.55, density=tone), 140)
        lumpy(cover, .02, .3, 2, seed + 1)
    for o in MADE[first:]:
        for p in o.data.polygons:
            p.use_smooth = True
        move(o, at, (0, 0, turn))
