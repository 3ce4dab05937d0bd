import type { ProductTable } from './product-table.ts';

export interface FacetCounts {
  readonly categories: readonly { readonly id: number; readonly count: number }[];
  /** The most frequent ones. */
  readonly brands: readonly { readonly name: string; readonly count: number }[];
  readonly inStock: number;
  readonly onSale: number;
  /** Effective prices in cents; null when there is no product. */
  readonly price: { readonly min: number; readonly max: number } | null;
}

const MAX_BRANDS = 30;

/** Counts the wanted ones among `slots` by what a shopper may narrow the list down to. */
export function countFacets(
  table: ProductTable,
  slots: Iterable<number>,
  isWanted: (slot: number) => boolean,
): FacetCounts {
  const { categories, brands, stocks, sales, prices } = table.columns;
  const byCategory = new Map<number, number>();
  const byBrand = new Map<number, number>();
  let inStock = 0;
  let onSale = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const slot of slots) {
    if (!isWanted(slot)) continue;
    const category = categories[slot] as number;
    const brand = brands[slot] as number;
    const price = prices[slot] as number;
    byCategory.set(category, (byCategory.get(category) ?? 0) + 1);
    if (brand >= 0) byBrand.set(brand, (byBrand.get(brand) ?? 0) + 1);
    if ((stocks[slot] as number) > 0) inStock += 1;
    if (sales[slot] === 1) onSale += 1;
    if (price < min) min = price;
    if (price > max) max = price;
  }
  return {
    categories: [...byCategory].map(([id, count]) => ({ id, count })),
    brands: [...byBrand]
      .map(([number, count]) => ({ name: table.brandName(number), count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      .slice(0, MAX_BRANDS),
    inStock,
    onSale,
    price: byCategory.size === 0 ? null : { min, max },
  };
}
