"""Deep noodle bowl with two beech chopsticks laid across its rim."""
from kit import *
from families import vessel


def chopstick(mat, at, turn):
    n = 40
    path = [(x, 0, 0) for x in np.linspace(-11.8, 11.8, n)]
    o = sweep(path, superellipse(.36, .36, 4, 24), mat, scale=np.linspace(1.0, .42, n))
    bake(bevel(o, .05, 2))
    return move(o, at, (0, 0, turn))


def build(color=(.2, .25, .4), speck=(.06, .06, .08), r=8.6, h=9.4, inside=(.80, .77, .70), wood_a=(.46, .27, .14), wood_b=(.34, .18, .09)):
    vessel.piece("deep", color, speck, r, h, .36, True, 1.1, 1.4, False, False, False, 0, 4, inside, (0, 0, 0), 0)
    w = wood("beech", wood_a, wood_b, .3, .45, along=0)
    chopstick(w, (.6, -1.6, h + .44), 24)
    chopstick(w, (.2, -.1, h + .44), 21.5)
    return dict(size=1.75, yaw=0, backdrop="paper", cam=dict(elev=22))
