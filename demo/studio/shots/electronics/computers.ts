import type { Artwork, Shot } from '../../shot.ts';
import { cam, flat, item, nearer, product, together } from '../compose.ts';
import { onFog, onSand, svg } from './print.ts';

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
export const laptopArt = { shown: LAPTOP_SCREEN, legends: LAPTOP_KEYS };
export const laptopItem = { ...laptop, shown: '@shown', legends: '@legends' };
export const phone = { kind: 'phone' };
export const phoneArt = { shown: PHONE_SCREEN };
export const iris = { color: '#7a769b' };
export const forest = { color: '#3f5548' };
const rust = { color: '#9c5a44' };
export const chalk = { color: '#e6e0d3', speck: '#6d5a49' };

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

export const computers: readonly Shot[] = [
  ...product('slate-14-laptop', 'screens', laptop, { art: laptopArt }),
  together(
    'slate-14-laptop-2',
    [
      item('screens', laptopItem, [-4, 3, 0], 16),
      item('desk', pebble, [19, -9, 0], 166),
      item('mug', chalk, [23, 8, 0], -40),
    ],
    { size: 2.35 },
    { art: laptopArt, setup: { cam: { elev: 25 } }, spp: 100 },
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
    setup: { backdrop: 'sand', ...flat(46, 4.2, [0.35, 0.05, 0.1]) },
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
    setup: nearer(flat(26, 4, [-0.56, -0.3, 0.08])),
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
