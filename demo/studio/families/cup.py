"""Stoneware cup on a wide saucer, with coffee in it; and chopsticks laid across a noodle bowl."""
from kit import *
from families import vessel


def surface(r, z, color, rough=.06):
    """A drink's level with the thin meniscus at the wall."""
    m = Mat("drink", color=color, rough=rough, spec=.5)
    return lathe([(0, z), (r * .9, z), (r * .97, z + .02), (r, z + .09)], m.m, 96)


def build(color=(.80, .77, .70), speck=(.16, .09, .05), r=4.4, h=6.2, drink=(.045, .018, .008), saucer=7.9, offset=0, **look):
    vessel.piece("plate", color, speck, saucer, 1.9, .34, True, .5, 1.4, False, False, False, 0, 5, None, (0, 0, 0), 20)
    vessel.piece("cup", color, speck, r, h, .32, True, .55, 1.4, True, False, False, 0, 8, None, (offset, 0, .58), -38)
    if drink:
        d = surface(vessel.radius_at("cup", r, h, h * .80) - .30, h * .80, drink)
        move(d, (offset, 0, .58))
    return dict(size=1.7, yaw=-6, backdrop="paper", cam=dict(elev=24), **look)
