"""Cold-made bar soap with a name pressed into it, stacked."""
from kit import *


def bar(color, stamp=None, w=8.6, d=5.6, h=2.7, seed=1):
    m = Mat("soap", rough=.5, spec=.4, sss=.22, sss_color=tuple(np.minimum(np.array(color) * 1.15, 1)), sss_radius=(.6, .35, .25))
    c = np.array(color)
    big = m.noise(.5, 5, .6)
    fleck = m.ramp(m.noise(7, 2), [(.70, (0, 0, 0)), (.74, (1, 1, 1))])
    col = m.mix(m.ramp(big, [(.35, (0, 0, 0)), (.7, (1, 1, 1))]), tuple(np.minimum(c * 1.06, 1)), tuple(c * .86))
    m.set(color=m.mix(m.math("MULTIPLY", fleck, .30), col, tuple(c * .5)))
    fine = m.bump(m.noise(2.5, 5), .16, .06)
    if stamp:
        img = bpy.data.images.load(stamp)
        img.colorspace_settings.name = "Non-Color"
        mp = m.n("Mapping", {"Vector": m.coords(), "Scale": (1 / (w * .8), 1 / (d * .8), 1), "Location": (.5, .5, 0)}).outputs[0]
        h_ = m.n("TexImage", {"Vector": mp}, image=img, extension="EXTEND", interpolation="Cubic").outputs["Color"]
        top = m.math("GREATER_THAN", m.n("SeparateXYZ", {"Vector": m.coords()}).outputs[2], h * .9)
        press = m.math("MULTIPLY", m.math("SUBTRACT", h_, 1.0), top)
        fine = m.bump(press, 1.0, .16, fine)
        m.set(color=m.mix(m.math("MULTIPLY", m.math("MULTIPLY", m.math("SUBTRACT", 1.0, h_), top), .45), col, tuple(c * .62)))
    m.set(normal=fine)
    o = box(w, d, h, m.m, (0, 0, 0), .55, 8)
    subsurf(o, 1)
    bake(o)
    lumpy(o, .07, .22, 3, seed)
    return o


def build(color=(.72, .42, .37), stamp=None, bars=((0, 0, 0, 6), (.5, .3, 2.68, -9)), size=1.6, elev=24, yaw=-18, backdrop="sand"):
    """`bars`: x, y, z and turn of each. `stamp`: a sheet of 860 x 560, black where the bar is pressed in."""
    for k, (x, y, z, turn) in enumerate(bars):
        move(bar(color, stamp, seed=k + 1), (x, y, z), (0, 0, turn))
    return dict(size=size, yaw=yaw, backdrop=backdrop, cam=dict(elev=elev))
