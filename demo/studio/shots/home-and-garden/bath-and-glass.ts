import type { Artwork, Shot } from '../../shot.ts';
import { cam, item, product, together } from '../compose.ts';
import { chalk, charcoal, oak } from './colours.ts';

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

export const STAMP: Artwork = {
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

const glass = { dark: 'render', spp: 64 } as const;
const jars = {
  kind: 'jar',
  pieces: [
    [20, -9.5, 3, '#4a2c1c', 0.42, 0.8],
    [15, 1.6, 0, '#c99f63', 0.44, 0.72],
    [10, 12, -3.5, '#a0583c', 0.3, 0.7],
  ],
};
export const glassware: readonly Shot[] = [
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
export const rose = { color: '#bd968b' };
export const apothecary: readonly Shot[] = [
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
      item('soap', { ...rose, stamp: '@stamp', bars: [[0, 0, 0, 0]] }, [9, -15, 0], -20),
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
