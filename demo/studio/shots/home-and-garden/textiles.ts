import type { Shot } from '../../shot.ts';
import { cam, flat, item, nearer, product, together } from '../compose.ts';
import { rose, STAMP } from './bath-and-glass.ts';
import { mixingBowl } from './ceramics.ts';
import { chalk } from './colours.ts';

const throwOf = (color: string, edge: string) => ({ kind: 'throw', color, edge });
const towelsOf = (color: string) => ({ kind: 'towels', color });
export const napkinsOf = (color: string) => ({ kind: 'napkins', color });
export const textiles: readonly Shot[] = [
  ...product('herringbone-wool-throw', 'linens', throwOf('#a9957c', '#d9ccb6'), {}, [
    throwOf('#4f5a63', '#c4c4c0'),
    throwOf('#9a5f4a', '#d6b7a3'),
    throwOf('#6f7a66', '#c9cbb9'),
  ]),
  together(
    'herringbone-wool-throw-2',
    [item('chair', { color: '#dcd4c4' }, [0, 0, 0]), item('linens', throwOf('#a9957c', '#d9ccb6'), [0, -8, 43.2], 0)],
    { yaw: 28, size: 2.1 },
  ),
  {
    key: 'herringbone-wool-throw-3',
    family: 'linens',
    params: throwOf('#a9957c', '#d9ccb6'),
    setup: cam(28, 4.4, [-0.3, -0.5, 0.25]),
  },
  ...product('terry-bath-towel-set', 'linens', towelsOf('#e7e0d2'), {}, [
    towelsOf('#9fae9a'),
    towelsOf('#b98f7c'),
    towelsOf('#56616b'),
  ]),
  together(
    'terry-bath-towel-set-2',
    [
      item('linens', towelsOf('#e7e0d2'), [0, 0, 0], 0),
      item('soap', { ...rose, stamp: '@stamp', bars: [[0, 0, 0, 0]] }, [2, -1, 16], 20),
    ],
    { yaw: 26, size: 2.0 },
    { art: { stamp: STAMP }, setup: { cam: { elev: 22 } } },
  ),
  {
    key: 'terry-bath-towel-set-3',
    family: 'linens',
    params: towelsOf('#e7e0d2'),
    setup: cam(22, 4.4, [-0.2, -0.5, 0.6]),
  },
  ...product('linen-napkin-set-of-four', 'linens', napkinsOf('#c3a48b'), {}, [
    napkinsOf('#dfd8c9'),
    napkinsOf('#7d8a7c'),
  ]),
  together(
    'linen-napkin-set-of-four-2',
    [
      item('linens', { ...napkinsOf('#c3a48b'), count: 1 }, [0, 0, 0], 30),
      item('vessel', { ...mixingBowl, r: 7.6, h: 5.2, ...chalk }, [0, 0.5, 1.1]),
    ],
    { size: 1.8 },
    { setup: { cam: { elev: 24 } } },
  ),
  {
    key: 'linen-napkin-set-of-four-3',
    family: 'linens',
    params: napkinsOf('#c3a48b'),
    setup: cam(28, 4.4, [-0.2, -0.5, 0.25]),
  },
  ...product('feather-cushion', 'cushion', { color: '#c9b79f', piping: '#a08b72' }, {}, [
    { color: '#a36a50', piping: '#7d4d39' },
    { color: '#6d7866', piping: '#4f594a' },
    { color: '#515b66', piping: '#3b434c' },
  ]),
  together(
    'feather-cushion-2',
    [
      item('chair', { color: '#dcd4c4' }, [0, 0, 0]),
      item('cushion', { color: '#a36a50', piping: '#7d4d39', w: 42 }, [1, 7, 42.6], 4),
    ],
    { yaw: 28, size: 2.1 },
  ),
  {
    key: 'feather-cushion-3',
    family: 'cushion',
    params: { color: '#c9b79f', piping: '#a08b72' },
    setup: nearer(flat(12, 4.4, [0.5, 0, 1.45])),
  },
];
