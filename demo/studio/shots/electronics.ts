import type { Artwork, Shot } from '../shot.ts';
import { cam, item, type Params, product, together } from './compose.ts';

const svg = (width: number, height: number, body: string, paper = '#fff'): Artwork => ({
  width,
  height,
  html: `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" style="background:${paper};display:block">${body}</svg>`,
});

/** A brand's name as it is printed on its products, black on white. */
const mark = (name: string, style = 'font-family="Fraunces" font-weight="600" font-size="112"') =>
  svg(640, 160, `<text x="320" y="116" text-anchor="middle" ${style}>${name}</text>`);

const KESTREL = mark('Kestrel', 'font-family="Fraunces" font-style="italic" font-weight="600" font-size="120"');
const SANS = 'font-family="system-ui" font-weight="600" font-size="84" letter-spacing="6"';
const LUMEN = mark('LUMEN', SANS);
const BELLWEATHER = mark('Bellweather');

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
const onFog = { setup: { backdrop: 'fog' } } as const;
const onSand = { setup: { backdrop: 'sand' } } as const;

const cameras: readonly Shot[] = [
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
    setup: cam(8, 5, [-0.25, 0, 1.75]),
  },
];

const HILLS = `<linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d9dfe3"/><stop offset=".6" stop-color="#ecd9bf"/></linearGradient><rect width="1600" height="1000" fill="url(#s)"/><circle cx="1130" cy="430" r="90" fill="#f3e6c8"/><path d="M0 620C260 500 480 590 760 520S1300 430 1600 560V1000H0Z" fill="#9fb0a8"/><path d="M0 740C300 640 620 760 900 680S1400 620 1600 700V1000H0Z" fill="#6f8a80"/><path d="M0 860C400 780 700 880 1050 820S1450 800 1600 830V1000H0Z" fill="#3f5d57"/>`;
const LAPTOP_SCREEN = svg(
  1600,
  1030,
  `<g>${HILLS}</g><rect y="1000" width="1600" height="30" fill="#3f5d57"/><g transform="translate(250 130)"><rect width="860" height="660" rx="18" fill="#fbf9f4"/><circle cx="34" cy="34" r="9" fill="#d8d2c6"/><circle cx="64" cy="34" r="9" fill="#d8d2c6"/><circle cx="94" cy="34" r="9" fill="#d8d2c6"/><text x="110" y="150" font-family="Fraunces" font-size="54" fill="#26231e">Notes for an ordinary week</text>${Array.from({ length: 11 }, (_, i) => `<rect x="110" y="${200 + i * 36}" width="${[620, 600, 640, 430, 0, 610, 580, 630, 520, 600, 300][i]}" height="12" rx="6" fill="#c9c4b9"/>`).join('')}</g>`,
);
const DESKTOP_SCREEN = svg(1700, 1000, `<g transform="scale(1.0625 1)">${HILLS}</g>`);
const PHONE_SCREEN = svg(
  640,
  1340,
  `<linearGradient id="p" x1="0" y1="0" x2=".4" y2="1"><stop offset="0" stop-color="#5f6f86"/><stop offset=".55" stop-color="#c59c86"/><stop offset="1" stop-color="#e8c9a0"/></linearGradient><rect width="640" height="1340" fill="url(#p)"/><path d="M0 980C160 900 330 960 640 860V1340H0Z" fill="#7c6a72"/><path d="M0 1120C220 1040 420 1120 640 1040V1340H0Z" fill="#3f4358"/><text x="320" y="300" text-anchor="middle" font-family="Fraunces" font-weight="400" font-size="190" fill="#fff">9:41</text><text x="320" y="372" text-anchor="middle" font-family="system-ui" font-size="40" fill="#fff">Thursday 12 June</text>`,
);
const READER_PAGE = svg(
  1040,
  1300,
  `<foreignObject x="90" y="70" width="860" height="1180"><div xmlns="http://www.w3.org/1999/xhtml" style="font:400 41px/1.5 Fraunces;color:#2b2a27"><div style="text-align:center;font-size:30px;letter-spacing:3px;margin-bottom:44px">THE WINTER ORCHARD</div><div style="font-size:64px;line-height:1.2;margin-bottom:36px">Seven</div>By the time the frost had gone from the lower trees it was nearly noon, and she had pruned four of the forty. The cuts were clean. Her hands were not. She sat on the upturned crate and looked back along the row as one looks at a page, for what was still crossed out and what was to be kept.<br/>&#160;&#160;&#160;“You are early,” said Ewan from the gate. He had brought the second saw.</div></foreignObject><text x="90" y="1270" font-family="system-ui" font-size="28" fill="#55534d">41 %</text><text x="950" y="1270" text-anchor="end" font-family="system-ui" font-size="28" fill="#55534d">112 of 274</text>`,
  '#cfccc2',
);

const LAPTOP_ROWS = [
  ['esc', '1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '-', '=', 'del'],
  ['tab', ...'QWERTYUIOP[]', ''],
  ['', ...'ASDFGHJKL;’', 'enter'],
  ['shift', ...'ZXCVBNM,./', 'shift'],
  ['fn', 'ctrl', 'alt', 'cmd', '', 'cmd', 'alt', '‹', '›', '^'],
];
const LAPTOP_WIDTHS = [
  Array<number>(14).fill(1),
  [1.5, ...Array<number>(12).fill(1), 1.5],
  [1.8, ...Array<number>(11).fill(1), 2.2],
  [2.3, ...Array<number>(10).fill(1), 2.7],
  [1, 1, 1, 1.2, 5.4, 1.2, 1, 1, 1, 1],
];
/** 100 pixels to a centimetre; the field of keys is 28 x 10.6 cm. */
const LAPTOP_KEYS = svg(
  2800,
  1060,
  LAPTOP_ROWS.map((row, r) => {
    const widths = LAPTOP_WIDTHS[r] ?? [];
    const unit = 2760 / widths.reduce((sum, w) => sum + w, 0);
    let x = 20;
    return row
      .map((word, i) => {
        const width = (widths[i] ?? 1) * unit;
        const at = x + width / 2;
        x += width;
        return `<text x="${at}" y="${112 + r * 202}" text-anchor="middle" font-family="system-ui" font-size="${word.length > 1 ? 40 : 58}" fill="#d5d3cd">${word}</text>`;
      })
      .join('');
  }).join(''),
  '#141415',
);

const laptop = { kind: 'laptop', color: '#b4b3ae' };
const laptopArt = { shown: LAPTOP_SCREEN, legends: LAPTOP_KEYS };
const laptopItem = { ...laptop, shown: '@shown', legends: '@legends' };
const phone = { kind: 'phone' };
const phoneArt = { shown: PHONE_SCREEN };
const iris = { color: '#7a769b' };
const forest = { color: '#3f5548' };
const rust = { color: '#9c5a44' };
const chalk = { color: '#e6e0d3', speck: '#6d5a49' };

interface Key {
  readonly at: readonly [number, number, number, number];
  readonly word: string;
}
/** Keys row by row from their widths; words that start with * are on keys of the accent colour. */
const layOut = (rows: readonly (readonly (readonly [string, number?])[])[]): readonly Key[] =>
  rows.flatMap((row, y) => {
    let x = 0;
    return row.map(([word, width = 1]) => {
      const key: Key = { at: [x, y, width, word.startsWith('*') ? 1 : 0], word: word.replace('*', '') };
      x += width;
      return key;
    });
  });
const legendsOf = (keys: readonly Key[], width: number, height: number): Artwork =>
  svg(
    width * 120,
    height * 120,
    keys
      .map(
        ({ at: [x, y], word }) =>
          `<text x="${x * 120 + 34}" y="${y * 120 + 62}" font-family="system-ui" font-weight="500" font-size="${word.length > 1 ? 24 : 36}" fill="#fff">${word}</text>`,
      )
      .join(''),
    '#000',
  );
const letters = (word: string) => [...word].map((letter): readonly [string] => [letter]);
const ROWAN = layOut([
  [['*esc'], ...letters('1234567890-='), ['back', 2], ['home']],
  [['tab', 1.5], ...letters('QWERTYUIOP[]'), ['\\', 1.5], ['pgup']],
  [['caps', 1.75], ...letters('ASDFGHJKL;’'), ['*enter', 2.25], ['pgdn']],
  [['shift', 2.25], ...letters('ZXCVBNM,./'), ['shift', 1.75], ['↑'], ['end']],
  [['ctrl', 1.25], ['alt', 1.25], ['cmd', 1.25], ['', 6.25], ['cmd'], ['fn'], ['←'], ['↓'], ['→']],
]);
const TALLY = layOut([
  [['*clr'], ['/'], ['×'], ['−']],
  [['7'], ['8'], ['9'], ['+']],
  [['4'], ['5'], ['6'], ['%']],
  [['1'], ['2'], ['3'], ['=']],
  [['0', 2], ['.'], ['*ent']],
]);
const rowan = (color: string, cap: string, accent: string) => ({
  kind: 'keyboard',
  w: 16,
  d: 5,
  color,
  cap,
  accent,
  keys: ROWAN.map(({ at }) => at),
});
const mist = rowan('#c3c2c4', '#dbd9d6', '#c9683f');
const tally = {
  kind: 'keyboard',
  w: 4,
  d: 5,
  color: '#c3c2c4',
  cap: '#dbd9d6',
  accent: '#c9683f',
  cable_out: false,
  keys: TALLY.map(({ at }) => at),
};
const rowanArt = { legends: legendsOf(ROWAN, 16, 5) };
const tallyArt = { legends: legendsOf(TALLY, 4, 5) };
const pebble = { kind: 'mouse', color: '#c6c3bd' };
const orbit = { kind: 'trackball', color: '#3a3b3d', accent: '#a8322a' };
const halo = { kind: 'charger', color: '#9d99b4' };

const computers: readonly Shot[] = [
  ...product('slate-14-laptop', 'screens', laptop, { art: laptopArt }),
  together(
    'slate-14-laptop-2',
    [
      item('screens', laptopItem, [-4, 3, 0], 16),
      item('desk', pebble, [19, -10, 0], 172),
      item('mug', chalk, [23, 8, 0], -40),
    ],
    { size: 2.35 },
    { art: laptopArt, setup: { cam: { elev: 18 } } },
  ),
  {
    key: 'slate-14-laptop-3',
    family: 'screens',
    params: laptop,
    art: laptopArt,
    setup: cam(30, 4.8, [-0.15, -0.4, 0.15]),
  },
  ...product(
    'plain-24-desktop',
    'screens',
    { kind: 'desktop', color: '#c4c2bc' },
    { art: { shown: DESKTOP_SCREEN }, ...onFog },
  ),
  together(
    'plain-24-desktop-2',
    [
      item('screens', { kind: 'desktop', color: '#c4c2bc', shown: '@shown' }, [0, 10, 0], -6),
      item('desk', { ...mist, legends: '@legends', cable_out: false }, [-4, -16, 0], -4),
      item('desk', pebble, [20, -17, 0], 172),
    ],
    { size: 2.3, backdrop: 'fog' },
    { art: { shown: DESKTOP_SCREEN, ...rowanArt }, setup: { cam: { elev: 16 } } },
  ),
  {
    key: 'plain-24-desktop-3',
    family: 'screens',
    params: { kind: 'desktop', color: '#c4c2bc' },
    art: { shown: DESKTOP_SCREEN },
    setup: { backdrop: 'fog', yaw: 28, ...cam(12, 5.2, [0.3, 0, 0.5]) },
  },
  ...product('hana-5-phone', 'screens', { ...phone, ...iris }, { art: phoneArt }, [forest, rust]),
  together(
    'hana-5-phone-2',
    [
      item('screens', { ...phone, ...iris, pose: 'back' }, [-7.4, 1.5, 0], 12),
      item('screens', { ...phone, ...forest, pose: 'back' }, [0.6, 0, 0], 12),
      item('screens', { ...phone, ...rust, pose: 'back' }, [8.6, -1.5, 0], 12),
    ],
    { size: 2.1 },
    { setup: { cam: { elev: 8 } } },
  ),
  {
    key: 'hana-5-phone-3',
    family: 'screens',
    params: { ...phone, ...iris, pose: 'back' },
    setup: { yaw: 24, ...cam(12, 4.4, [-0.15, 0, 1.35]) },
  },
  ...product(
    'folio-e-reader',
    'screens',
    { kind: 'reader', color: '#7a4b31' },
    { art: { shown: READER_PAGE }, ...onSand },
  ),
  together(
    'folio-e-reader-2',
    [
      item('screens', { kind: 'reader', color: '#7a4b31', shown: '@shown' }, [-4, 0, 0], 14),
      item('cup', { color: '#e4ddcf' }, [21, 6, 0], 20),
    ],
    { size: 2.7, backdrop: 'sand' },
    { art: { shown: READER_PAGE }, setup: { cam: { elev: 34 } } },
  ),
  {
    key: 'folio-e-reader-3',
    family: 'screens',
    params: { kind: 'reader', color: '#7a4b31' },
    art: { shown: READER_PAGE },
    setup: { backdrop: 'sand', ...cam(46, 4.2, [0.35, 0.05, 0.1]) },
  },
  ...product('tether-braided-cable', 'desk', { kind: 'cable', color: '#c9bfae' }),
  together(
    'tether-braided-cable-2',
    [
      item('desk', { kind: 'cable', color: '#c9bfae' }, [-7, -2, 0], 0),
      item('screens', { ...phone, ...forest, pose: 'back' }, [9, 3, 0], 14),
    ],
    { size: 2.1 },
    { setup: { cam: { elev: 20 } } },
  ),
  {
    key: 'tether-braided-cable-3',
    family: 'desk',
    params: { kind: 'cable', color: '#c9bfae' },
    setup: cam(26, 4.2, [-0.45, -0.3, 0.1]),
  },
  ...product('pebble-wireless-mouse', 'desk', pebble, {}, [{ color: '#3f4044' }, { color: '#c08f8f' }]),
  together(
    'pebble-wireless-mouse-2',
    [
      item('desk', { ...mist, legends: '@legends', cable_out: false }, [-6, 4, 0], 8),
      item('desk', pebble, [15, -4, 0], 172),
    ],
    { size: 2.5 },
    { art: rowanArt, setup: { cam: { elev: 28 } } },
  ),
  { key: 'pebble-wireless-mouse-3', family: 'desk', params: pebble, setup: cam(30, 4.4, [-0.1, -0.35, 0.45]) },
  ...product('rowan-compact-keyboard', 'desk', mist, { art: rowanArt }, [
    rowan('#8f9c8c', '#d8d6cb', '#6f7f6c'),
    rowan('#39445c', '#4a5672', '#c98a4a'),
  ]),
  together(
    'rowan-compact-keyboard-2',
    [
      item('desk', { ...mist, legends: '@legends', cable_out: false }, [-6, 0, 0], 6),
      item('desk', { ...tally, legends: '@numbers' }, [17, -4.5, 0], 6),
    ],
    { size: 2.5 },
    { art: { ...rowanArt, numbers: tallyArt.legends }, setup: { cam: { elev: 34 } } },
  ),
  {
    key: 'rowan-compact-keyboard-3',
    family: 'desk',
    params: mist,
    art: rowanArt,
    setup: { cam: { ...cam(26, 4.2, [-0.5, 0.1, 0.2]).cam, fstop: 2.4 } },
  },
  ...product('orbit-thumb-trackball', 'desk', orbit, onFog),
  together(
    'orbit-thumb-trackball-2',
    [item('desk', orbit, [12, -5, 0], -6), item('desk', { ...tally, legends: '@legends' }, [-4, 3, 0], 12)],
    { size: 2.1, backdrop: 'fog' },
    { art: tallyArt, setup: { cam: { elev: 28 } } },
  ),
  {
    key: 'orbit-thumb-trackball-3',
    family: 'desk',
    params: orbit,
    setup: { backdrop: 'fog', ...cam(24, 4.4, [0, 0.1, 0.55]) },
  },
  ...product('halo-charging-pad', 'desk', halo, {}, [{ color: '#a2514a' }, { color: '#93b3a6' }]),
  together(
    'halo-charging-pad-2',
    [item('desk', halo, [0, 0, 0]), item('screens', { ...phone, ...iris, pose: 'back' }, [0, 0, 0.98], 24, [-90, 0])],
    { size: 1.9 },
    { setup: { cam: { elev: 28 } } },
  ),
  { key: 'halo-charging-pad-3', family: 'desk', params: halo, setup: cam(24, 4.2, [-0.4, -0.3, 0.1]) },
  ...product('tally-number-pad', 'desk', tally, { art: tallyArt }),
  together(
    'tally-number-pad-2',
    [item('screens', laptopItem, [-8, 5, 0], 14), item('desk', { ...tally, legends: '@numbers' }, [17, -6, 0], 8)],
    { size: 2.35 },
    { art: { ...laptopArt, numbers: tallyArt.legends }, setup: { cam: { elev: 22 } } },
  ),
  {
    key: 'tally-number-pad-3',
    family: 'desk',
    params: tally,
    art: tallyArt,
    setup: { cam: { ...cam(30, 4.2, [-0.2, -0.2, 0.4]).cam, fstop: 2.4 } },
  },
];

const CLOCK = svg(
  1530,
  650,
  `<rect width="1530" height="650" fill="#050505"/><text x="765" y="455" text-anchor="middle" font-family="system-ui" font-weight="300" font-size="390" letter-spacing="6" fill="#ffdca8">7:24</text><circle cx="240" cy="250" r="16" fill="#ffb066"/>`,
  '#050505',
);
export const RADIO_DIAL = svg(
  900,
  900,
  `<rect width="900" height="900" fill="#efe8d8"/><circle cx="450" cy="450" r="330" fill="none" stroke="#2b2822" stroke-width="4"/>${Array.from({ length: 41 }, (_, i) => `<rect x="447" y="${i % 5 ? 122 : 100}" width="6" height="${i % 5 ? 30 : 52}" fill="#2b2822" transform="rotate(${-120 + i * 6} 450 450)"/>`).join('')}${[88, 92, 96, 100, 104, 108].map((f, i) => `<text x="${450 + 260 * Math.sin(((-120 + i * 48) * Math.PI) / 180)}" y="${450 - 260 * Math.cos(((-120 + i * 48) * Math.PI) / 180) + 24}" text-anchor="middle" font-family="Fraunces" font-weight="500" font-size="66" fill="#2b2822">${f}</text>`).join('')}<text x="450" y="610" text-anchor="middle" font-family="Fraunces" font-style="italic" font-size="56" fill="#2b2822">Bellweather</text><text x="450" y="690" text-anchor="middle" font-family="system-ui" font-size="36" letter-spacing="6" fill="#2b2822">FM · DAB+</text>`,
);
const RECORD = svg(
  900,
  900,
  `<rect width="900" height="900" fill="#c8693f"/><circle cx="450" cy="450" r="250" fill="none" stroke="#f1e3c8" stroke-width="5"/><text x="450" y="270" text-anchor="middle" font-family="Fraunces" font-size="84" fill="#f1e3c8">Parlour</text><text x="450" y="640" text-anchor="middle" font-family="system-ui" font-size="40" letter-spacing="4" fill="#f1e3c8">SIDE ONE · 33⅓</text><text x="450" y="710" text-anchor="middle" font-family="Fraunces" font-style="italic" font-size="44" fill="#f1e3c8">Slow Evenings</text><circle cx="450" cy="450" r="34" fill="#1a1a1a"/>`,
);
const SUNDOWN = mark('Sundown', 'font-family="Fraunces" font-style="italic" font-weight="600" font-size="130"');
const CARDINAL = mark('CARDINAL', 'font-family="system-ui" font-weight="600" font-size="72" letter-spacing="10"');
const MATINEE = mark('Matinée');

const headphones = (shell: string, skin: string) => ({ shell, skin, backdrop: 'paper' });
export const aria = headphones('#c9c6c4', '#8f8a86');
const ariaSlate = headphones('#4c575e', '#2c3134');
const nocturne = { shell: '#2b2b2d', skin: '#1d1d1e', lead: true, backdrop: 'fog' };
export const radio = { kind: 'radio', color: '#cfcbc6' };
const amp = { kind: 'amplifier', color: '#6b2c35' };
const clock = { kind: 'clock', color: '#8f8a84' };
const sky = { kind: 'earbuds', color: '#8fb3cc' };
const condenser = { kind: 'condenser' };
const stagehand = { kind: 'handheld' };
const speakers = { kind: 'speakers' };
const turntable = { kind: 'turntable' };
const projector = { kind: 'projector', color: '#d8d2c6' };
const surface = { kind: 'surface', color: '#45464a' };
const octave = { kind: 'piano', color: '#d9d2c3' };

const SURFACE_ART = svg(
  2500,
  940,
  ['ONE', 'TWO', 'THREE', 'FOUR']
    .map(
      (word, k) =>
        `<text x="${350 + k * 600}" y="870" text-anchor="middle" font-family="system-ui" font-weight="600" font-size="44" letter-spacing="6">${word}</text>`,
    )
    .join(''),
);
const OCTAVE_ART = svg(
  2500,
  440,
  ['VOICE', 'SHAPE', 'ROOM']
    .map(
      (word, k) =>
        `<text x="${1490 + k * 370}" y="400" text-anchor="middle" font-family="system-ui" font-weight="600" font-size="44" letter-spacing="5">${word}</text>`,
    )
    .join('') +
    '<text x="960" y="200" text-anchor="middle" font-family="Fraunces" font-weight="600" font-size="90">Octave</text><text x="960" y="290" text-anchor="middle" font-family="system-ui" font-size="44" letter-spacing="5">THIRTEEN</text>',
);

const sound: readonly Shot[] = [
  ...product('aria-over-ear-headphones', 'headphones', aria, {}, [ariaSlate, headphones('#a9745c', '#6e4a3a')]),
  together(
    'aria-over-ear-headphones-2',
    [item('headphones', aria, [-4, 2, 0], -30), item('screens', { ...phone, ...iris, pose: 'back' }, [13, -4, 0], 10)],
    { size: 2.15 },
    { setup: { cam: { elev: 10 } } },
  ),
  { key: 'aria-over-ear-headphones-3', family: 'headphones', params: aria, setup: cam(10, 4.6, [0.3, -0.2, 0.6]) },
  ...product('nocturne-studio-headphones', 'headphones', nocturne),
  together(
    'nocturne-studio-headphones-2',
    [item('headphones', nocturne, [-6, 2, 0], -30), item('sound', { ...condenser, mark: '@mark' }, [15, 2, 0], 0)],
    { size: 2.3, backdrop: 'fog' },
    { art: { mark: CARDINAL }, setup: { cam: { elev: 10 } } },
  ),
  {
    key: 'nocturne-studio-headphones-3',
    family: 'headphones',
    params: nocturne,
    setup: cam(16, 4.6, [-0.3, -0.5, 0.35]),
  },
  ...product('cricket-earbuds', 'sound', sky, {}, [{ color: '#cf7f6b' }, { color: '#dcc078' }]),
  together(
    'cricket-earbuds-2',
    [
      item('sound', sky, [-4, -2, 0]),
      item('screens', { ...phone, ...forest, pose: 'front', shown: '@shown' }, [8, 3, 0], 4),
    ],
    { size: 1.95 },
    { art: phoneArt, setup: { cam: { elev: 14 } } },
  ),
  { key: 'cricket-earbuds-3', family: 'sound', params: sky, setup: cam(26, 4.4, [-0.4, -0.4, 0.3]) },
  ...product('cardinal-studio-microphone', 'sound', condenser, { art: { mark: CARDINAL }, ...onFog }),
  together(
    'cardinal-studio-microphone-2',
    [item('screens', laptopItem, [-8, 6, 0], 18), item('sound', { ...condenser, mark: '@mark' }, [16, -6, 0], 0)],
    { size: 2.3, backdrop: 'fog' },
    { art: { ...laptopArt, mark: CARDINAL }, setup: { cam: { elev: 12 } } },
  ),
  {
    key: 'cardinal-studio-microphone-3',
    family: 'sound',
    params: condenser,
    art: { mark: CARDINAL },
    setup: { backdrop: 'fog', ...cam(10, 4.2, [0, 0, 1.5]) },
  },
  ...product('stagehand-vocal-microphone', 'sound', stagehand, { art: { mark: LUMEN }, ...onFog }),
  together(
    'stagehand-vocal-microphone-2',
    [
      item('sound', { ...amp, mark: '@amp' }, [-4, 8, 0], 14),
      item('sound', { ...stagehand, mark: '@mark' }, [20, -16, 0], -24),
    ],
    { size: 2.2, backdrop: 'fog' },
    { art: { amp: SUNDOWN, mark: LUMEN }, setup: { cam: { elev: 12 } } },
  ),
  {
    key: 'stagehand-vocal-microphone-3',
    family: 'sound',
    params: stagehand,
    art: { mark: LUMEN },
    setup: { backdrop: 'fog', ...cam(16, 4.2, [0.55, -0.2, 0.25]) },
  },
  ...product('harbour-portable-radio', 'sound', radio, { art: { art: RADIO_DIAL } }, [
    { color: '#93a48b' },
    { color: '#c87a63' },
  ]),
  together(
    'harbour-portable-radio-2',
    [item('sound', { ...radio, art: '@dial' }, [-4, 3, 0], -20), item('mug', chalk, [14, -7, 0], -40)],
    { size: 2.15 },
    { art: { dial: RADIO_DIAL }, setup: { cam: { elev: 13 } } },
  ),
  {
    key: 'harbour-portable-radio-3',
    family: 'sound',
    params: radio,
    art: { art: RADIO_DIAL },
    setup: cam(10, 4.6, [0.35, -0.3, 0.6]),
  },
  ...product('bureau-bookshelf-speakers', 'sound', speakers, { art: { mark: BELLWEATHER }, ...onSand }),
  together(
    'bureau-bookshelf-speakers-2',
    [
      item('sound', { ...turntable, art: '@label' }, [-6, 0, 0], 0),
      item('sound', { ...speakers, mark: '@mark' }, [0, 36, 0], 0),
    ],
    { size: 2.7, backdrop: 'sand', yaw: -14 },
    { art: { mark: BELLWEATHER, label: RECORD }, setup: { cam: { elev: 18 } } },
  ),
  {
    key: 'bureau-bookshelf-speakers-3',
    family: 'sound',
    params: speakers,
    art: { mark: BELLWEATHER },
    setup: { backdrop: 'sand', ...cam(10, 4.6, [-0.45, -0.3, 0.75]) },
  },
  ...product('parlour-record-player', 'sound', turntable, { art: { art: RECORD } }),
  {
    key: 'parlour-record-player-2',
    family: 'sound',
    params: turntable,
    art: { art: RECORD },
    setup: { yaw: 32, cam: { elev: 18 } },
  },
  {
    key: 'parlour-record-player-3',
    family: 'sound',
    params: turntable,
    art: { art: RECORD },
    setup: cam(26, 4.4, [0.2, -0.3, 0.45]),
  },
  ...product('daybreak-bedside-clock', 'sound', clock, { art: { art: CLOCK } }, [
    { color: '#a9745c' },
    { color: '#6f8a86' },
  ]),
  together(
    'daybreak-bedside-clock-2',
    [item('sound', { ...clock, art: '@time' }, [-4, 2, 0], -18), item('cup', { color: '#e4ddcf' }, [13, -6, 0], 20)],
    { size: 2.1 },
    { art: { time: CLOCK }, setup: { cam: { elev: 16 } } },
  ),
  {
    key: 'daybreak-bedside-clock-3',
    family: 'sound',
    params: clock,
    art: { art: CLOCK },
    setup: cam(12, 4.4, [-0.35, -0.2, 0.5]),
  },
  ...product('matinee-pocket-projector', 'sound', projector, { art: { mark: MATINEE } }),
  {
    key: 'matinee-pocket-projector-2',
    family: 'sound',
    params: projector,
    art: { mark: MATINEE },
    setup: { yaw: 34, cam: { elev: 36 } },
  },
  {
    key: 'matinee-pocket-projector-3',
    family: 'sound',
    params: projector,
    art: { mark: MATINEE },
    setup: cam(12, 4.4, [0, -0.3, 1.15]),
  },
  ...product('sundown-practice-amplifier', 'sound', amp, { art: { mark: SUNDOWN } }, [{ color: '#1f5558' }]),
  together(
    'sundown-practice-amplifier-2',
    [
      item('sound', { ...amp, mark: '@mark' }, [0, 0, 0], 24),
      item('headphones', { ...nocturne, lead: false }, [36, -8, 0], 0),
    ],
    { size: 2.3 },
    { art: { mark: SUNDOWN }, setup: { cam: { elev: 11 } } },
  ),
  {
    key: 'sundown-practice-amplifier-3',
    family: 'sound',
    params: amp,
    art: { mark: SUNDOWN },
    setup: cam(12, 4.6, [0.1, -0.3, 1.35]),
  },
  ...product('four-knob-control-surface', 'desk', surface, { art: { art: SURFACE_ART }, ...onFog }),
  together(
    'four-knob-control-surface-2',
    [item('screens', laptopItem, [-4, 10, 0], 10), item('desk', { ...surface, art: '@art' }, [2, -13, 0], 4)],
    { size: 2.3, backdrop: 'fog' },
    { art: { ...laptopArt, art: SURFACE_ART }, setup: { cam: { elev: 22 } } },
  ),
  {
    key: 'four-knob-control-surface-3',
    family: 'desk',
    params: surface,
    art: { art: SURFACE_ART },
    setup: { backdrop: 'fog', ...cam(24, 4.2, [-0.4, -0.1, 0.3]) },
  },
  ...product('octave-13-pocket-keyboard', 'desk', octave, { art: { art: OCTAVE_ART }, ...onSand }),
  together(
    'octave-13-pocket-keyboard-2',
    [item('desk', { ...octave, art: '@art' }, [-3, -3, 0], 8), item('headphones', nocturne, [14, 14, 0], 20)],
    { size: 2.25, backdrop: 'sand' },
    { art: { art: OCTAVE_ART }, setup: { cam: { elev: 20 } } },
  ),
  {
    key: 'octave-13-pocket-keyboard-3',
    family: 'desk',
    params: octave,
    art: { art: OCTAVE_ART },
    setup: { backdrop: 'sand', ...cam(26, 4.2, [0.35, 0.1, 0.3]) },
  },
];

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
