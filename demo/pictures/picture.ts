import type { ColourName } from '../catalogue/colours.ts';

/** The shop's categories, in the order of the specification; each has its own hue of studio paper. */
export type CategoryId = 1 | 2 | 3 | 4 | 5;

/** One thing standing (or hanging) in a picture. Lengths are fractions of the picture's side. */
export interface PictureObject {
  /** A name of `objects.ts`, of the Fluent set, or `book:<cover>` and its forms. */
  object: string;
  /** Centre of the object, from the left edge. */
  x: number;
  /** Where the object's lowest point stands, from the top edge. */
  floor: number;
  /** The longer side of the object. */
  size: number;
  dye?: ColourName;
  /** Clockwise, in degrees. */
  turn?: number;
  mirrored?: true;
  /** Seen from above: the shadow falls on the paper right under it instead of on a floor. */
  lying?: true;
}

export type Backdrop = 'studio' | 'table';

export interface PictureSpec {
  /** What the picture shows, for those who do not see it. */
  alt: string;
  backdrop: Backdrop;
  /** Borrowed paper: another category's hue, for a second view that reads as one. */
  paper?: CategoryId;
  objects: readonly PictureObject[];
}

/** Widths in pixels of every square picture. */
export const PICTURE_WIDTHS = [320, 640, 1280] as const;

/**
 * The stable name of a product's picture, such as `aria-over-ear-headphones-1`.
 * @param index place in `product.pictures`, from 0; the key counts from 1.
 */
export function pictureKey(product: { slug: string }, index: number): string {
  return `${product.slug}-${index + 1}`;
}

/** The name of a category's picture, such as `category-home-garden`. */
export function categoryPictureKey(category: { slug: string }): string {
  return `category-${category.slug}`;
}
