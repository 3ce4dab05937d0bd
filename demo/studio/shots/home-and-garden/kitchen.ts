import type { Shot } from '../../shot.ts';
import { cam, item, product, together } from '../compose.ts';
import { mixingBowl, teapot } from './ceramics.ts';
import { chalk, forest, oak } from './colours.ts';

export const walnut = { wood_a: [0.3, 0.165, 0.09], wood_b: [0.16, 0.085, 0.045] };
export const pot = (color: string) => ({ kind: 'casserole', color });
export const kitchen: readonly Shot[] = [
  ...product('eight-inch-chefs-knife', 'knife', {}),
  { key: 'eight-inch-chefs-knife-2', family: 'knife', params: { on_board: false, elev: 48, yaw: 20 } },
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
