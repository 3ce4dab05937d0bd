"""Darkroom: two noisy half-renders and their guides to finished pictures for both themes. Needs numpy and OpenCV only.

    python3 darkroom.py <folder of passes> <light.png> <dark.png> <exposure> [<folder of passes before dark paper>]
"""
import math, os, sys
from concurrent.futures import ThreadPoolExecutor
os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
import numpy as np, cv2
cv2.setNumThreads(1)

#: Linear colour of the backdrop in the dark theme: a warm charcoal, light enough for a black product to stand off.
DARK_PAPER = np.array([.026, .030, .034], np.float32)  # BGR, as OpenCV reads


def read(folder):
    rd = lambda n, i: cv2.imread(f"{folder}/{n}_{i:04d}.exr", cv2.IMREAD_UNCHANGED)
    return [[rd(n, i)[..., :3].astype(np.float32) for n in ("Image", "DenoisingAlbedo", "DenoisingNormal")] + [mask(rd("backdrop", i))] for i in (1, 2)]


def mask(a):
    return (a[..., 0] if a.ndim == 3 else a).astype(np.float32)


def nlm(a, b, alb, nor, radius=7, k=.55):
    """Dual-buffer non-local means on irradiance (colour / albedo), guided by the albedo and normal passes."""
    den = np.maximum(alb, .04)
    a, b = a / den, b / den
    m = (a + b) / 2
    lum = np.log1p(np.minimum(m, 30)).astype(np.float32)
    la, lb = np.log1p(np.minimum(a, 30)), np.log1p(np.minimum(b, 30))
    var = cv2.blur(((la - lb) ** 2) / 4, (5, 5)).mean(2)
    rl = lambda x, dy, dx: np.roll(x, (dy, dx), (0, 1))

    def row(dy):
        out, wsum = np.zeros_like(m), np.zeros(m.shape[:2], np.float32)
        for dx in range(-radius, radius + 1):
            vq = rl(var, dy, dx)
            d = (lum - rl(lum, dy, dx)) ** 2
            d = (d.mean(2) - (var + np.minimum(var, vq))) / (1e-6 + k * k * (var + vq))
            d = np.maximum(cv2.blur(d, (5, 5)), 0)
            g = ((nor - rl(nor, dy, dx)) ** 2).sum(2) / .02 + ((alb - rl(alb, dy, dx)) ** 2).sum(2) / .004
            w = np.exp(-np.minimum(d + g, 40)).astype(np.float32)
            out += w[..., None] * rl(m, dy, dx)
            wsum += w
        return out, wsum

    with ThreadPoolExecutor(2) as pool:
        out, wsum = (sum(part) for part in zip(*pool.map(row, range(-radius, radius + 1))))
    out = out / wsum[..., None]
    lone = np.clip((9 - wsum) / 6, 0, 1)[..., None]  # silhouettes find no similar pixels: use their close neighbours
    return (out * (1 - lone) + cv2.GaussianBlur(out, (3, 3), .9) * lone) * den


def spread(x, sigma):
    return cv2.GaussianBlur(x, (0, 0), sigma)


def from_nearby(lin, where, sigma):
    """The colour that pixels of `where` have near each pixel, and how many there are."""
    weight = spread(where.astype(np.float32), sigma)
    return spread(lin * where[..., None], sigma) / np.maximum(weight, 1e-4)[..., None], weight


def on_dark_paper(lin, cover):
    """Replaces the paper by a dark one and keeps its light and shadow; the product's own pixels stay as they are."""
    bare = cover > .995
    paper, _ = from_nearby(lin, bare, 5)
    paper = np.where(bare[..., None], lin, paper)
    lit = np.percentile(lin[bare], 85, axis=0) if bare.any() else lin.max((0, 1))
    dark = paper / np.maximum(lit, 1e-4) * DARK_PAPER
    # An edge pixel holds both: take the product's share from its neighbours inside, as the light paper has bled into it.
    inside = cv2.erode((cover < .02).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    edge = np.maximum(lin - cover[..., None] * paper, 0) / np.maximum(1 - cover, .05)[..., None]
    for sigma in (3.2, 1.6):  # the nearest ones count most; edges out of focus are wider
        product, found = from_nearby(lin, inside, sigma)
        edge = edge + (product - edge) * np.clip(found / .12, 0, 1)[..., None]
    wide, found = from_nearby(lin, inside, 6)
    edge = np.where((found > .02)[..., None], np.minimum(edge, 1.5 * wide), edge)  # what is left of the light paper
    product = np.where(inside[..., None], lin, edge)
    return product * (1 - cover[..., None]) + dark * cover[..., None]


def develop(lin, white, contrast=1.16, sat=.94, grain=.004):
    """Film curve: exposure, soft shoulder, a touch of desaturation and grain. Returns 8-bit sRGB."""
    x = np.maximum(lin * white, 0)
    g = x @ np.array([.0722, .7152, .2126], np.float32)
    x = np.maximum(g[..., None] + (x - g[..., None]) * sat, 0)
    x = .18 * (x / .18) ** contrast
    t = .55
    x = np.where(x > t, t + (1 - t) * (1 - np.exp(-(x - t) / (1 - t))), x)
    y = np.where(x <= .0031308, x * 12.92, 1.055 * np.maximum(x, 1e-6) ** (1 / 2.4) - .055)
    y = y + np.random.default_rng(1).normal(0, grain, y.shape[:2])[..., None]
    return (np.clip(y, 0, 1) * 255 + .5).astype(np.uint8)


def around_product(cover, margin=48):
    """The part of the picture that holds the product and its contact shadow."""
    ys, xs = np.nonzero(cover < .995)
    if not len(ys):
        return slice(0, 0), slice(0, 0)
    return tuple(slice(max(v.min() - margin, 0), v.max() + 1 + margin) for v in (ys, xs))


def calm(a, b):
    """Mean of two halves of a guide; where a whole area is noisy (glass shows now itself, now what is behind) it is smoothed."""
    guide = (a + b) / 2
    noisy = (cv2.blur(((a - b) ** 2).sum(2), (3, 3)) > .004).astype(np.float32)
    area = np.clip((cv2.blur(noisy, (11, 11)) - .45) / .2, 0, 1)[..., None]
    return guide + (spread(guide, 2.5) - guide) * area


def along_edges(x, guide, reach=4):
    """Averages along the tangent of edges, which makes a ragged edge clean and no wider. The guide tells where edges are."""
    steep, tangents = 0, 0
    for channel in cv2.split(cv2.GaussianBlur(guide, (0, 0), 1)):
        gx, gy = (cv2.Scharr(channel, cv2.CV_32F, *d) / 32 for d in ((1, 0), (0, 1)))
        steep = steep + gx * gx + gy * gy
        tangents = tangents + np.dstack([gx * gx, gy * gy, gx * gy])
    xx, yy, xy = cv2.split(spread(tangents, 1.5))
    angle = np.arctan2(2 * xy, xx - yy) / 2 + np.pi / 2
    straight = np.sqrt((xx - yy) ** 2 + 4 * xy * xy) / np.maximum(xx + yy, 1e-6)
    rows, columns = np.mgrid[: x.shape[0], : x.shape[1]].astype(np.float32)
    out, total = np.zeros_like(x), 0
    for step in range(-reach, reach + 1):
        w = math.exp(-((1.6 * step / reach) ** 2) / 2)
        at = columns + step * np.cos(angle), rows + step * np.sin(angle)
        out += w * cv2.remap(x, *(v.astype(np.float32) for v in at), cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        total += w
    amount = spread(np.clip(np.sqrt(steep) / .04, 0, 1), 1) * np.clip((straight - .35) / .3, 0, 1)
    return x + (out / total - x) * amount[..., None]


def smooth_paper(lin, cover, sigmas=(1, 2.5, 5)):
    """Shadows on bare paper get softer away from the product, so they bear more blur there; at its foot they keep their shape."""
    bare = cover > .995
    far = cv2.distanceTransform(bare.astype(np.uint8), cv2.DIST_L2, 5) / 4
    out = lin
    for below, sigma in zip((0, *sigmas), sigmas):
        soft, _ = from_nearby(lin, bare, sigma)
        amount = np.clip((far - below) / (sigma - below), 0, 1) * bare
        out = out + (soft - out) * amount[..., None]
    return out


def denoised(folder, feather=20):
    """Bare paper away from the product is smooth and only blurred: comparing patches there would take most of the time."""
    (a, aa, an, am), (b, ba, bn, bm) = read(folder)
    cover = np.clip(spread((am + bm) / 2, .7), 0, 1)
    lin = spread((a + b) / 2, 4.5)
    near = around_product(cover)
    inside = np.zeros(cover.shape, np.float32)
    inside[near] = 1
    inside = spread(cv2.erode(inside, np.ones((2 * feather + 1,) * 2), borderType=cv2.BORDER_REPLICATE), feather / 3)[..., None]
    if inside.any():
        albedo, normal = calm(aa, ba), calm(an, bn)
        patch = nlm(*(x[near] for x in (a, b, albedo, normal)))
        # Edges of shapes only: small print has edges in its colour, and would be smeared.
        clean = along_edges(np.dstack([patch, cover[near]]), np.dstack([.7 * normal, am + bm])[near])
        lin[near] += (clean[..., :3] - lin[near]) * inside[near]
        cover[near] = np.clip(clean[..., 3], 0, 1)
    return smooth_paper(lin, cover), cover


#: How bright the upper corners of light paper usually are.
LIT_PAPER = .7


def paper_light(lin, cover):
    """Brightness of the backdrop in the upper corners that the product leaves free; close-ups may leave none."""
    n = len(lin) // 12
    corners = [(slice(n), slice(n)), (slice(n), slice(-n, None))]
    free = [lin[c].reshape(-1, 3) for c in corners if cover[c].mean() > .95]
    return np.median(np.concatenate(free), 0).max() if free else LIT_PAPER


def finish(folder, light, dark, level=.6, dark_folder=None):
    """Exposure is set so that the backdrop's corners come out at `level` of white; the dark picture has the same one.

    Glass shows the paper behind it: it is rendered a second time before dark paper, into `dark_folder`."""
    lin, cover = denoised(folder)
    white = level / paper_light(lin, cover)
    cv2.imwrite(light, develop(lin, white))
    cv2.imwrite(dark, develop(denoised(dark_folder)[0] * white if dark_folder else on_dark_paper(lin * white, cover), .88))


if __name__ == "__main__":
    finish(*sys.argv[1:4], float(sys.argv[4]), *sys.argv[5:6])
