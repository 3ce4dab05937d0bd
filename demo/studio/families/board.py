"""Boards and trays of solid wood: cutting board with a thumb hole, round serving tray."""
from kit import *


def build(kind="board", wood_a=(.36, .20, .105), wood_b=(.20, .10, .05), w=40.0, d=25.0, h=2.2, r=20.0, backdrop="paper", yaw=-24, elev=24, size=1.85):
    if kind == "tray":
        mat = wood("tray", wood_a, wood_b, .16, .45, along=0)
        lathe(fillet([(0, .1), (r - 1.6, .1, .3), (r - .9, .3, .6), (r, 3.2, .3), (r - .12, 3.5, .18), (r - .75, 3.4, .22), (r - 1.65, 1.15, .7), (0, 1.15)], 10), mat, 200)
        return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))
    mat = wood("board", wood_a, wood_b, .13, .42, along=0)
    body = box(w, d, h, mat, (0, 0, 0), 0)
    b = bmesh.new()
    b.from_mesh(body.data)
    upright = [e for e in b.edges if abs(e.verts[0].co.z - e.verts[1].co.z) > 1]
    bmesh.ops.bevel(b, geom=upright, offset=3.2, segments=12, profile=.5, affect="EDGES")
    b.to_mesh(body.data)
    b.free()
    hole = lathe([(0, -2), (1.5, -2), (1.5, h + 2), (0, h + 2)], None, 64)
    hole.location = (w / 2 - 4.2, 0, 0)
    MADE.remove(hole)
    bpy.context.view_layer.update()
    mod(body, "BOOLEAN", object=hole, operation="DIFFERENCE", solver="EXACT")
    bevel(body, .32, 5, 30)
    bake(body)
    bpy.data.objects.remove(hole)
    for p in body.data.polygons:
        p.use_smooth = True
    body.data.use_auto_smooth, body.data.auto_smooth_angle = True, math.radians(40)
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))
