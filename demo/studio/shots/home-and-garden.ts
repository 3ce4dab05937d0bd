import type { Artwork, Shot } from '../shot.ts';

const label = (title: string, lines: string, { width = 1100, height = 900, paper = '#f3efe6', ink = '#26231e' } = {}): Artwork => ({
  width,
  height,
  html: `<div style="width:100%;height:100%;background:${paper};color:${ink};padding:70px 76px;font-family:Fraunces;position:relative">
<div style="font:600 50px system-ui;letter-spacing:-.5px">Wick &amp; Ember</div>
<div style="border-top:3px solid;margin:36px 0 32px"></div>
<div style="font-size:92px;line-height:1.04;letter-spacing:-1px">${title}</div>
<div style="position:absolute;left:76px;right:76px;bottom:64px;font:400 34px/1.4 system-ui">${lines}</div></div>`,
});

const STAMP: Artwork = {
  width: 860,
  height: 560,
  html: `<div style="width:100%;height:100%;background:#fff;color:#000;display:flex;flex-direction:column;align-items:center;justify-content:center;font-family:Fraunces;filter:blur(1.5px)">
<div style="border:9px solid #000;border-radius:240px;padding:66px 96px 74px;text-align:center"><div style="font-size:106px;line-height:1;font-weight:600">Wick</div><div style="font-size:64px;line-height:1;font-style:italic">and</div><div style="font-size:106px;line-height:1;font-weight:600">Ember</div></div></div>`,
};

const FIG = label('Fig Leaf', 'Scented candle<br>220 g e · about 45 hours');
const CEDAR = label('Cedar &amp;<br>Dry Grass', 'Reed diffuser · 120 ml e');
const HAND_WASH: Artwork = label('Hand Wash<br>Bay &amp; Thyme', 'Olive oil soap with bay leaf and thyme.<br>For hands that have been outdoors.<br><br>300 ml e', { height: 1230 });

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

const teapot = { shape: 'pot', r: 8, h: 11, handle: true, spout: true, lid: true, yaw: -10 };
const plates = { shape: 'plate', r: 13.5, h: 2.6, stack: 4, gap: 1.15, elev: 20 };
const mixingBowl = { shape: 'bowl', r: 13, h: 8.5, elev: 24 };
const bottleVase = { shape: 'bottle', r: 6, h: 23, size: 1.85, elev: 10 };
const jug = { shape: 'jug', r: 6.5, h: 19, handle: true, size: 1.85, elev: 12 };

/** Pictures of Home & Garden. */
export const homeAndGarden: readonly Shot[] = [
  { key: 'round-stoneware-teapot-1', family: 'vessel', params: { ...teapot, color: '#56655a', speck: '#23261f' } },
  { key: 'long-break-cup-and-saucer-1', family: 'cup', params: { color: '#e4ddcf' } },
  { key: 'rim-dinner-plate-set-of-four-1', family: 'vessel', params: { ...plates, color: '#c9cdc0' } },
  { key: 'wide-mixing-bowl-1', family: 'vessel', params: { ...mixingBowl, color: '#e8e2d4' } },
  { key: 'noodle-bowl-with-chopsticks-1', family: 'noodle', params: { color: '#3b4a66', speck: '#1a2130' } },
  { key: 'full-moon-vase-1', family: 'vessel', params: { shape: 'moon', r: 11, h: 21, color: '#efe9dd', raw: false, tone: 0.6, size: 1.7, elev: 12 } },
  { key: 'slope-bottle-vase-1', family: 'vessel', params: { ...bottleVase, color: '#b9684a', speck: '#5a2a1a' } },
  { key: 'morning-jug-1', family: 'vessel', params: { ...jug, color: '#2f3f52', speck: '#10151b' } },
  { key: 'speckled-stoneware-mug-1', family: 'mug', params: { color: '#e6dfd0' } },
  { key: 'long-stem-wine-glass-pair-1', family: 'glassware', dark: 'render', spp: 64, params: { kind: 'wine', fill: '#4a0a16' } },
  { key: 'bedside-carafe-and-tumblers-1', family: 'glassware', dark: 'render', spp: 64, params: { kind: 'carafe' } },
  { key: 'pantry-jar-set-of-three-1', family: 'glassware', dark: 'render', spp: 64, params: { kind: 'jar', pieces: [[20, -9.5, 3, '#4a2c1c', 0.42, 0.8], [15, 1.6, 0, '#c99f63', 0.44, 0.72], [10, 12, -3.5, '#a85a3c', 0.3, 0.7]] } },
  { key: 'plain-pillar-candle-1', family: 'apothecary', params: { kind: 'pillar', color: '#d6be90' } },
  { key: 'fig-leaf-candle-1', family: 'apothecary', dark: 'render', spp: 64, params: { kind: 'candle', color: '#e9e2d0' }, art: { label: FIG } },
  { key: 'cedar-reed-diffuser-1', family: 'apothecary', dark: 'render', spp: 64, params: { kind: 'diffuser', r: 3.6, h: 9.4, color: '#e8c98a' }, art: { label: CEDAR } },
  { key: 'rosewater-bar-soap-1', family: 'soap', params: { color: '#c9a096' }, art: { stamp: STAMP } },
  { key: 'bay-and-thyme-hand-wash-1', family: 'bottle', art: { label: HAND_WASH } },
  { key: 'herringbone-wool-throw-1', family: 'linens', params: { kind: 'throw', color: '#b9a58a' } },
  { key: 'terry-bath-towel-set-1', family: 'linens', params: { kind: 'towels', color: '#e7e0d2' } },
  { key: 'linen-napkin-set-of-four-1', family: 'linens', params: { kind: 'napkins', color: '#c9a98f' } },
  { key: 'feather-cushion-1', family: 'cushion', params: { color: '#a8714e' } },
  { key: 'walnut-cutting-board-1', family: 'board', params: {} },
  { key: 'round-serving-tray-1', family: 'board', params: { kind: 'tray', ...oak, elev: 22 } },
  { key: 'eight-inch-chefs-knife-1', family: 'knife', params: {} },
  { key: 'everyday-frying-pan-26-cm-1', family: 'cookware', params: { kind: 'pan' } },
  { key: 'sunday-casserole-5-l-1', family: 'cookware', params: { kind: 'casserole', color: '#3f5a4a' } },
  { key: 'three-leg-stool-1', family: 'woodwork', params: { kind: 'stool', ...oak } },
  { key: 'porch-dining-chair-1', family: 'woodwork', params: { kind: 'chair', ...espresso } },
  { key: 'boucle-reading-armchair-1', family: 'chair', params: { color: '#dcd4c4' }, setup: { backdrop: 'paper' } },
  { key: 'tray-side-table-1', family: 'sheetmetal', params: { kind: 'table', color: '#5c6b5a' } },
  { key: 'long-spout-watering-can-1', family: 'sheetmetal', params: { kind: 'can', color: '#4c5f4f' } },
  { key: 'opal-globe-lamp-1', family: 'sheetmetal', params: { kind: 'globe', color: '#2f3431' } },
  { key: 'lull-dome-lamp-1', family: 'lamp', params: { color: '#8fa08c' }, setup: { backdrop: 'sand' } },
  { key: 'rubber-plant-in-terracotta-1', family: 'plant' },
  { key: 'willow-gathering-basket-1', family: 'basket' },
  { key: 'early-bird-twin-bell-alarm-clock-1', family: 'clock', params: { color: '#24504f' }, art: { dial: DIAL } },
  { key: 'meadow-at-noon-framed-print-1', family: 'frame', params: {}, art: { print_art: MEADOW } },
];
