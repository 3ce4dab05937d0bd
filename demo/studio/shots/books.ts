import type { Artwork, Shot } from '../shot.ts';
import {
  BIRDS,
  BREAD,
  CAFE,
  CARTOGRAPHER,
  CHESS,
  CLOCKMAKER,
  CONCRETE,
  CONFETTI,
  type Cover,
  DEEP,
  ETUDE,
  FOX,
  type Format,
  GARDEN,
  jacket,
  KITCHEN,
  KYUSHU,
  LARGE,
  LEDGER_BOARD,
  LEMON,
  LIGHTHOUSE,
  LOST,
  MEND,
  NOVEL,
  NUMBERS,
  OCTAVO,
  OCTOPUS,
  ORCHARD,
  PICTURE,
  SALT,
  SLIM,
  SQUARE,
  TIDES,
  TRAIN,
} from './books/covers.ts';
import { cam, item, type Params, product, together } from './compose.ts';

const withCup = (z = 0) => item('cup', { color: '#e4ddcf' }, [13.5, 5, z], 20);
const chalkMug = item('mug', { color: '#e6dfd0' }, [14.5, 4, 0], -30);
const FLAT = [-90, 0];
/** From further above, and less light from behind, which would shine on the cover. */
const LYING = { cam: { elev: 44, fstop: 1.6 }, lights: { rim: 0.45 } } as const;

interface Plan {
  readonly slug: string;
  readonly cover: Cover;
  readonly format: Format;
  readonly kind?: 'hardcover' | 'paperback';
  readonly backdrop?: 'paper' | 'fog' | 'sand';
  /** Also sold as a hardcover, which is picture 4. */
  readonly bound?: true;
  /** What stands beside the lying book in picture 2. */
  readonly beside?: Params;
  readonly gloss?: number;
  /** Height of the middle of the close-up, in scene units: the title unless given. */
  readonly detail?: number;
}

/** Front; lying in use, or both bindings; close up; the hardcover where there is one. */
function book({
  slug,
  cover,
  format,
  kind = 'paperback',
  backdrop = 'paper',
  bound,
  beside,
  gloss = 0,
  detail = 1.45,
}: Plan): readonly Shot[] {
  const { w, h, t } = format;
  const thick = { w, h, t: kind === 'hardcover' ? t + 0.3 : t };
  const hard = { w, h, t: t + 0.4 };
  const art = { jacket_art: jacket(thick, cover) };
  const params = { kind, ...thick, gloss };
  const second = bound
    ? [
        item('book', { kind: 'hardcover', ...hard, jacket_art: '@hard' }, [6, 5, 0], 18),
        item('book', { ...params, jacket_art: '@soft' }, [-6, -5, 0], 30),
      ]
    : [item('book', { ...params, jacket_art: '@soft' }, [-4, -2, 0], 18, FLAT), beside ?? withCup()];
  return [
    ...product(slug, 'book', params, { art, setup: { backdrop } }),
    together(
      `${slug}-2`,
      second,
      { size: bound ? 2.2 : 2.35, backdrop },
      {
        art: { soft: art.jacket_art, ...(bound && { hard: jacket(hard, cover) }) },
        setup: bound ? { cam: { elev: 14 } } : LYING,
      },
    ),
    {
      key: `${slug}-3`,
      family: 'book',
      params,
      art,
      setup: { backdrop, ...cam(12, 4.6, [-0.2, -0.2, detail]) },
    },
    ...(bound
      ? [
          {
            key: `${slug}-4`,
            family: 'book',
            params: { ...params, kind: 'hardcover', t: hard.t },
            art: { jacket_art: jacket(hard, cover) },
            setup: { backdrop },
          },
        ]
      : []),
  ];
}

const sprig = item('vessel', { shape: 'bottle', r: 4, h: 14, color: '#aab0a0', speck: '#4b5344' }, [14, 6, 0]);
const vase = item('vessel', { shape: 'bottle', r: 5, h: 19, color: '#a9745c', speck: '#5a2f1f' }, [15, 6, 0]);
const pillar = item('apothecary', { kind: 'pillar', color: '#d6be90', pillars: [[3.6, 12, 0, 0]] }, [14, 6, 0]);
const bowl = item('vessel', { shape: 'bowl', r: 8, h: 5.6, color: '#aab0a0', speck: '#4b5344' }, [19, 6, 0]);
const glasses = item('board', { kind: 'board', w: 30, d: 20, h: 1.8 }, [24, 12, 0], 40);

const notebook = (color: string) => ({ kind: 'notebook', color, w: 14.5, h: 21, t: 1.7 });
const MARK: Artwork = {
  width: 640,
  height: 160,
  html: '<div style="background:#fff;width:100%;height:100%;font:500 84px/160px Fraunces;text-align:center">Quire House</div>',
};
const INK = '#363b4e';
const FOREST = '#2f4d3c';
const WINE = '#6b2c3b';
const ledger = { kind: 'ledger', w: 15, h: 21, t: 1.6 };
const ledgerArt = { jacket_art: LEDGER_BOARD };

const paperGoods: readonly Shot[] = [
  ...product(
    'everyday-dot-grid-notebook',
    'book',
    notebook(INK),
    { art: { mark: MARK }, setup: { backdrop: 'paper' } },
    [{ color: FOREST }, { color: WINE }],
  ),
  together(
    'everyday-dot-grid-notebook-2',
    [
      item('book', { ...notebook(WINE), mark: '@mark' }, [0, 0, 0], 14, FLAT),
      item('book', { ...notebook(FOREST), mark: '@mark' }, [0.6, 0.4, 1.75], 22, FLAT),
      item('book', { ...notebook(INK), mark: '@mark' }, [-0.4, 0, 3.5], 10, FLAT),
    ],
    { size: 1.9 },
    { art: { mark: MARK }, setup: { cam: { elev: 30 }, lights: { rim: 0.6 } } },
  ),
  {
    key: 'everyday-dot-grid-notebook-3',
    family: 'book',
    params: notebook(INK),
    art: { mark: MARK },
    setup: { backdrop: 'paper', ...cam(38, 4.4, [0.15, 0, 1.7], -24) },
  },
  ...product('spiral-project-ledger', 'book', ledger, { art: ledgerArt }),
  together(
    'spiral-project-ledger-2',
    [item('book', { ...ledger, jacket_art: '@board' }, [-4, -2, 0], 16, FLAT), chalkMug],
    { size: 2.3, backdrop: 'fog' },
    { art: { board: LEDGER_BOARD }, setup: LYING },
  ),
  {
    key: 'spiral-project-ledger-3',
    family: 'book',
    params: ledger,
    art: ledgerArt,
    setup: cam(14, 4.2, [-0.35, -0.2, 1.2]),
  },
  ...book({ slug: 'confetti-sketchbook', cover: CONFETTI, format: LARGE, kind: 'hardcover', beside: bowl }),
];

/** Pictures of Books. */
export const books: readonly Shot[] = [
  ...book({ slug: 'the-lighthouse-keepers', cover: LIGHTHOUSE, format: NOVEL, backdrop: 'fog', bound: true }),
  ...book({ slug: 'the-winter-orchard', cover: ORCHARD, format: NOVEL, backdrop: 'paper', beside: vase }),
  ...book({ slug: 'le-cafe-de-la-gare', cover: CAFE, format: NOVEL, backdrop: 'sand' }),
  ...book({ slug: 'the-cartographers-daughter', cover: CARTOGRAPHER, format: NOVEL, backdrop: 'paper', bound: true }),
  ...book({
    slug: 'the-clockmaker-of-lodz',
    cover: CLOCKMAKER,
    format: { ...NOVEL, t: 3.2 },
    backdrop: 'sand',
    beside: pillar,
  }),
  ...book({ slug: 'letters-from-the-night-train', cover: TRAIN, format: NOVEL, backdrop: 'fog' }),
  ...book({ slug: 'etude-in-green', cover: ETUDE, format: NOVEL, backdrop: 'paper', beside: sprig }),
  ...book({
    slug: 'a-field-guide-to-ordinary-birds',
    cover: BIRDS,
    format: NOVEL,
    backdrop: 'sand',
    beside: chalkMug,
    detail: 0.8,
  }),
  ...book({
    slug: 'ten-thousand-tides',
    cover: TIDES,
    format: OCTAVO,
    kind: 'hardcover',
    backdrop: 'fog',
    beside: pillar,
  }),
  ...book({
    slug: 'concrete-and-cloud',
    cover: CONCRETE,
    format: LARGE,
    kind: 'hardcover',
    backdrop: 'fog',
    beside: bowl,
  }),
  ...book({ slug: 'numbers-for-poets', cover: NUMBERS, format: NOVEL, backdrop: 'paper' }),
  ...book({ slug: 'a-short-history-of-getting-lost', cover: LOST, format: SLIM, backdrop: 'sand', beside: chalkMug }),
  ...book({ slug: 'deep-field', cover: DEEP, format: OCTAVO, backdrop: 'fog', bound: true }),
  ...book({ slug: 'salt-roads', cover: SALT, format: NOVEL, backdrop: 'sand', beside: vase, detail: 0.85 }),
  ...book({ slug: 'moon-over-kyushu', cover: KYUSHU, format: NOVEL, backdrop: 'fog' }),
  ...book({
    slug: 'bread-slowly',
    cover: BREAD,
    format: LARGE,
    kind: 'hardcover',
    backdrop: 'paper',
    beside: glasses,
    detail: 0.85,
  }),
  ...book({
    slug: 'the-small-garden-year',
    cover: GARDEN,
    format: OCTAVO,
    backdrop: 'paper',
    beside: sprig,
    detail: 0.75,
  }),
  ...book({
    slug: 'how-to-mend-almost-anything',
    cover: MEND,
    format: OCTAVO,
    kind: 'hardcover',
    backdrop: 'paper',
    beside: chalkMug,
  }),
  ...book({
    slug: 'the-long-distance-kitchen',
    cover: KITCHEN,
    format: LARGE,
    kind: 'hardcover',
    backdrop: 'sand',
    beside: bowl,
  }),
  ...book({
    slug: 'chess-for-slow-evenings',
    cover: CHESS,
    format: NOVEL,
    backdrop: 'sand',
    beside: pillar,
    detail: 0.75,
  }),
  ...book({
    slug: 'the-octopus-who-kept-a-diary',
    cover: OCTOPUS,
    format: PICTURE,
    kind: 'hardcover',
    backdrop: 'paper',
    beside: bowl,
    gloss: 0.3,
    detail: 0.8,
  }),
  ...book({
    slug: 'goodnight-small-fox',
    cover: FOX,
    format: SQUARE,
    kind: 'hardcover',
    backdrop: 'paper',
    beside: chalkMug,
    gloss: 0.3,
    detail: 0.6,
  }),
  ...book({ slug: 'hadiqat-al-laymun-the-lemon-garden', cover: LEMON, format: NOVEL, backdrop: 'paper', beside: vase }),
  ...paperGoods,
];
