import type { Shot } from '../shot.ts';
import { jacket, KYUSHU, LIGHTHOUSE, NOVEL, ORCHARD } from './books/covers.ts';
import { beanie, belt, garment, label, labelled, sweater } from './clothing.ts';
import { item, together } from './compose.ts';
import { camera, cameraArt } from './electronics/cameras.ts';
import { aria, RADIO_DIAL, radio } from './electronics/sound.ts';

const chalk = { color: '#e6e0d3', speck: '#6d5a49' };
const clay = { color: '#a36b56', speck: '#5a2f1f' };
const forest = { color: '#56655a', speck: '#23261f' };
const teapot = { shape: 'pot', r: 8, h: 11, handle: true, spout: true, lid: true, ...forest };
const vase = { shape: 'bottle', r: 6, h: 23, ...clay };
const moon = { shape: 'moon', r: 11, h: 21, color: '#efe9dd', raw: false, tone: 0.6 };
const paperback = { kind: 'paperback', ...NOVEL };
const hardcover = { kind: 'hardcover', ...NOVEL, t: NOVEL.t + 0.4 };
const steelBottle = { kind: 'bottle', color: '#5f7263' };
const mat = { kind: 'mat', color: '#6f7f74', back: '#cfc7b6' };
const medicine = { kind: 'medicine', colours: ['#8a5a38', '#6d4229'] };
const football = { kind: 'football', colours: ['#ebe6db', '#23382f'] };
const FLAT = [-90, 0];

const bookArt = {
  light: jacket(hardcover, LIGHTHOUSE),
  orchard: jacket(NOVEL, ORCHARD),
  kyushu: jacket(NOVEL, KYUSHU),
};
const electronicsArt = { ...cameraArt, dial: RADIO_DIAL };

/**
 * Pictures of whole categories: on the home page's tiles and slides and at the top of a list, which cut a square to 3:2 or
 * to an upright format. What matters stands in the middle two thirds.
 */
const categories: readonly Shot[] = [
  together(
    'category-electronics',
    [
      item('sound', { ...radio, art: '@dial' }, [-7, 9, 0], -14),
      item('headphones', aria, [15, 1, 0], -28),
      item('camera', { ...camera, ring: '@ring', mark: '@mark' }, [-3, -9, 0], -18),
    ],
    { size: 2.05, backdrop: 'fog', elev: 15 },
    { art: electronicsArt },
  ),
  together(
    'category-clothing',
    [
      garment({ ...sweater, color: '#4f5f5a' }, [-3, 3, 0], 18),
      garment(sweater, [-2.4, 3.4, 3.9], 22),
      garment({ ...sweater, color: '#cfc5b2' }, [-2.8, 3.2, 7.8], 19),
      item('leather', belt, [21, -12, 0], 10),
      item('hat', labelled(beanie), [23, 9, 0], 16),
    ],
    { size: 2.5, elev: 24 },
    label,
  ),
  together(
    'category-books',
    [
      item('book', { ...hardcover, jacket_art: '@light' }, [-6, 6, 0], 14),
      item('book', { ...paperback, jacket_art: '@kyushu' }, [8, 3, 0], 28, FLAT),
      item('book', { ...paperback, jacket_art: '@orchard' }, [8.4, 2.6, 2.45], 12, FLAT),
      item('mug', chalk, [9.6, 0, 4.9], -36),
    ],
    { size: 2.3, backdrop: 'sand', elev: 17 },
    { art: bookArt },
  ),
  together(
    'category-home-garden',
    [
      item('vessel', moon, [-8, 7, 0], 60),
      item('vessel', vase, [9, 9, 0], 30),
      item('vessel', teapot, [5, -6, 0], -14),
      item('mug', chalk, [-12, -9, 0], -30),
    ],
    { size: 2.2, elev: 14 },
  ),
  together(
    'category-sports',
    [
      item('gear', mat, [-8, 10, 0], 26),
      item('ball', medicine, [19, 6, 0], 20),
      item('flask', steelBottle, [-3, -10, 0.55], 12),
    ],
    { size: 2.25, backdrop: 'fog', elev: 15 },
  ),
];

/** One long table for the About page: everything a household needs, side by side. Low camera, long lens, level line. */
const about: readonly Shot[] = [
  together(
    'about-table',
    [
      item('plant', {}, [-52, 6, 0]),
      item('vessel', moon, [-26, 2, 0], 60),
      item('book', { ...hardcover, jacket_art: '@light' }, [-6, 6, 0], 14),
      item('vessel', teapot, [14, -4, 0], -14),
      item('sound', { ...radio, art: '@dial' }, [38, 5, 0], -12),
      item('camera', { ...camera, ring: '@ring', mark: '@mark' }, [60, -3, 0], -20),
    ],
    { size: 2.9, elev: 9 },
    { ratio: 2.4, art: { ...bookArt, ...electronicsArt } },
  ),
];

/** What other sites show of a page without a picture of its own. Its file is a JPEG of 1200 by 630 pixels. */
const sharing: readonly Shot[] = [
  together(
    'og-default',
    [
      item('vessel', teapot, [-24, 4, 0], -14),
      item('book', { ...hardcover, jacket_art: '@light' }, [-4, 7, 0], 16),
      item('headphones', aria, [17, 5, 0], -26),
      item('camera', { ...camera, ring: '@ring', mark: '@mark' }, [4, -9, 0], -18),
      item('ball', football, [40, 6, 0], 20),
    ],
    { size: 2.9, backdrop: 'sand', elev: 11 },
    { ratio: 1200 / 630, isPreview: true, art: { ...bookArt, ...electronicsArt } },
  ),
];

/** Composed of the shop's products; none of them is a picture of a product. */
export const scenes: readonly Shot[] = [...categories, ...about, ...sharing];
