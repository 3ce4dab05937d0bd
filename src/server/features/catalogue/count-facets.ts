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

/** Counts products, by their slots, under everything that a shopper may narrow the list down to. */
export function countFacets(table: ProductTable, slots: Int32Array): FacetCounts {
  const { categories, brands, stocks, sales, prices } = table.columns;
  const byCategory = new Int32Array(table.categories.size);
  const byBrand = new Int32Array(table.brands.size);
  let inStock = 0;
  let onSale = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] as number;
    const category = categories[slot] as number;
    const brand = brands[slot] as number;
    const price = prices[slot] as number;
    byCategory[category] = (byCategory[category] as number) + 1;
    if (brand >= 0) byBrand[brand] = (byBrand[brand] as number) + 1;
    if ((stocks[slot] as number) > 0) inStock += 1;
    onSale += sales[slot] as number;
    if (price < min) min = price;
    if (price > max) max = price;
  }
  return {
    categories: [...byCategory.entries()].flatMap(([number, count]) => {
      const category = table.categories.thing(number);
      return category && count > 0 ? [{ id: category.id, count }] : [];
    }),
    brands: [...byBrand.entries()]
      .flatMap(([number, count]) => (count > 0 ? [{ name: table.brands.thing(number) ?? '', count }] : []))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      .slice(0, MAX_BRANDS),
    inStock,
    onSale,
    price: max < min ? null : { min, max },
  };
}
