import type { Artwork, Shot } from '../shot.ts';
import { cam, item, product, together } from './compose.ts';

const label = (
  title: string,
  lines: string,
  { width = 1100, height = 900, paper = '#f3efe6', ink = '#26231e' } = {},
): Artwork => ({
  width,
  height,
  html: `<div style="width:100%;height:100%;background:${paper};color:${ink};padding:70px 76px;font-family:Fraunces;position:relative">
<div style="font:600 50px system-ui;letter-spacing:-.5px">Wick &amp; Ember</div>
<div style="border-top:3px solid;margin:36px 0 32px"></div>
<div style="font-size:92px;line-height:1.04;letter-spacing:-1px">${title}</div>
<div style="position:absolute;left:76px;right:76px;bottom:64px;font:400 40px/1.4 system-ui">${lines}</div></div>`,
});

const STAMP: Artwork = {
  width: 860,
  height: 560,
  html: `<div style="width:100%;height:100%;background:#fff;color:#000;display:flex;flex-direction:column;align-items:center;justify-content:center;font-family:Fraunces;filter:blur(1.5px)">
<div style="border:9px solid #000;border-radius:240px;padding:66px 96px 74px;text-align:center"><div style="font-size:106px;line-height:1;font-weight:600">Wick</div><div style="font-size:64px;line-height:1;font-style:italic">and</div><div style="font-size:106px;line-height:1;font-weight:600">Ember</div></div></div>`,
};

const FIG = label('Fig Leaf', 'Scented candle<br>220 g e · about 45 hours');
const CEDAR = label('Cedar &amp;<br>Dry Grass', 'Reed diffuser · 120 ml e');
const HAND_WASH: Artwork = label(
  'Hand Wash<br>Bay &amp; Thyme',
  'Olive oil soap with bay leaf and thyme.<br>For hands that have been outdoors.<br><br>300 ml e',
  { height: 1230 },
);

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

/** Light and dark tone of a wood, in linear light. */
const oak = { wood_a: [0.5, 0.33, 0.19], wood_b: [0.36, 0.21, 0.11] };
const espresso = { wood_a: [0.085, 0.05, 0.032], wood_b: [0.045, 0.026, 0.018] };

const chalk = { color: '#e6e0d3', speck: '#6d5a49' };
const clay = { color: '#8f5f49', speck: '#5a2f1f' };
const sage = { color: '#aab0a0', speck: '#4b5344' };
const forest = { color: '#56655a', speck: '#23261f' };
const navy = { color: '#343f4e', speck: '#10151b' };
const moss = { color: '#716f5c', speck: '#2d2f22' };
const charcoal = { color: '#3b3a38', speck: '#151413' };
const indigo = { color: '#414a5e', speck: '#1a2130' };

const teapot = { shape: 'pot', r: 8, h: 11, handle: true, spout: true, lid: true, yaw: -10 };
const plates = { shape: 'plate', r: 13.5, h: 2.6, stack: 4, gap: 1.15, elev: 20 };
const mixingBowl = { shape: 'bowl', r: 13, h: 8.5, elev: 24 };
const bottleVase = { shape: 'bottle', r: 6, h: 23, size: 1.85, elev: 10 };
const moon = { shape: 'moon', r: 11, h: 21, color: '#efe9dd', raw: false, tone: 0.6, size: 1.7, elev: 12 };
const jug = { shape: 'jug', r: 6.5, h: 19, handle: true, size: 1.85, elev: 12 };
const ceramics: readonly Shot[] = [
  ...product('round-stoneware-teapot', 'vessel', { ...teapot, ...forest }, {}, [clay, navy, chalk]),
  together(
    'round-stoneware-teapot-2',
    [item('vessel', { ...teapot, ...forest }, [-4, 3, 0], -12), item('cup', chalk, [13, -6, 0], 10)],
    { elev: 16 },
  ),
  {
    key: 'round-stoneware-teapot-3',
    family: 'vessel',
    params: { ...teapot, ...forest },
    setup: cam(24, 5, [-0.12, 0, 0.62]),
  },
  ...product('long-break-cup-and-saucer', 'cup', { color: '#e4ddcf' }, {}),
  together(
    'long-break-cup-and-saucer-2',
    [
      item('cup', { color: '#e4ddcf' }, [-9, 2, 0], -20),
      item('cup', { color: '#e4ddcf', drink: null }, [10, -5, 0], 30),
    ],
    { size: 2.65 },
  ),
  {
    key: 'long-break-cup-and-saucer-3',
    family: 'cup',
    params: { color: '#e4ddcf' },
    setup: cam(32, 4.6, [0.1, -0.1, 0.52]),
  },
  ...product('rim-dinner-plate-set-of-four', 'vessel', { ...plates, color: '#c9cdc0' }, {}, [
    { ...clay },
    { ...chalk },
  ]),
  together(
    'rim-dinner-plate-set-of-four-2',
    [
      item('vessel', { ...plates, stack: 1, color: '#c9cdc0' }, [-6, 2, 0]),
      item('linens', { kind: 'napkins', count: 1, color: '#c3a48b' }, [17, -8, 0], 62),
    ],
    { size: 2.4 },
    { setup: { cam: { elev: 34 } } },
  ),
  {
    key: 'rim-dinner-plate-set-of-four-3',
    family: 'vessel',
    params: { ...plates, color: '#c9cdc0' },
    setup: cam(16, 4.4, [-0.5, -0.4, 0.28]),
  },
  ...product('wide-mixing-bowl', 'vessel', { ...mixingBowl, ...chalk }, {}, [
    { color: '#d9cba6', speck: '#7d6439' },
    sage,
  ]),
  together(
    'wide-mixing-bowl-2',
    [
      item('vessel', { ...mixingBowl, ...chalk }, [0, 0, 0]),
      item('vessel', { ...mixingBowl, r: 11.4, h: 7.6, ...sage, seed: 9 }, [0, 0, 3.4]),
      item('vessel', { ...mixingBowl, r: 9.8, h: 6.7, color: '#d9cba6', speck: '#7d6439', seed: 12 }, [0, 0, 6.4]),
    ],
    { size: 1.85 },
    { setup: { cam: { elev: 17 } } },
  ),
  {
    key: 'wide-mixing-bowl-3',
    family: 'vessel',
    params: { ...mixingBowl, ...chalk },
    setup: cam(26, 4.4, [-0.5, -0.35, 0.42]),
  },
  ...product('noodle-bowl-with-chopsticks', 'noodle', indigo, {}, [moss, clay]),
  together(
    'noodle-bowl-with-chopsticks-2',
    [item('noodle', indigo, [-9, 2, 0], -10), item('noodle', moss, [12, -7, 0], 35)],
    { size: 2.5 },
    { setup: { cam: { elev: 26 } } },
  ),
  { key: 'noodle-bowl-with-chopsticks-3', family: 'noodle', params: indigo, setup: cam(28, 4.6, [0.2, -0.3, 0.62]) },
  ...product('full-moon-vase', 'vessel', moon),
  together(
    'full-moon-vase-2',
    [item('vessel', moon, [-7, 2, 0], 60), item('vessel', { ...bottleVase, ...charcoal }, [13, -4, 0], 30)],
    { size: 2.2 },
    { setup: { cam: { elev: 11 } } },
  ),
  { key: 'full-moon-vase-3', family: 'vessel', params: moon, setup: cam(22, 4.6, [-0.15, -0.3, 1.35]) },
  ...product('slope-bottle-vase', 'vessel', { ...bottleVase, ...clay }, {}, [charcoal, chalk]),
  together(
    'slope-bottle-vase-2',
    [
      item('vessel', { ...bottleVase, ...clay }, [-12, 2, 0]),
      item('vessel', { ...bottleVase, ...chalk, seed: 8 }, [2, -4, 0], 90),
      item('vessel', { ...bottleVase, ...charcoal, seed: 14 }, [15, 3, 0], 200),
    ],
    { size: 2.3 },
    { setup: { cam: { elev: 11 } } },
  ),
  {
    key: 'slope-bottle-vase-3',
    family: 'vessel',
    params: { ...bottleVase, ...clay },
    setup: cam(16, 4.2, [0, -0.2, 1.45]),
  },
  ...product('morning-jug', 'vessel', { ...jug, ...navy }, {}, [chalk, moss]),
  together(
    'morning-jug-2',
    [item('vessel', { ...jug, ...navy }, [-6, 3, 0], -24), item('mug', chalk, [9, -5, 0], -40)],
    { size: 2.05 },
    { setup: { cam: { elev: 14 } } },
  ),
  { key: 'morning-jug-3', family: 'vessel', params: { ...jug, ...navy }, setup: cam(20, 4.6, [0.25, -0.3, 1.3]) },
  ...product('speckled-stoneware-mug', 'mug', { color: '#e6dfd0' }, {}, [sage, clay, navy]),
  together(
    'speckled-stoneware-mug-2',
    [
      item('mug', { color: '#e6dfd0' }, [-8, 3, 0], -30),
      item('mug', clay, [4.6, -4.5, 0], -60),
      item('mug', sage, [12.5, 6, 0], 20),
    ],
    { size: 2.35 },
    { setup: { cam: { elev: 17 } } },
  ),
  {
    key: 'speckled-stoneware-mug-3',
    family: 'mug',
    params: { color: '#e6dfd0' },
    setup: cam(14, 4.6, [0.3, -0.3, 0.55]),
  },
];

const glass = { dark: 'render', spp: 64 } as const;
const jars = {
  kind: 'jar',
  pieces: [
    [20, -9.5, 3, '#4a2c1c', 0.42, 0.8],
    [15, 1.6, 0, '#c99f63', 0.44, 0.72],
    [10, 12, -3.5, '#a0583c', 0.3, 0.7],
  ],
};
const glassware: readonly Shot[] = [
  ...product('long-stem-wine-glass-pair', 'glassware', { kind: 'wine', fill: '#4a0a16' }, glass),
  together(
    'long-stem-wine-glass-pair-2',
    [
      item('glassware', { kind: 'wine-one', fill: '#4a0a16' }, [-7, 2, 0]),
      item('vessel', { shape: 'bottle', r: 5.4, h: 21, ...charcoal }, [8, 4, 0]),
      item('linens', { kind: 'napkins', count: 1, color: '#b9a999' }, [4, -15, 0], 28),
    ],
    { size: 2.2, backdrop: 'fog' },
    glass,
  ),
  {
    key: 'long-stem-wine-glass-pair-3',
    family: 'glassware',
    params: { kind: 'wine', fill: '#4a0a16' },
    ...glass,
    setup: cam(14, 4.8, [-0.35, 0, 1.4]),
  },
  ...product('bedside-carafe-and-tumblers', 'glassware', { kind: 'carafe' }, glass),
  together(
    'bedside-carafe-and-tumblers-2',
    [item('board', { kind: 'tray', ...oak }, [0, 0, 0]), item('glassware', { kind: 'carafe' }, [0, 1, 1.2])],
    { size: 2.1, backdrop: 'fog' },
    { ...glass, setup: { cam: { elev: 18 } } },
  ),
  {
    key: 'bedside-carafe-and-tumblers-3',
    family: 'glassware',
    params: { kind: 'carafe' },
    ...glass,
    setup: cam(16, 4.8, [-0.4, 0, 0.5]),
  },
  ...product('pantry-jar-set-of-three', 'glassware', jars, glass),
  together(
    'pantry-jar-set-of-three-2',
    [
      item('glassware', { kind: 'jar', pieces: [[20, 0, 0, '#4a2c1c', 0.42, 0.8]] }, [-6, 3, 0]),
      item('mug', chalk, [9, -4, 0], -40),
    ],
    { size: 2.0, backdrop: 'fog' },
    glass,
  ),
  { key: 'pantry-jar-set-of-three-3', family: 'glassware', params: jars, ...glass, setup: cam(12, 4.6, [0.1, 0, 1.0]) },
];

const beeswax = { kind: 'pillar', color: '#d6be90' };
const figCandle = { kind: 'candle', color: '#e9e2d0' };
const diffuser = { kind: 'diffuser', r: 3.6, h: 9.4, color: '#d9b878' };
const rose = { color: '#bd968b' };
const apothecary: readonly Shot[] = [
  ...product('plain-pillar-candle', 'apothecary', beeswax),
  {
    key: 'plain-pillar-candle-2',
    family: 'apothecary',
    params: {
      ...beeswax,
      pillars: [
        [3.6, 15, -5.6, 2],
        [3.6, 10.5, 4.2, 4.2],
        [3.6, 7, 1.2, -5],
      ],
      size: 1.85,
    },
  },
  { key: 'plain-pillar-candle-3', family: 'apothecary', params: beeswax, setup: cam(26, 4.2, [0, 0, 1.6]) },
  ...product('fig-leaf-candle', 'apothecary', figCandle, { ...glass, art: { label: FIG } }),
  together(
    'fig-leaf-candle-2',
    [
      item('apothecary', { ...figCandle, label: '@fig' }, [-6, 2, 0]),
      item('soap', { ...rose, stamp: '@stamp', bars: [[0, 0, 0, 0]] }, [6.5, -5, 0], -26),
    ],
    { size: 1.85, backdrop: 'sand' },
    { ...glass, art: { fig: FIG, stamp: STAMP }, setup: { cam: { elev: 18 } } },
  ),
  {
    key: 'fig-leaf-candle-3',
    family: 'apothecary',
    params: figCandle,
    ...glass,
    art: { label: FIG },
    setup: cam(24, 4.8, [0, 0, 1.1]),
  },
  ...product('cedar-reed-diffuser', 'apothecary', diffuser, { ...glass, art: { label: CEDAR } }),
  together(
    'cedar-reed-diffuser-2',
    [
      item('apothecary', { ...diffuser, label: '@cedar' }, [-6, 3, 0]),
      item('apothecary', { ...figCandle, label: '@fig' }, [7, -3, 0]),
    ],
    { size: 2.1, backdrop: 'sand' },
    { ...glass, art: { cedar: CEDAR, fig: FIG }, setup: { cam: { elev: 10 } } },
  ),
  {
    key: 'cedar-reed-diffuser-3',
    family: 'apothecary',
    params: diffuser,
    ...glass,
    art: { label: CEDAR },
    setup: cam(10, 4.4, [0, 0, 0.5]),
  },
  ...product('rosewater-bar-soap', 'soap', rose, { art: { stamp: STAMP } }),
  {
    key: 'rosewater-bar-soap-2',
    family: 'soap',
    params: {
      ...rose,
      bars: [
        [-5, 2, 0, 12],
        [5, -2.4, 0, -20],
        [-4.6, 2.2, 2.68, -4],
      ],
      elev: 30,
      size: 1.8,
    },
    art: { stamp: STAMP },
  },
  {
    key: 'rosewater-bar-soap-3',
    family: 'soap',
    params: rose,
    art: { stamp: STAMP },
    setup: cam(34, 4.4, [0, -0.1, 0.8]),
  },
  ...product('bay-and-thyme-hand-wash', 'bottle', {}, { ...glass, art: { label: HAND_WASH } }),
  together(
    'bay-and-thyme-hand-wash-2',
    [
      item('bottle', { label: '@wash' }, [-6, 2, 0], 16),
      item('linens', { kind: 'towels', colors: ['#d9d0c0'] }, [15, 7, 0], 20),
      item('soap', { ...rose, stamp: '@stamp', bars: [[0, 0, 0, 0]] }, [4, -9, 0], -20),
    ],
    { size: 2.65, backdrop: 'sand' },
    { ...glass, art: { wash: HAND_WASH, stamp: STAMP }, setup: { cam: { elev: 15 } } },
  ),
  {
    key: 'bay-and-thyme-hand-wash-3',
    family: 'bottle',
    ...glass,
    art: { label: HAND_WASH },
    setup: cam(12, 4.4, [0, 0, 0.75]),
  },
];

const throwOf = (color: string, edge: string) => ({ kind: 'throw', color, edge });
const towelsOf = (color: string) => ({ kind: 'towels', color });
const napkinsOf = (color: string) => ({ kind: 'napkins', color });
const textiles: readonly Shot[] = [
  ...product('herringbone-wool-throw', 'linens', throwOf('#a9957c', '#d9ccb6'), {}, [
    throwOf('#4f5a63', '#c4c4c0'),
    throwOf('#9a5f4a', '#d6b7a3'),
    throwOf('#6f7a66', '#c9cbb9'),
  ]),
  together(
    'herringbone-wool-throw-2',
    [item('chair', { color: '#dcd4c4' }, [0, 0, 0]), item('linens', throwOf('#a9957c', '#d9ccb6'), [0, -8, 43.2], 0)],
    { yaw: 28, size: 2.1 },
  ),
  {
    key: 'herringbone-wool-throw-3',
    family: 'linens',
    params: throwOf('#a9957c', '#d9ccb6'),
    setup: cam(28, 4.4, [-0.3, -0.5, 0.25]),
  },
  ...product('terry-bath-towel-set', 'linens', towelsOf('#e7e0d2'), {}, [
    towelsOf('#9fae9a'),
    towelsOf('#b98f7c'),
    towelsOf('#56616b'),
  ]),
  together(
    'terry-bath-towel-set-2',
    [
      item('linens', towelsOf('#e7e0d2'), [0, 0, 0], 0),
      item('soap', { ...rose, stamp: '@stamp', bars: [[0, 0, 0, 0]] }, [2, -1, 16], 20),
    ],
    { yaw: 26, size: 2.0 },
    { art: { stamp: STAMP }, setup: { cam: { elev: 22 } } },
  ),
  {
    key: 'terry-bath-towel-set-3',
    family: 'linens',
    params: towelsOf('#e7e0d2'),
    setup: cam(22, 4.4, [-0.2, -0.5, 0.6]),
  },
  ...product('linen-napkin-set-of-four', 'linens', napkinsOf('#c3a48b'), {}, [
    napkinsOf('#dfd8c9'),
    napkinsOf('#7d8a7c'),
  ]),
  together(
    'linen-napkin-set-of-four-2',
    [
      item('linens', { ...napkinsOf('#c3a48b'), count: 1 }, [0, 0, 0], 30),
      item('vessel', { ...mixingBowl, r: 7.6, h: 5.2, ...chalk }, [0, 0.5, 1.1]),
    ],
    { size: 1.8 },
    { setup: { cam: { elev: 24 } } },
  ),
  {
    key: 'linen-napkin-set-of-four-3',
    family: 'linens',
    params: napkinsOf('#c3a48b'),
    setup: cam(28, 4.4, [-0.2, -0.5, 0.25]),
  },
  ...product('feather-cushion', 'cushion', { color: '#c9b79f', piping: '#a08b72' }, {}, [
    { color: '#a36a50', piping: '#7d4d39' },
    { color: '#6d7866', piping: '#4f594a' },
    { color: '#515b66', piping: '#3b434c' },
  ]),
  together(
    'feather-cushion-2',
    [
      item('chair', { color: '#dcd4c4' }, [0, 0, 0]),
      item('cushion', { color: '#a36a50', piping: '#7d4d39', w: 42 }, [1, 7, 42.6], 4),
    ],
    { yaw: 28, size: 2.1 },
  ),
  {
    key: 'feather-cushion-3',
    family: 'cushion',
    params: { color: '#c9b79f', piping: '#a08b72' },
    setup: cam(12, 4.4, [0.45, -0.3, 1.5]),
  },
];

const walnut = { wood_a: [0.3, 0.165, 0.09], wood_b: [0.16, 0.085, 0.045] };
const pot = (color: string) => ({ kind: 'casserole', color });
const kitchen: readonly Shot[] = [
  ...product('eight-inch-chefs-knife', 'knife', {}),
  { key: 'eight-inch-chefs-knife-2', family: 'knife', params: { on_board: false, elev: 40, yaw: 150 } },
  { key: 'eight-inch-chefs-knife-3', family: 'knife', setup: cam(36, 4.0, [-0.35, 0.1, 0.2]) },
  ...product('everyday-frying-pan-26-cm', 'cookware', { kind: 'pan' }),
  {
    key: 'everyday-frying-pan-26-cm-2',
    family: 'cookware',
    params: { kind: 'pan' },
    setup: { yaw: -120, size: 2.35, cam: { elev: 42 } },
  },
  {
    key: 'everyday-frying-pan-26-cm-3',
    family: 'cookware',
    params: { kind: 'pan' },
    setup: cam(30, 4.4, [0.15, -0.2, 0.2]),
  },
  ...product('sunday-casserole-5-l', 'cookware', pot('#4a5f50'), { spp: 48 }, [
    pot('#33404e'),
    pot('#9c5a44'),
    pot('#d9d2c2'),
  ]),
  together(
    'sunday-casserole-5-l-2',
    [
      item('cookware', pot('#4a5f50'), [-6, 4, 0], -40),
      item('vessel', { ...mixingBowl, r: 8, h: 5.6, ...chalk }, [17, -11, 0]),
    ],
    { size: 2.3 },
    { setup: { cam: { elev: 19 } } },
  ),
  {
    key: 'sunday-casserole-5-l-3',
    family: 'cookware',
    params: pot('#4a5f50'),
    setup: cam(20, 4.6, [0.25, -0.2, 0.85]),
  },
  ...product('walnut-cutting-board', 'board', { ...walnut, size: 2.05 }),
  together(
    'walnut-cutting-board-2',
    [item('board', walnut, [0, 0, 0]), item('knife', { on_board: false }, [-1, -1, 2.2], 8)],
    { yaw: -24, size: 2.5 },
    { setup: { cam: { elev: 34 } } },
  ),
  { key: 'walnut-cutting-board-3', family: 'board', params: walnut, setup: cam(30, 4.4, [0.5, -0.1, 0.1]) },
  ...product('round-serving-tray', 'board', { kind: 'tray', ...oak, elev: 22 }, {}, [
    walnut,
    { wood_a: [0.035, 0.032, 0.03], wood_b: [0.018, 0.017, 0.016] },
  ]),
  together(
    'round-serving-tray-2',
    [
      item('board', { kind: 'tray', ...oak }, [0, 0, 0]),
      item('vessel', { ...teapot, ...forest }, [-5, 5, 1.2], -20),
      item('cup', chalk, [6, -6.5, 1.2], 10),
    ],
    { size: 1.95 },
    { setup: { cam: { elev: 22 } } },
  ),
  {
    key: 'round-serving-tray-3',
    family: 'board',
    params: { kind: 'tray', ...oak },
    setup: cam(20, 4.4, [-0.5, -0.4, 0.15]),
  },
];

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
  { key: 'opal-globe-lamp-3', family: 'sheetmetal', params: globe, setup: cam(10, 4.6, [0, 0, 0.4]) },
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
