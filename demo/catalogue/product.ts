import type { CategoryId, PictureSpec } from '../pictures/picture.ts';
import { COLOURS, type ColourName } from './colours.ts';

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
  pictures: readonly PictureSpec[];
}

/** Units on hand: the sum of the variants, or the product's own. */
export function stockOf(product: DemoProduct): number {
  if (product.variants) return product.variants.reduce((sum, variant) => sum + variant.stock, 0);
  return product.stock ?? 0;
}

export function paragraphs(...texts: readonly string[]): string {
  return texts.join('\n\n');
}

type ColourRows = Partial<Record<ColourName, { picture: number; stock: readonly number[] | number }>>;

const rowsOf = (colours: ColourRows) =>
  Object.entries(colours) as [ColourName, { picture: number; stock: readonly number[] | number }][];

/** Variants by colour only. */
export function inColours(sku: string, colours: ColourRows): DemoVariant[] {
  return rowsOf(colours).map(([colour, row]) => ({
    sku: `${sku}-${codeOf(colour)}`,
    name: colour,
    options: { Colour: colour },
    swatch: COLOURS[colour],
    priceModifierCents: 0,
    stock: typeof row.stock === 'number' ? row.stock : (row.stock[0] ?? 0),
    picture: row.picture,
  }));
}

/**
 * Variants by colour and size.
 * @param colours each colour's picture, and its stock in the order of `sizes`.
 * @param sizeCents surcharge per size, in cents.
 */
export function inColoursAndSizes(
  sku: string,
  colours: ColourRows,
  sizes: readonly string[],
  sizeCents: Readonly<Record<string, number>> = {},
): DemoVariant[] {
  return rowsOf(colours).flatMap(([colour, row]) =>
    sizes.map((size, index) => ({
      sku: `${sku}-${codeOf(colour)}-${codeOf(size)}`,
      name: `${colour} / ${size}`,
      options: { Colour: colour, Size: size },
      swatch: COLOURS[colour],
      priceModifierCents: sizeCents[size] ?? 0,
      stock: typeof row.stock === 'number' ? row.stock : (row.stock[index] ?? 0),
      picture: row.picture,
    })),
  );
}

/** Variants by size only: each size with its stock and surcharge in cents. */
export function inSizes(
  sku: string,
  sizes: Readonly<Record<string, number>>,
  sizeCents: Readonly<Record<string, number>> = {},
): DemoVariant[] {
  return Object.entries(sizes).map(([size, stock]) => plainVariant(sku, 'Size', size, stock, sizeCents[size]));
}

/** A book's bindings: a paperback at the product's price, a hardcover for `hardcoverCents` more. */
export function inBindings(
  sku: string,
  stock: { paperback: number; hardcover: number },
  hardcoverCents: number,
): DemoVariant[] {
  return [
    plainVariant(sku, 'Binding', 'Paperback', stock.paperback),
    plainVariant(sku, 'Binding', 'Hardcover', stock.hardcover, hardcoverCents),
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
