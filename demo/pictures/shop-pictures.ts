import type { DemoCategory } from '../catalogue/product.ts';
import type { CategoryId, PictureObject } from './picture.ts';
import { at } from './scenes.ts';
import type { Stage } from './studio.ts';

/** A picture that belongs to no product. */
export interface ShopPicture {
  key: string;
  alt: string;
  stage: Stage;
  widths: readonly number[];
  format: 'webp' | 'jpeg';
}

const SQUARE = 1280;

const SHARING_WIDTHS = [1200] as const;

/** The category pictures of the home page. */
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

export const shopPictures: readonly ShopPicture[] = [
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
