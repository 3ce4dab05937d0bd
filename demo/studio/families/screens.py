"""Things with a display: laptop, all-in-one desktop, phone, reader in its cover."""
from kit import *


def alu(color, rough=.42):
    return metal("anodised", color, rough, .004, along=0)


def laptop(color, shown, legends, open_=108):
    case, dark = alu(color), plain("keys", (.018, .018, .019), .48, .1, 40)
    w, d = 31.0, 21.8
    slab(w, d, 1.15, case, (0, 0, .12), r=1.1, edge=.28, top=.12)
    slab(28.0, 10.6, .03, plain("well", (.03, .03, .03), .6), (0, 3.6, 1.26), r=.5, edge=.01)
    cap = Mat("cap", rough=.5, spec=.35)
    cap.set(color=cap.tex(bpy.data.images.load(legends), 1, ext="EXTEND"))
    rows = [[1.0] * 14, [1.5] + [1] * 12 + [1.5], [1.8] + [1] * 11 + [2.2], [2.3] + [1] * 10 + [2.7], [1, 1, 1, 1.2, 5.4, 1.2, 1, 1, 1, 1]]
    first = len(MADE)
    for r, row in enumerate(rows):
        k = 27.6 / sum(row)
        x = -13.8
        for u in row:
            slab(u * k - .26, 1.72, .14, None, (x + u * k / 2, 8.0 - r * 2.02 - .0, 1.26), r=.18, edge=.05, n=4)
            x += u * k
    bpy.ops.object.select_all(action="DESELECT")
    keys = MADE[first:]
    bpy.context.view_layer.objects.active = keys[0]
    for o in keys:
        o.select_set(True)
    bpy.ops.object.join()
    del MADE[first + 1:]
    me = keys[0].data
    me.materials.clear()
    me.materials.append(cap.m)
    for lo in me.loops:
        c = me.vertices[lo.vertex_index].co
        me.uv_layers["uv"].data[lo.index].uv = ((c.x + 14) / 28, (c.y - 3.6 + 5.3) / 10.6)
    slab(11.2, 6.6, .02, alu(tuple(np.array(color) * .92), .35), (0, -6.2, 1.262), r=.5, edge=.008)
    slab(11.3, 6.7, .012, plain("gap", (.05, .05, .05), .7), (0, -6.2, 1.262), r=.52, edge=.004)
    move(slab(6.0, .5, .06, dark, (0, 0, 0), r=.25, edge=.02), (0, -10.68, 1.22))
    lid = [slab(w, d - .3, .55, case, (0, (d - .3) / 2, 0), r=1.1, edge=.15, top=.08), slab(w - .25, d - .55, .06, plain("bezel", (.008, .008, .009), .2, spec=.4), (0, (d - .3) / 2, .52), r=1.0, edge=.02)]
    s = sheet(w - 1.5, d - 2.3, screen(shown, .62))
    lid.append(move(s, (0, (d - .3) / 2 + .25, .60)))
    stand = put(bpy.data.objects.new("lid", None))
    for o in lid:
        o.parent = stand
    # the lid's face looks down when closed: turned over, then opened
    stand.rotation_euler = (math.radians(180 - open_), 0, 0)
    a = math.radians(180 - open_)
    stand.location = (0, d / 2 - .35, 1.45)
    tube([(-11, d / 2 - .45, 1.25), (11, d / 2 - .45, 1.25)], .42, dark, 24)
    return dict(size=2.15, yaw=-24, cam=dict(elev=15))


def desktop(color, shown):
    case, dark = alu(color), plain("bezel", (.008, .008, .009), .22, spec=.4)
    w, h, t = 54.2, 32.6, 1.7
    z = 13.5
    facing(slab(w, h, t, case, r=1.2, edge=.3, top=.1), (0, t / 2, z + h / 2), tilt=4)
    facing(slab(w - .3, h - .3, .06, dark, r=1.1, edge=.02), (0, -t / 2 + .03, z + h / 2), tilt=4)
    facing(sheet(w - 2.0, h - 2.0, screen(shown, .6)), (0, -t / 2 - .04, z + h / 2 - .0), tilt=4)
    slab(22, 19, .75, case, (0, 4, 0), r=1.4, edge=.2)
    path = spline([(0, 9, .5), (0, 10.6, 2.0), (0, 9.2, 10), (0, 3.2, 24), (0, 1.6, 27)], 60)
    sweep(path, superellipse(4.2, .42, 8, 40), case, up=(0, 1, 0))
    return dict(size=2.2, yaw=-20, cam=dict(elev=9))


def handset(color, shown, front, tilt=0):
    """A phone standing on its lower edge; looks towards -y, with the display or the back."""
    w, h, t = 6.5, 13.1, .82
    shell, rail = plain("back", color, .38, .05, 30, spec=.45), metal("rail", tuple(np.minimum(np.array(color) * 1.25 + .05, 1)), .3)
    parts = [facing(slab(w, h, t * .72, rail, r=.95, edge=.2), (0, t * .36, h / 2)), facing(slab(w - .16, h - .16, t, shell, r=.9, edge=.16), (0, t / 2, h / 2))]
    if front:
        parts.append(facing(slab(w - .14, h - .14, .03, plain("glass", (.004, .004, .005), .06, spec=.6), r=.88, edge=.012), (0, -t / 2 + .02, h / 2)))
        pane = slab(w - .62, h - .62, .006, screen(shown, .75, .06), r=.62, edge=.002)
        me = pane.data
        for lo in me.loops:
            c = me.vertices[lo.vertex_index].co
            me.uv_layers["uv"].data[lo.index].uv = (c.x / (w - .62) + .5, c.y / (h - .62) + .5)
        parts.append(facing(pane, (0, -t / 2 - .008, h / 2)))
    else:
        parts.append(facing(lathe(fillet([(0, 0), (1.15, 0, .02), (1.15, .16, .05), (1.02, .18), (1.0, .12), (0, .12)], 5), rail, 96), (1.75, -t / 2 + .02, h - 1.85)))
        parts.append(facing(element(.98, (.010, .012, .02), .06), (1.75, -t / 2 - .10, h - 1.85)))
        parts.append(facing(lathe(fillet([(0, 0), (.22, 0, .01), (.22, .03, .01), (0, .03)], 3), plain("flash", (.8, .76, .65), .3), 32), (.15, -t / 2 + .01, h - 1.2)))
    return parts


def phone(color, shown, pose):
    if pose != "front":
        back = handset(color, shown, False)
        group(back, (2.1, 2.4, 0), 10 if pose == "pair" else 0)
    if pose != "back":
        group(handset(color, shown, True), (-2.0, -1.2, 0), -8)
    return dict(size=1.75, yaw=14, cam=dict(elev=8))


def group(parts, at, yaw=0, tilt=0):
    stand = put(bpy.data.objects.new("group", None))
    for o in parts:
        o.parent = stand
    stand.rotation_euler = (math.radians(tilt), 0, math.radians(yaw))
    stand.location = at
    return stand


def reader(color, page):
    """Lies open in its cover: page on the right, lining on the left."""
    w, d, t = 12.4, 16.6, .78
    hide, lining = leather("cover", color, 9, .3, .55), textile("lining", (.30, .29, .27), image("felt", tile_plain(16, 6), True), 1.2, strength=.4, dark=.8)
    slab(w + .9, d + .9, .28, hide, (w / 2 + .7, 0, 0), r=.9, edge=.1)
    left = [slab(w + .9, d + .9, .26, hide, (-w / 2 - .7, 0, 0), r=.9, edge=.1), slab(w + .5, d + .5, .03, lining, (-w / 2 - .7, 0, .25), r=.8, edge=.01)]
    group(left, (0, 0, 0)).rotation_euler = (0, math.radians(7), 0)
    slab(2.4, d + .9, .24, hide, (0, 0, 0), r=.1, edge=.08)
    body_ = plain("shell", (.022, .022, .023), .5, .12, 40)
    slab(w, d, t, body_, (w / 2 + .7, 0, .28), r=.75, edge=.2)
    move(sheet(w - 2.0, d - 3.6, picture(page, .55)), (w / 2 + .7, .75, .28 + t + .006))
    slab(2.0, .4, .05, plain("key", (.05, .05, .05), .4), (w / 2 + .7, -d / 2 + 1.2, .28 + t - .02), r=.2, edge=.02)
    return dict(size=2.4, yaw=-18, cam=dict(elev=44))


def build(kind="laptop", color=(.40, .40, .39), shown=None, legends=None, pose="pair", backdrop="paper"):
    made = {"laptop": lambda: laptop(color, shown, legends), "desktop": lambda: desktop(color, shown), "phone": lambda: phone(color, shown, pose), "reader": lambda: reader(color, shown)}[kind]()
    return dict(backdrop=backdrop, **made)
