import type { DemoCategory } from '../catalogue/product.ts';
import type { CategoryId, PictureObject } from './picture.ts';
import { at } from './scenes.ts';
import type { Stage } from './studio.ts';

/** A picture that belongs to the shop and to no product. */
export interface ShopPicture {
  key: string;
  alt: string;
  stage: Stage;
  widths: readonly number[];
  format: 'webp' | 'jpeg';
}

const SQUARE = 1280;
const HERO = { width: 1400, height: 1180 };

/** Widths of the carousel's pictures, which are transparent and so sit on either theme's panel. */
export const HERO_WIDTHS = [480, 800, 1400] as const;
const SHARING_WIDTHS = [1200] as const;

/** What stands for each category on the home page. */
export const categoryObjects: Readonly<Record<CategoryId, { alt: string; objects: readonly PictureObject[] }>> = {
  1: { alt: 'An open laptop', objects: [at('laptop', 0.5, 0.77, 0.58)] },
  2: { alt: 'A blue sundress', objects: [at('dress', 0.5, 0.81, 0.62)] },
  3: { alt: 'Three books, one behind the other', objects: [at('books', 0.5, 0.79, 0.6)] },
  4: { alt: 'A young plant in a terracotta pot', objects: [at('potted-plant', 0.5, 0.81, 0.62)] },
  5: { alt: 'A tennis racket and a ball', objects: [at('tennis', 0.5, 0.79, 0.6)] },
};

export function categoryStage(category: DemoCategory): Stage {
  return {
    width: SQUARE,
    height: SQUARE,
    ground: { paper: category.id, backdrop: 'studio' },
    objects: categoryObjects[category.id].objects,
  };
}

const floating = (objects: readonly PictureObject[]): Stage => ({
  ...HERO,
  objects: objects.map((object) => ({ ...object, lying: true })),
});

export const shopPictures: readonly ShopPicture[] = [
  {
    key: 'hero-welcome',
    alt: 'A plant, headphones, a football, a green teapot, a camera and three books',
    widths: HERO_WIDTHS,
    format: 'webp',
    stage: floating([
      at('potted-plant', 0.235, 0.46, 0.35),
      at('headphone', 0.62, 0.46, 0.4),
      at('soccer-ball', 0.835, 0.5, 0.18),
      at('teapot', 0.215, 0.885, 0.34, { dye: 'Fern' }),
      at('camera', 0.565, 0.88, 0.39),
      at('books', 0.82, 0.83, 0.27),
    ]),
  },
  {
    key: 'hero-shipping',
    alt: 'A delivery van with parcels, a backpack and a running shoe',
    widths: HERO_WIDTHS,
    format: 'webp',
    stage: floating([
      at('package', 0.25, 0.44, 0.32),
      at('backpack', 0.56, 0.45, 0.34),
      at('running-shoe', 0.82, 0.5, 0.27),
      at('delivery-truck', 0.36, 0.89, 0.46),
      at('package', 0.73, 0.89, 0.28),
      at('wrapped-gift', 0.88, 0.88, 0.2),
    ]),
  },
  {
    key: 'hero-payments',
    alt: 'A shield, a padlock with a key, a payment card and a shopping bag',
    widths: HERO_WIDTHS,
    format: 'webp',
    stage: floating([
      at('shield', 0.25, 0.48, 0.36),
      at('credit-card', 0.655, 0.43, 0.42, { turn: -8 }),
      at('locked-with-key', 0.3, 0.9, 0.33),
      at('shopping-bags', 0.68, 0.9, 0.38),
      at('coin', 0.88, 0.66, 0.14),
    ]),
  },
  {
    key: 'og-default',
    alt: 'A plant, a teapot, headphones, a camera, a football and books on a table',
    widths: SHARING_WIDTHS,
    format: 'jpeg',
    stage: {
      width: 1200,
      height: 630,
      ground: { paper: 2, backdrop: 'table' },
      objects: [
        at('potted-plant', 0.14, 0.78, 0.52),
        at('headphone', 0.52, 0.76, 0.54),
        at('books', 0.85, 0.78, 0.44),
        at('teapot', 0.3, 0.88, 0.44, { dye: 'Fern' }),
        at('camera', 0.7, 0.9, 0.42),
        at('soccer-ball', 0.5, 0.94, 0.22),
      ],
    },
  },
];
