import type { Shot } from '../../shot.ts';
import { cam, item, product, together } from '../compose.ts';
import { chalk, charcoal, clay, forest, indigo, moss, navy, sage } from './colours.ts';

export const teapot = { shape: 'pot', r: 8, h: 11, handle: true, spout: true, lid: true, yaw: -10 };
const plates = { shape: 'plate', r: 13.5, h: 2.6, stack: 4, gap: 1.15, elev: 20 };
export const mixingBowl = { shape: 'bowl', r: 13, h: 8.5, elev: 24 };
export const bottleVase = { shape: 'bottle', r: 6, h: 23, size: 1.85, elev: 10 };
export const moon = { shape: 'moon', r: 11, h: 21, color: '#efe9dd', raw: false, tone: 0.6, size: 1.7, elev: 12 };
const jug = { shape: 'jug', r: 6.5, h: 19, handle: true, size: 1.85, elev: 12 };
export const ceramics: readonly Shot[] = [
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
