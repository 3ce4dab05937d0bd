import type { Artwork, Shot } from '../shot.ts';
import { cam, flat, item, nearer, type Params, product, together } from './compose.ts';

const mark = (name: string, style = 'font:italic 600 190px Fraunces;letter-spacing:-4px'): Artwork => ({
  width: 960,
  height: 400,
  html: `<div style="width:100%;height:100%;background:#fff;color:#000;display:flex;align-items:center;justify-content:center;${style}">${name}</div>`,
});
const printed = { art: { mark: mark('Pallister') } };
/** Rubber with pebbles swallows thin strokes. */
const bold = { art: { mark: mark('Pallister', 'font:italic 850 190px Fraunces;letter-spacing:-1px') } };

const football = { kind: 'football', colours: ['#ebe6db', '#23382f'] };
const basketball = { kind: 'basketball', colours: ['#b0612f', '#1d1a18'] };
const volleyball = { kind: 'volleyball', colours: ['#e8dfca', '#cfa544', '#33506b'] };
const rugby = { kind: 'rugby', colours: ['#e6e0d3', '#6f2733', '#22283a'], size: 1.7, yaw: 18 };
const medicine = { kind: 'medicine', colours: ['#8a5a38', '#6d4229'] };
const tennisBalls = { kind: 'tennis', colours: ['#dbe078'], elev: 20, size: 1.6 };
const boules = { kind: 'boules', colours: ['#c39a63'], elev: 20, size: 1.75 };
const kilos = (text: string, width = 720, height = 420): Artwork => ({
  width,
  height,
  html: `<div style="width:100%;height:100%;background:#fff;color:#000;display:flex;align-items:center;justify-content:center;font:600 ${height * 0.5}px Fraunces;letter-spacing:-3px">${text}</div>`,
});

const kettlebell = { kind: 'kettlebell', color: '#33322f', r: 9.2 };
const hexes = { kind: 'hex', color: '#2b2a29', yaw: 0, elev: 20, size: 2.05 };
const dipped = { kind: 'round', color: '#9aa38f', yaw: 0, elev: 20, size: 2.05 };
const mat = { kind: 'mat', color: '#6f7f74', back: '#cfc7b6', yaw: 32, elev: 20, size: 2.35 };
const roller = { kind: 'roller', color: '#3d4a52', yaw: 38, elev: 18, size: 1.9 };
const blocks = { kind: 'block', yaw: 18, elev: 14, size: 1.6 };
const rope = { kind: 'rope', color: '#e3dccb', yaw: 0, elev: 48, size: 2.3 };

const steelBottle = { kind: 'bottle', color: '#5f7263', size: 1.85 };
const campMug = { kind: 'mug', color: '#e9e3d4', rim: '#22304a', yaw: -24, elev: 16, size: 1.5 };
const tennis = { kind: 'tennis', color: '#23372f', accent: '#d9c9a0', tape: '#3a2a20', size: 2.6 };
const badminton = { kind: 'badminton', color: '#2d4a66', accent: '#d8d3c6', tape: '#e2ddd0', size: 2.7 };
const bats = { kind: 'table', faces: ['#93302b', '#22201f'], yaw: 0, elev: 46, size: 2.4 };

const NUMBERS: Artwork = {
  width: 2400,
  height: 200,
  html: `<div style="display:flex;background:#fff;width:100%;height:100%">${Array.from({ length: 12 }, (_, i) => `<span style="width:200px;text-align:center;font:700 150px/190px Fraunces">${i + 1}</span>`).join('')}</div>`,
};
const FLIGHT: Artwork = {
  width: 900,
  height: 900,
  html: `<svg viewBox="-450 -450 900 900" style="background:#fff"><circle r="420" fill="none" stroke="#000" stroke-width="7"/><circle r="330" fill="none" stroke="#000" stroke-width="3"/><path id="o" d="M-362 0A362 362 0 1 1 362 0A362 362 0 1 1 -362 0" fill="none"/><text font-family="Fraunces" font-weight="600" font-size="44" letter-spacing="7.4"><textPath href="#o">DRIFTMARK · FOR BEACH AND LAWN · 175 GRAMS · DRIFTMARK · FOR BEACH AND LAWN · 175 GRAMS · </textPath></text><path d="M-300 40C-200 -40 -100 -40 0 40S200 120 300 40" fill="none" stroke="#000" stroke-width="26"/><path d="M-290 -60C-190 -140 -90 -140 10 -60S210 20 290 -60" fill="none" stroke="#000" stroke-width="26"/><path d="M-270 140C-170 60 -100 60 0 140S190 210 270 140" fill="none" stroke="#000" stroke-width="26"/></svg>`,
};
const skittles = { kind: 'skittles', yaw: -8, elev: 30, size: 1.75 };
const disc = { kind: 'disc', color: '#5b8aa6', elev: 30, size: 1.75 };
const steelMark = { art: { mark: mark('Summit Hollow', 'font:600 132px Fraunces') } };
const five = { art: { number: kilos('5', 400, 400) } };
const two = { art: { number: kilos('2', 400, 400) } };
const twelve = { art: { number: kilos('12 kg') } };
const inkPrint = { art: { print_: NUMBERS } };
const flight = { art: { print_: FLIGHT } };

const closeUp = (
  slug: string,
  family: string,
  params: Params,
  setup: ReturnType<typeof cam>,
  rest: Partial<Shot> = {},
): Shot => ({ key: `${slug}-3`, family, params, setup: nearer(setup), ...rest });

const balls: readonly Shot[] = [
  ...product('matchday-football', 'ball', football, printed),
  together(
    'matchday-football-2',
    [
      item('ball', { ...football, mark: null, rot: [40, 10, 60] }, [-7, 0, 0]),
      item('flask', steelBottle, [10, -5, 0], 12),
    ],
    { elev: 12, size: 1.9 },
  ),
  closeUp('matchday-football', 'ball', football, cam(14, 4.6, [0.1, -0.3, 0.85]), printed),
  ...product('blacktop-basketball', 'ball', basketball, bold),
  { key: 'blacktop-basketball-2', family: 'ball', params: { ...basketball, rot: [60, -20, 70], elev: 24 } },
  closeUp('blacktop-basketball', 'ball', basketball, cam(16, 4.4, [0.15, -0.3, 0.9]), bold),
  ...product('sandbar-volleyball', 'ball', volleyball, printed),
  together(
    'sandbar-volleyball-2',
    [
      item('ball', { ...volleyball, rot: [50, 30, 10] }, [-6, 5, 0]),
      item('lawn', { kind: 'disc', color: '#5b8aa6', print_: '@flight' }, [14, -9, 0], 20),
    ],
    { elev: 20, size: 2.2 },
    { art: { flight: FLIGHT } },
  ),
  closeUp('sandbar-volleyball', 'ball', volleyball, cam(16, 4.6, [0, -0.3, 0.85]), printed),
  ...product('touchline-rugby-ball', 'ball', rugby, printed),
  { key: 'touchline-rugby-ball-2', family: 'ball', params: { ...rugby, rot: [35, 0, 0], yaw: 62, elev: 18 } },
  closeUp('touchline-rugby-ball', 'ball', rugby, cam(18, 4.4, [0.08, -0.3, 0.65]), printed),
  ...product('leather-medicine-ball', 'ball', medicine),
  together(
    'leather-medicine-ball-2',
    [item('ball', medicine, [-9, 4, 0], 40), item('weights', { ...kettlebell, number: '@number' }, [14, -6, 0], -8)],
    { elev: 13, size: 2.2 },
    { art: { number: kilos('12 kg') } },
  ),
  closeUp('leather-medicine-ball', 'ball', medicine, cam(24, 4.4, [-0.05, -0.4, 0.95])),
  ...product('court-tennis-balls', 'ball', tennisBalls),
  together(
    'court-tennis-balls-2',
    [item('racket', tennis, [0, 0, 0], 35), item('ball', tennisBalls, [19, 12, 0], 30)],
    { elev: 40, size: 2.4 },
  ),
  closeUp('court-tennis-balls', 'ball', tennisBalls, cam(18, 4.6, [0.3, -0.3, 0.4])),
  ...product('village-boules', 'ball', boules),
  { key: 'village-boules-2', family: 'ball', params: { ...boules, yaw: 70, elev: 38 } },
  closeUp('village-boules', 'ball', boules, cam(20, 4.6, [0.3, -0.3, 0.45])),
];

const training: readonly Shot[] = [
  ...product('cast-iron-kettlebell', 'weights', kettlebell, twelve),
  together(
    'cast-iron-kettlebell-2',
    [
      item('weights', { ...kettlebell, r: 8, number: '@eight' }, [-19, -3, 0], 14),
      item('weights', { ...kettlebell, number: '@twelve' }, [1, 3, 0], -6),
      item('weights', { ...kettlebell, r: 10.2, number: '@sixteen' }, [23, 4, 0], -16),
    ],
    { elev: 14, size: 2.4 },
    { art: { eight: kilos('8 kg'), twelve: kilos('12 kg'), sixteen: kilos('16 kg') } },
  ),
  closeUp('cast-iron-kettlebell', 'weights', kettlebell, cam(14, 4.6, [0, -0.3, 0.62]), twelve),
  ...product('hex-dumbbells-pair', 'weights', hexes, five),
  { key: 'hex-dumbbells-pair-2', family: 'weights', params: { ...hexes, yaw: 62, elev: 30 }, ...five },
  closeUp('hex-dumbbells-pair', 'weights', hexes, cam(22, 4.6, [0.35, -0.4, 0.35]), five),
  ...product('dipped-dumbbells-pair', 'weights', dipped, two, [{ color: '#b77f67' }, { color: '#5c6f80' }]),
  together(
    'dipped-dumbbells-pair-2',
    [item('gear', { kind: 'block' }, [-10, 8, 0], 10), item('weights', dipped, [8, -12, 0], 20)],
    { elev: 18, size: 2.2 },
  ),
  closeUp('dipped-dumbbells-pair', 'weights', dipped, cam(22, 4.6, [0.35, -0.4, 0.35]), two),
  ...product('daybreak-yoga-mat', 'gear', mat, {}, [
    { color: '#a87463', back: '#d8ccbc' },
    { color: '#4a5566', back: '#c9c8c4' },
  ]),
  together(
    'daybreak-yoga-mat-2',
    [item('gear', mat, [-4, 6, 0], 68), item('gear', { kind: 'block' }, [27, -34, 0], 14)],
    { elev: 20, size: 2.5 },
  ),
  closeUp('daybreak-yoga-mat', 'gear', mat, cam(22, 4.8, [0.75, -0.35, 0.2])),
  ...product('cork-yoga-blocks', 'gear', blocks),
  { key: 'cork-yoga-blocks-2', family: 'gear', params: { ...blocks, yaw: -52, elev: 26 } },
  closeUp('cork-yoga-blocks', 'gear', blocks, cam(16, 4.4, [0.1, -0.4, 0.75])),
  ...product('grid-foam-roller', 'gear', roller, {}, [{ color: '#b5674c' }, { color: '#8b9582' }]),
  together('grid-foam-roller-2', [item('gear', roller, [-6, 6, 0], 62), item('flask', steelBottle, [16, -9, 0], 8)], {
    elev: 15,
    size: 2.1,
  }),
  closeUp('grid-foam-roller', 'gear', roller, cam(20, 4.8, [0.35, -0.4, 0.4])),
  ...product('beech-skipping-rope', 'gear', rope),
  together('beech-skipping-rope-2', [item('gear', rope, [-6, 4, 0], -18), item('weights', dipped, [33, 8, 0], 24)], {
    elev: 34,
    size: 2.5,
  }),
  closeUp('beech-skipping-rope', 'gear', rope, flat(34, 5, [0, -0.62, 0.06])),
];

const racketsAndFlasks: readonly Shot[] = [
  ...product('trailhead-steel-bottle', 'flask', steelBottle, steelMark, [
    { color: '#d9d3c6' },
    { color: '#b3634a' },
    { color: '#33435a' },
  ]),
  together(
    'trailhead-steel-bottle-2',
    [
      item('flask', { ...steelBottle, color: '#d9d3c6' }, [-10, 2, 0], 30),
      item('flask', steelBottle, [0, -2, 0], -10),
      item('flask', { ...steelBottle, color: '#b3634a' }, [10, 3, 0], 60),
    ],
    { elev: 11, size: 1.9 },
  ),
  closeUp('trailhead-steel-bottle', 'flask', steelBottle, cam(14, 4.6, [0, 0, 1.6]), steelMark),
  ...product('enamel-camp-mug', 'flask', campMug, {}, [
    { color: '#3f5a50', rim: '#1c1c1b' },
    { color: '#c8a24f', rim: '#2a2723' },
  ]),
  together('enamel-camp-mug-2', [item('flask', campMug, [-4, -3, 0], -24), item('flask', steelBottle, [7, 4, 0], 12)], {
    elev: 13,
    size: 1.85,
  }),
  closeUp('enamel-camp-mug', 'flask', campMug, cam(26, 4.6, [-0.1, -0.2, 1.1])),
  ...product('baseline-tennis-racket', 'racket', tennis),
  { key: 'baseline-tennis-racket-2', family: 'racket', params: { ...tennis, yaw: 40, elev: 26 } },
  closeUp('baseline-tennis-racket', 'racket', tennis, flat(44, 5, [0.2, 0.35, 0.03])),
  ...product('featherlight-badminton-set', 'racket', badminton, { dark: 'render' }),
  { key: 'featherlight-badminton-set-2', family: 'racket', params: { kind: 'shuttle', yaw: 0, elev: 14, size: 1.4 } },
  closeUp('featherlight-badminton-set', 'racket', badminton, flat(34, 4.3, [0, -0.63, 0.12]), { dark: 'render' }),
  ...product('club-table-tennis-set', 'racket', bats),
  { key: 'club-table-tennis-set-2', family: 'racket', params: { ...bats, yaw: -58, elev: 24 } },
  closeUp('club-table-tennis-set', 'racket', bats, flat(40, 4.8, [-0.5, -0.1, 0.05])),
];

const lawn: readonly Shot[] = [
  ...product('twelve-pin-skittles', 'lawn', skittles, inkPrint),
  { key: 'twelve-pin-skittles-2', family: 'lawn', params: { ...skittles, yaw: 24, elev: 44 }, ...inkPrint },
  closeUp('twelve-pin-skittles', 'lawn', skittles, cam(30, 4.8, [0.1, -0.3, 0.75]), inkPrint),
  ...product('long-glide-flying-disc', 'lawn', disc, flight, [{ color: '#d9765c' }, { color: '#e6cf86' }]),
  together(
    'long-glide-flying-disc-2',
    [
      item('lawn', { kind: 'disc', color: '#e6cf86' }, [0, 0, 0]),
      item('lawn', { kind: 'disc', color: '#d9765c' }, [1.2, -0.8, 2.1]),
      item('lawn', { kind: 'disc', color: '#5b8aa6', print_: '@flight' }, [-0.6, 0.6, 4.2], 30),
    ],
    { elev: 22, size: 1.8 },
    { art: { flight: FLIGHT } },
  ),
  closeUp('long-glide-flying-disc', 'lawn', disc, cam(28, 4.6, [0.25, -0.4, 0.12]), flight),
];

export const sports: readonly Shot[] = [...balls, ...training, ...racketsAndFlasks, ...lawn];
