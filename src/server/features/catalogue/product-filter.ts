import type { ProductColumns } from './product-columns.ts';

/** Which products are wanted; what is undefined does not matter. */
export interface ProductFilter {
  readonly categoryId?: number | undefined;
  /** Bounds of the effective price in cents, both included. */
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
  readonly isInStock?: boolean | undefined;
  readonly isOnSale?: boolean | undefined;
  /** Number of a brand, as the index counts them. */
  readonly brand?: number | undefined;
  /** Hundredths of a star. */
  readonly minRating?: number | undefined;
}

const MAX_INT = 2_147_483_647;
const ANY = -1;

/** Whether a filter asks for nothing but, perhaps, a category. */
export function isOpen(filter: ProductFilter): boolean {
  return Object.entries(filter).every(([name, value]) => name === 'categoryId' || value === undefined);
}

/** A test of one slot against a filter, cheap enough for a hundred thousand of them in a request. */
export function slotTest(columns: ProductColumns, filter: ProductFilter): (slot: number) => boolean {
  const { categories, prices, ratings, brands, stocks, sales } = columns;
  const { categoryId = ANY, minPrice = 0, maxPrice = MAX_INT, minRating = 0, brand = ANY } = filter;
  const inStock = asNumber(filter.isInStock);
  const onSale = asNumber(filter.isOnSale);
  return (slot) => {
    const price = prices[slot] as number;
    return (
      price >= minPrice &&
      price <= maxPrice &&
      (categoryId === ANY || categories[slot] === categoryId) &&
      (ratings[slot] as number) >= minRating &&
      (brand === ANY || brands[slot] === brand) &&
      (onSale === ANY || sales[slot] === onSale) &&
      (inStock === ANY || ((stocks[slot] as number) > 0 ? 1 : 0) === inStock)
    );
  };
}

function asNumber(flag: boolean | undefined): number {
  if (flag === undefined) return ANY;
  return flag ? 1 : 0;
}
