import type { Artwork, Shot } from '../shot.ts';
import { cam, item, type Params, product, together } from './compose.ts';
import { cameras } from './electronics/cameras.ts';
import { computers, laptopArt, laptopItem } from './electronics/computers.ts';
import { onFog, onSand, svg } from './electronics/print.ts';
import { sound } from './electronics/sound.ts';

const WATCH_DIAL = (paper: string, print: string): Artwork =>
  svg(
    900,
    900,
    `<rect width="900" height="900" fill="${paper}"/>${Array.from({ length: 60 }, (_, i) => `<rect x="${i % 5 ? 448 : 444}" y="30" width="${i % 5 ? 4 : 12}" height="${i % 5 ? 22 : 74}" fill="${print}" transform="rotate(${i * 6} 450 450)"/>`).join('')}<text x="450" y="262" text-anchor="middle" font-family="Fraunces" font-weight="500" font-size="62" fill="${print}">Orrin</text><circle cx="450" cy="630" r="112" fill="none" stroke="${print}" stroke-width="4"/>${[0, 25, 50, 75].map((n, i) => `<text x="${450 + 78 * Math.sin((i * Math.PI) / 2)}" y="${630 - 78 * Math.cos((i * Math.PI) / 2) + 12}" text-anchor="middle" font-family="system-ui" font-size="34" fill="${print}">${n}</text>`).join('')}`,
  );
const watch = (strap: string): Params => ({ strap });
const cobalt = { art: { dial: WATCH_DIAL('#ebe6da', '#25231f') } };

const wearAndLight: readonly Shot[] = [
  ...product('meridian-hybrid-watch', 'watch', watch('#34486e'), cobalt, [watch('#4c5a60'), watch('#6b2c3b')]),
  {
    key: 'meridian-hybrid-watch-2',
    family: 'watch',
    params: watch('#34486e'),
    ...cobalt,
    setup: { yaw: 52, cam: { elev: 20 } },
  },
  {
    key: 'meridian-hybrid-watch-3',
    family: 'watch',
    params: watch('#34486e'),
    ...cobalt,
    setup: cam(30, 3.6, [-0.1, -0.5, 0.95]),
  },
  ...product('beacon-pocket-torch', 'light', { kind: 'torch', color: '#5a5c60' }, onFog),
  {
    key: 'beacon-pocket-torch-2',
    family: 'light',
    params: { kind: 'torch', color: '#5a5c60' },
    setup: { backdrop: 'fog', yaw: -150, cam: { elev: 30 } },
  },
  {
    key: 'beacon-pocket-torch-3',
    family: 'light',
    params: { kind: 'torch', color: '#5a5c60' },
    setup: { backdrop: 'fog', ...cam(14, 4.2, [-0.5, -0.4, 0.25]) },
  },
  ...product('ember-filament-bulb-pair', 'light', { kind: 'bulbs' }, { dark: 'render', spp: 56, ...onSand }),
  together(
    'ember-filament-bulb-pair-2',
    [
      item('light', { kind: 'bulbs' }, [-5, -3, 0]),
      item('sheetmetal', { kind: 'globe', color: '#3a3d3a', cable: false }, [14, 8, 0], 8),
    ],
    { size: 2.2, backdrop: 'sand', lights: { key: 0.8, fill: 0.8 } },
    { dark: 'render', spp: 56, setup: { cam: { elev: 13 } } },
  ),
  {
    key: 'ember-filament-bulb-pair-3',
    family: 'light',
    params: { kind: 'bulbs' },
    dark: 'render',
    spp: 56,
    setup: { backdrop: 'sand', ...cam(16, 4.2, [-0.5, -0.3, 0.3]) },
  },
  ...product('bolt-desk-lamp', 'light', { kind: 'desk', color: '#3b3f42' }),
  together(
    'bolt-desk-lamp-2',
    [item('light', { kind: 'desk', color: '#3b3f42' }, [-10, 8, 0], 0), item('screens', laptopItem, [20, -6, 0], -12)],
    { size: 2.4, lights: { key: 0.75, fill: 0.75 } },
    { art: laptopArt, setup: { cam: { elev: 11 } } },
  ),
  {
    key: 'bolt-desk-lamp-3',
    family: 'light',
    params: { kind: 'desk', color: '#3b3f42' },
    setup: cam(8, 4.6, [0.3, -0.1, 1.6]),
  },
];

/** Pictures of Electronics. */
export const electronics: readonly Shot[] = [...cameras, ...computers, ...sound, ...wearAndLight];
