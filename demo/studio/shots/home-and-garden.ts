import type { Artwork, Shot } from '../shot.ts';
import { cam, item, product, together } from './compose.ts';
import { apothecary, glassware } from './home-and-garden/bath-and-glass.ts';
import { bottleVase, ceramics, moon } from './home-and-garden/ceramics.ts';
import { chalk, clay, espresso, oak } from './home-and-garden/colours.ts';
import { kitchen, walnut } from './home-and-garden/kitchen.ts';
import { napkinsOf, textiles } from './home-and-garden/textiles.ts';

const DIAL: Artwork = {
  width: 900,
  height: 900,
  html: `<svg viewBox="-450 -450 900 900" style="background:#f4efe3">${Array.from({ length: 60 }, (_, i) => `<rect x="${i % 5 ? -3 : -7}" y="-420" width="${i % 5 ? 6 : 14}" height="${i % 5 ? 26 : 48}" fill="#25231f" transform="rotate(${i * 6})"/>`).join('')}${Array.from({ length: 12 }, (_, i) => `<text x="${305 * Math.sin(((i + 1) * Math.PI) / 6)}" y="${-305 * Math.cos(((i + 1) * Math.PI) / 6) + 36}" font-family="Fraunces" font-weight="500" font-size="104" text-anchor="middle" fill="#25231f">${i + 1}</text>`).join('')}<text y="-120" font-family="Fraunces" font-style="italic" font-size="46" text-anchor="middle" fill="#25231f">Linden Street</text></svg>`,
};

const MEADOW: Artwork = {
  width: 1000,
  height: 1300,
  html: `<svg viewBox="0 0 1000 1300" style="background:#efe3cb"><filter id="g"><feTurbulence type="fractalNoise" baseFrequency=".9" numOctaves="3"/><feColorMatrix values="0 0 0 0 .25 0 0 0 0 .2 0 0 0 0 .14 0 0 0 .22 0"/></filter>
<circle cx="690" cy="330" r="120" fill="#e2a04a"/><path d="M0 640C180 560 330 560 520 620S850 700 1000 600V1300H0Z" fill="#a9b58f"/><path d="M0 760C220 680 420 760 600 740S880 660 1000 700V1300H0Z" fill="#7f9673"/><path d="M0 930C250 820 520 900 700 880S900 840 1000 850V1300H0Z" fill="#4f6f58"/><path d="M0 1120C300 1000 620 1080 1000 1010V1300H0Z" fill="#2f4a40"/><path d="M470 1300C540 1160 500 1060 600 960S560 800 640 742L654 742C600 810 680 880 650 970S640 1140 690 1300Z" fill="#e7d3ab"/><rect width="1000" height="1300" filter="url(#g)"/></svg>`,
};

const stool = { kind: 'stool', ...oak };
const dining = { kind: 'chair', ...espresso };
const honey = { wood_a: [0.52, 0.3, 0.13], wood_b: [0.38, 0.2, 0.08] };
const forestStain = { wood_a: [0.055, 0.085, 0.062], wood_b: [0.035, 0.055, 0.04] };
const onPaper = { setup: { backdrop: 'paper' } } as const;
const furniture: readonly Shot[] = [
  ...product('three-leg-stool', 'woodwork', stool, {}, [walnut]),
  together('three-leg-stool-2', [item('woodwork', stool, [0, 0, 0], 30), item('plant', {}, [0, 0, 44])], {
    size: 2.4,
    elev: 10,
  }),
  { key: 'three-leg-stool-3', family: 'woodwork', params: stool, setup: cam(30, 4.4, [0, -0.2, 1.75]) },
  ...product('porch-dining-chair', 'woodwork', dining, {}, [honey, forestStain]),
  { key: 'porch-dining-chair-2', family: 'woodwork', params: dining, setup: { yaw: 205, cam: { elev: 12 } } },
  { key: 'porch-dining-chair-3', family: 'woodwork', params: dining, setup: cam(26, 4.6, [0, -0.2, 1.1]) },
  ...product('boucle-reading-armchair', 'chair', { color: '#dcd4c4' }, onPaper, [
    { color: '#7d8472' },
    { color: '#a8735a' },
  ]),
  together(
    'boucle-reading-armchair-2',
    [
      item('chair', { color: '#dcd4c4' }, [0, 0, 0], 24),
      item('sheetmetal', { kind: 'table', color: '#4c4f4b' }, [62, -22, 0]),
    ],
    { size: 2.5 },
    { setup: { cam: { elev: 11 } } },
  ),
  {
    key: 'boucle-reading-armchair-3',
    family: 'chair',
    params: { color: '#dcd4c4' },
    setup: { backdrop: 'paper', ...cam(14, 4.6, [-0.45, -0.4, 1.2]) },
  },
  ...product('tray-side-table', 'sheetmetal', { kind: 'table', color: '#65705f' }, {}, [
    { color: '#3f4143' },
    { color: '#a86a52' },
    { color: '#d9d3c6' },
  ]),
  together(
    'tray-side-table-2',
    [item('sheetmetal', { kind: 'table', color: '#65705f' }, [0, 0, 0], 24), item('mug', chalk, [9, -10, 47.8], -30)],
    { size: 1.95 },
    { setup: { cam: { elev: 18 } } },
  ),
  {
    key: 'tray-side-table-3',
    family: 'sheetmetal',
    params: { kind: 'table', color: '#65705f' },
    setup: cam(22, 4.6, [0, -0.1, 1.75]),
  },
];

const can = { kind: 'can', color: '#566355' };
const globe = { kind: 'globe', color: '#3a3d3a', backdrop: 'sand' };
const dome = { color: '#98a594', on: 14 };
const onSand = { setup: { backdrop: 'sand' } } as const;
const lightAndGarden: readonly Shot[] = [
  ...product('lull-dome-lamp', 'lamp', dome, onSand, [{ color: '#c9beab' }, { color: '#3d4144' }]),
  together(
    'lull-dome-lamp-2',
    [item('lamp', { ...dome, cable: false }, [-10, 4, 0]), item('vessel', moon, [17, -6, 0], 60)],
    { size: 2.2, backdrop: 'sand', lights: { key: 0.7, fill: 0.7 } },
    { setup: { cam: { elev: 9 } } },
  ),
  { key: 'lull-dome-lamp-3', family: 'lamp', params: dome, setup: { backdrop: 'sand', ...cam(10, 4.6, [0, 0, 1.55]) } },
  ...product('opal-globe-lamp', 'sheetmetal', globe, {}, [{ color: '#c9c2b3' }]),
  together(
    'opal-globe-lamp-2',
    [
      item('sheetmetal', { ...globe, cable: false }, [-9, 3, 0], 8),
      item('vessel', { ...bottleVase, ...clay }, [13, -4, 0]),
    ],
    { size: 2.1, backdrop: 'sand', lights: { key: 0.75, fill: 0.7 } },
    { setup: { cam: { elev: 9 } } },
  ),
  { key: 'opal-globe-lamp-3', family: 'sheetmetal', params: globe, setup: cam(10, 4.6, [0, 0, 0.4]), exposure: 0.85 },
  ...product('long-spout-watering-can', 'sheetmetal', can, {}, [{ color: '#b9a37e' }, { color: '#48545f' }]),
  together(
    'long-spout-watering-can-2',
    [item('sheetmetal', can, [-14, -14, 0], 0), item('plant', {}, [10, 8, 0])],
    { size: 2.3 },
    { setup: { cam: { elev: 11 } } },
  ),
  { key: 'long-spout-watering-can-3', family: 'sheetmetal', params: can, setup: cam(16, 4.6, [-0.35, -0.1, 0.85]) },
  ...product('rubber-plant-in-terracotta', 'plant', {}),
  { key: 'rubber-plant-in-terracotta-2', family: 'plant', setup: { yaw: 110, cam: { elev: 24 } } },
  { key: 'rubber-plant-in-terracotta-3', family: 'plant', setup: cam(12, 4.4, [0, 0, 0.42]) },
  ...product('willow-gathering-basket', 'basket', {}),
  together(
    'willow-gathering-basket-2',
    [item('basket', {}, [0, 0, 0], 0), item('linens', { ...napkinsOf('#dfd8c9'), count: 3 }, [0, 0, 15.5], 40)],
    { yaw: 70, size: 2.0, backdrop: 'sand' },
    { setup: { cam: { elev: 24 } } },
  ),
  { key: 'willow-gathering-basket-3', family: 'basket', setup: cam(16, 4.2, [0.1, -0.4, 0.65]) },
];

const decoration: readonly Shot[] = [
  ...product('early-bird-twin-bell-alarm-clock', 'clock', { color: '#2f5653' }, { art: { dial: DIAL } }, [
    { color: '#8d4a4f' },
    { color: '#3b3d40' },
  ]),
  {
    key: 'early-bird-twin-bell-alarm-clock-2',
    family: 'clock',
    params: { color: '#2f5653' },
    art: { dial: DIAL },
    setup: { yaw: -38, cam: { elev: 14 } },
  },
  {
    key: 'early-bird-twin-bell-alarm-clock-3',
    family: 'clock',
    params: { color: '#2f5653' },
    art: { dial: DIAL },
    setup: cam(12, 4.6, [0, -0.2, 1.35]),
  },
  ...product('meadow-at-noon-framed-print', 'frame', {}, { art: { print_art: MEADOW } }, [
    { wood_a: [0.035, 0.032, 0.03], wood_b: [0.018, 0.017, 0.016] },
    walnut,
  ]),
  together(
    'meadow-at-noon-framed-print-2',
    [item('frame', { print_art: '@print' }, [-8, 8, 0], 8), item('vessel', { ...bottleVase, ...clay }, [24, -6, 0])],
    { size: 2.2 },
    { art: { print: MEADOW }, setup: { cam: { elev: 8 } } },
  ),
  {
    key: 'meadow-at-noon-framed-print-3',
    family: 'frame',
    art: { print_art: MEADOW },
    setup: cam(10, 4.4, [-0.5, -0.1, 1.5]),
  },
];

/** Pictures of Home & Garden. */
export const homeAndGarden: readonly Shot[] = [
  ...ceramics,
  ...glassware,
  ...apothecary,
  ...textiles,
  ...kitchen,
  ...furniture,
  ...lightAndGarden,
  ...decoration,
];
