import { COLOURS, type ColourName } from './colours.ts';

/** The five categories of the specification. */
export type CategoryId = 1 | 2 | 3 | 4 | 5;

export interface DemoCategory {
  id: CategoryId;
  slug: string;
  name: string;
  description: string;
  sortOrder: number;
}

export interface DemoVariant {
  sku: string;
  /** Display name, such as 'Mist / M'. */
  name: string;
  options: Readonly<Record<string, string>>;
  /** Swatch colour, `#rrggbb`. */
  swatch?: string;
  /** Added to the product's price or sale price, in cents. */
  priceModifierCents: number;
  stock: number;
  /** Index into the product's `pictures`. */
  picture?: number;
}

export interface DemoProduct {
  slug: string;
  name: string;
  brand: string;
  categoryId: CategoryId;
  priceCents: number;
  salePriceCents?: number;
  sku: string;
  /** Units on hand; for a product with variants their stock counts instead, see `stockOf`. */
  stock?: number;
  shortDescription: string;
  /** Plain text; blank lines separate paragraphs. */
  description: string;
  features: readonly string[];
  specifications: Readonly<Record<string, string>>;
  tags: readonly string[];
  weightGrams: number;
  isFeatured?: true;
  /** 0 to 5, two decimals. */
  averageRating: number;
  reviewCount: number;
  createdDaysAgo: number;
  variants?: readonly DemoVariant[];
  /**
   * What each picture shows, in the order of their numbers in `demo/studio/shots`: the product, in use or from another
   * side, close up; from the fourth on its other colours, or its other binding.
   */
  pictures: readonly string[];
}

/** Units on hand: the sum of the variants, or the product's own. */
export function stockOf(product: DemoProduct): number {
  if (product.variants) return product.variants.reduce((sum, variant) => sum + variant.stock, 0);
  return product.stock ?? 0;
}

export function paragraphs(...texts: readonly string[]): string {
  return texts.join('\n\n');
}

/** The first colour is in pictures 1 to 3, each further one has a picture of its own. */
const pictureOfColour = (index: number) => (index === 0 ? 0 : index + 2);

/** Variants by colour, or by another `option` that is seen in the pictures, each with its stock. */
export function inColours(
  sku: string,
  stock: Partial<Readonly<Record<ColourName, number>>>,
  option = 'Colour',
): DemoVariant[] {
  return colourRows(stock).map(([colour, units], index) => ({
    sku: `${sku}-${codeOf(colour)}`,
    name: colour,
    options: { [option]: colour },
    swatch: COLOURS[colour],
    priceModifierCents: 0,
    stock: units,
    picture: pictureOfColour(index),
  }));
}

/** Variants by colour and size: each colour with its stock in the order of `sizes`. */
export function inColoursAndSizes(
  sku: string,
  stock: Partial<Readonly<Record<ColourName, readonly number[]>>>,
  sizes: readonly string[],
  { colour: colourOption = 'Colour', size: sizeOption = 'Size' } = {},
): DemoVariant[] {
  return colourRows(stock).flatMap(([colour, units], place) =>
    sizes.map((size, index) => ({
      sku: `${sku}-${codeOf(colour)}-${codeOf(size)}`,
      name: `${colour} / ${size}`,
      options: { [colourOption]: colour, [sizeOption]: size },
      swatch: COLOURS[colour],
      priceModifierCents: 0,
      stock: units[index] ?? 0,
      picture: pictureOfColour(place),
    })),
  );
}

const colourRows = <T>(rows: Partial<Readonly<Record<ColourName, T>>>) => Object.entries(rows) as [ColourName, T][];

/** Variants by size, or by another `option` that is not seen: each with its stock and its surcharge in cents. */
export function inSizes(
  sku: string,
  sizes: Readonly<Record<string, number>>,
  sizeCents: Readonly<Record<string, number>> = {},
  option = 'Size',
): DemoVariant[] {
  return Object.entries(sizes).map(([size, stock]) => plainVariant(sku, option, size, stock, sizeCents[size]));
}

/** A book's bindings: a paperback at the product's price, a hardcover for `hardcoverCents` more. */
export function inBindings(
  sku: string,
  stock: { paperback: number; hardcover: number },
  hardcoverCents: number,
): DemoVariant[] {
  return [
    { ...plainVariant(sku, 'Binding', 'Paperback', stock.paperback), picture: 0 },
    { ...plainVariant(sku, 'Binding', 'Hardcover', stock.hardcover, hardcoverCents), picture: 3 },
  ];
}

function plainVariant(sku: string, option: string, value: string, stock: number, priceModifierCents = 0): DemoVariant {
  return { sku: `${sku}-${codeOf(value)}`, name: value, options: { [option]: value }, priceModifierCents, stock };
}

function codeOf(option: string): string {
  return option
    .replace(/^\D+\s+(?=\d)/, '')
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 4)
    .toUpperCase();
}

/** The name of a product's picture, such as `aria-over-ear-headphones-1`; `index` counts from 0. */
export function pictureKey(product: { readonly slug: string }, index: number): string {
  return `${product.slug}-${index + 1}`;
}
