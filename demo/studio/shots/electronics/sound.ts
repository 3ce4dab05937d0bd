import type { Shot } from '../../shot.ts';
import { cam, flat, item, nearer, product, together } from '../compose.ts';
import { chalk, forest, iris, laptopArt, laptopItem, phone, phoneArt } from './computers.ts';
import { BELLWEATHER, LUMEN, mark, onFog, onSand, svg } from './print.ts';

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

export const sound: readonly Shot[] = [
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
    setup: { backdrop: 'fog', ...nearer(flat(30, 4.2, [-0.35, -0.1, 0.3])) },
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
