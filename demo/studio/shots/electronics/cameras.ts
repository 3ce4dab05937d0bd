import type { Artwork, Shot } from '../../shot.ts';
import { cam, flat, item, nearer, product, together } from '../compose.ts';
import { KESTREL, onFog, onSand, svg } from './print.ts';

/** Engraving round a lens. */
const engraved = (words: string): Artwork =>
  svg(
    1000,
    1000,
    `<path id="r" d="M500 84A416 416 0 1 1 499 84" fill="none"/><text font-family="system-ui" font-weight="500" font-size="58" letter-spacing="7"><textPath href="#r" startOffset="6">${words}</textPath></text>`,
  );

const FILM = svg(
  1360,
  740,
  `<rect width="1360" height="740" fill="#e9a23b"/><rect y="470" width="1360" height="270" fill="#27463f"/><rect y="440" width="1360" height="30" fill="#f4ead4"/><text x="680" y="180" text-anchor="middle" font-family="Fraunces" font-weight="600" font-size="100" fill="#27231c">Daylight</text><text x="680" y="375" text-anchor="middle" font-family="Fraunces" font-weight="700" font-size="200" fill="#27231c">200</text><text x="680" y="590" text-anchor="middle" font-family="Fraunces" font-style="italic" font-weight="600" font-size="84" fill="#f4ead4">Kestrel</text><text x="680" y="680" text-anchor="middle" font-family="system-ui" font-weight="600" font-size="38" letter-spacing="1" fill="#f4ead4">COLOUR · 36 EXP</text>`,
  '#e9a23b',
);

const distances = ['0.5', '0.7', '1', '1.5', '2', '3', '5', '10', '∞'];
const APERTURES = svg(
  2400,
  320,
  `${['2', '2.8', '4', '5.6', '8', '11', '16'].map((f, i) => `<text x="${900 + i * 100}" y="240" text-anchor="middle" font-family="system-ui" font-weight="600" font-size="64" fill="${f === '4' ? '#d98b3a' : '#d9d6cf'}">${f}</text>`).join('')}${distances.map((d, i) => `<text x="${820 + i * 95}" y="110" text-anchor="middle" font-family="system-ui" font-weight="500" font-size="48" fill="#9aa7a0">${d}</text>`).join('')}<rect x="1196" y="140" width="8" height="34" fill="#d9d6cf"/>`,
  '#101011',
);

export const camera = { kind: 'compact' };
export const cameraArt = { ring: engraved('KESTREL ANASTIGMAT 38 mm 1:2.8 · Ø 40.5 · 35-01'), mark: KESTREL };
const reporter = { kind: 'rangefinder', wrap: '#5b3320' };
const reporterArt = { ring: engraved('KESTREL SEXTAR 40 mm 1:1.9 · Ø 46 · 35-02'), mark: KESTREL };
const reflexArt = { ring: engraved('KESTREL TESSARON 80 mm 1:3.5 · 66-05'), mark: KESTREL };
const lensArt = { scale: APERTURES, mark: engraved('KESTREL FATHOM 50 mm 1:2 · Ø 49') };
const film = { kind: 'film' };
export const cameras: readonly Shot[] = [
  ...product('pocket-35-film-camera', 'camera', camera, { art: cameraArt }),
  together(
    'pocket-35-film-camera-2',
    [
      item('camera', { ...camera, ring: '@ring', mark: '@mark' }, [-2, 2, 0], -26),
      item('camera', { ...film, label: '@label', pieces: [[0, 0, 0, false]] }, [9.4, -3.4, 0], -10),
    ],
    { size: 2.1 },
    { art: { ...cameraArt, label: FILM }, setup: { cam: { elev: 22 } } },
  ),
  {
    key: 'pocket-35-film-camera-3',
    family: 'camera',
    params: camera,
    art: cameraArt,
    setup: cam(14, 4.8, [0, -0.2, 0.55]),
  },
  ...product('reporter-35-rangefinder-camera', 'camera', reporter, { art: reporterArt, ...onSand }, [
    { wrap: '#22382e' },
  ]),
  together(
    'reporter-35-rangefinder-camera-2',
    [
      item('camera', { ...reporter, ring: '@ring', mark: '@mark' }, [-6, -3, 0], -24),
      item('camera', { ...reporter, wrap: '#22382e', ring: '@ring', mark: '@mark' }, [6, 7, 0], 14),
    ],
    { size: 2.3, backdrop: 'sand' },
    { art: reporterArt, setup: { cam: { elev: 18 } } },
  ),
  {
    key: 'reporter-35-rangefinder-camera-3',
    family: 'camera',
    params: reporter,
    art: reporterArt,
    setup: { backdrop: 'sand', ...cam(14, 4.8, [0, -0.2, 0.6]) },
  },
  ...product('twin-66-reflex-camera', 'camera', { kind: 'twin' }, { art: reflexArt, ...onFog }),
  {
    key: 'twin-66-reflex-camera-2',
    family: 'camera',
    params: { kind: 'twin' },
    art: reflexArt,
    setup: { backdrop: 'fog', yaw: -62, cam: { elev: 24 } },
  },
  {
    key: 'twin-66-reflex-camera-3',
    family: 'camera',
    params: { kind: 'twin' },
    art: reflexArt,
    setup: { backdrop: 'fog', ...cam(10, 4.8, [0.1, -0.3, 0.6]) },
  },
  ...product('fathom-50-mm-lens', 'camera', { kind: 'lens' }, { art: lensArt }),
  together(
    'fathom-50-mm-lens-2',
    [
      item('camera', { ...reporter, wrap: '#1b1b1c', ring: '@ring', mark: '@body' }, [-5, 4, 0], -20),
      item('camera', { kind: 'lens', scale: '@scale', mark: '@mark' }, [7, -4, 0], 12),
    ],
    { size: 2.1 },
    { art: { ...lensArt, ring: reporterArt.ring, body: KESTREL }, setup: { cam: { elev: 18 } } },
  ),
  {
    key: 'fathom-50-mm-lens-3',
    family: 'camera',
    params: { kind: 'lens' },
    art: lensArt,
    setup: cam(34, 4.4, [0, -0.1, 1.1]),
  },
  ...product('daylight-200-colour-film-three-rolls', 'camera', film, { art: { label: FILM }, ...onSand }),
  together(
    'daylight-200-colour-film-three-rolls-2',
    [
      item(
        'camera',
        {
          ...film,
          label: '@label',
          pieces: [
            [0, 0, -14, false],
            [4.6, -2.4, 20, false],
          ],
        },
        [6.6, -5, 0],
        0,
      ),
      item('camera', { ...camera, ring: '@ring', mark: '@mark' }, [-3, 4, 0], -18),
    ],
    { size: 2.1, backdrop: 'sand' },
    { art: { ...cameraArt, label: FILM }, setup: { cam: { elev: 20 } } },
  ),
  {
    key: 'daylight-200-colour-film-three-rolls-3',
    family: 'camera',
    params: film,
    art: { label: FILM },
    setup: { backdrop: 'sand', ...cam(16, 4.4, [-0.4, -0.2, 0.45]) },
  },
  ...product('heron-8x32-binoculars', 'optics', { kind: 'binoculars', color: '#434a42' }, onSand),
  {
    key: 'heron-8x32-binoculars-2',
    family: 'optics',
    params: { kind: 'binoculars', color: '#434a42' },
    setup: { backdrop: 'sand', yaw: -46, cam: { elev: 34 } },
  },
  {
    key: 'heron-8x32-binoculars-3',
    family: 'optics',
    params: { kind: 'binoculars', color: '#434a42' },
    setup: { backdrop: 'sand', ...cam(22, 4.4, [0.1, -0.1, 1.45]) },
  },
  ...product('vega-70-refractor-telescope', 'optics', { kind: 'telescope', color: '#ece7dc' }),
  {
    key: 'vega-70-refractor-telescope-2',
    family: 'optics',
    params: { kind: 'telescope', color: '#ece7dc' },
    setup: { yaw: 48, cam: { elev: 14 } },
  },
  {
    key: 'vega-70-refractor-telescope-3',
    family: 'optics',
    params: { kind: 'telescope', color: '#ece7dc' },
    setup: nearer(flat(8, 3.6, [-0.24, 0, 1.73])),
  },
];
