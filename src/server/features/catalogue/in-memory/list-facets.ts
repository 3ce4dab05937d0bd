import { brandFacet, categoryFacet, countFacets, type FacetCounts, ratingFacet } from './count-facets.ts';
import { filterSingly, markOutside, NO_BRAND, type ProductFilter, rangesOf } from './product-filter.ts';
import type { ProductTable } from './product-table.ts';
import { isWithin } from './range.ts';
import type { Shelf } from './shelf.ts';

/** Below this fraction of all products, testing one by one is faster than marking all. */
const FEW = 10;
const GROWTH = 1.25;
const STAR = 100;
const MAX_STARS = 5;

/**
 * Counts facets of lists without a search, as `countFacets` does, but one column after the other and on the shelf of the
 * list's category. Facets are counted over the products of the list, and the facet of a condition over those that meet all
 * other conditions.
 */
export class ListFacets {
  readonly #table: ProductTable;
  /** Scratch memory, reused by each selection. */
  #marks = new Uint8Array(0);
  #selected = new Int32Array(0);

  constructor(table: ProductTable) {
    this.#table = table;
  }

  /** @param shelf of the category of the filter; of all products if it has none */
  count(shelf: Shelf, { category, ...filter }: ProductFilter): FacetCounts {
    const { all, columns } = this.#table;
    const { brands, minRating, isInStock, isOnSale, options = [] } = filter;
    // Of unknown brands only.
    if (brands?.length === 0) return countFacets(this.#table, all.slots(), { ...filter, category });
    const counts =
      options.length > 0 || isInStock === false || !columns.custom.isEmpty
        ? countFacets(this.#table, shelf.slots(), filter)
        : {
            ...this.#countAll(shelf, this.#select(shelf, filter), isInStock),
            ...(brands && { brands: this.#brands(this.#select(shelf, { ...filter, brands: undefined })) }),
            ...(minRating !== undefined && {
              ratings: this.#ratings(shelf, this.#select(shelf, { ...filter, minRating: undefined })),
            }),
            ...(isInStock !== undefined && {
              inStock: this.#inStock(this.#select(shelf, { ...filter, isInStock: undefined })),
            }),
            ...(isOnSale !== undefined && {
              onSale: this.#onSale(this.#select(shelf, { ...filter, isOnSale: undefined })),
            }),
          };
    return {
      ...counts,
      ...(category && { categories: this.#categories(this.#select(all, filter)) }),
      price: this.#priceLimits(shelf, { ...filter, minPrice: undefined, maxPrice: undefined }),
    };
  }

  /** Slots of the products on a shelf that meet the conditions, ascending; valid until the next call. */
  #select(shelf: Shelf, filter: ProductFilter): Int32Array {
    const { columns, slotCount } = this.#table;
    const ranges = rangesOf(columns, filter, slotCount);
    const slots = shelf.slots();
    if (ranges.length === 0) return slots;
    if (this.#selected.length < slots.length) this.#selected = new Int32Array(Math.ceil(slotCount * GROWTH));
    const selected = this.#selected;
    if (slots.length * FEW < slotCount) return filterSingly(slots, ranges, selected);
    if (this.#marks.length < slotCount) this.#marks = new Uint8Array(Math.ceil(slotCount * GROWTH));
    const marks = this.#marks.subarray(0, slotCount);
    markOutside(ranges, marks);
    let count = 0;
    // Without a branch, as in `markOutside`: the next product overwrites one that is not selected.
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] as number;
      selected[count] = slot;
      count += 1 - (marks[slot] as number);
    }
    return selected.subarray(0, count);
  }

  #countAll(shelf: Shelf, slots: Int32Array, isInStock?: true): Omit<FacetCounts, 'price'> {
    return {
      categories: this.#categories(slots),
      brands: this.#brands(slots),
      ratings: this.#ratings(shelf, slots),
      inStock: this.#inStock(slots),
      onSale: this.#onSale(slots),
      custom: [],
      options: this.#options(slots, isInStock),
    };
  }

  #categories(slots: Int32Array): FacetCounts['categories'] {
    const { categories, columns, size } = this.#table;
    if (slots.length === size) {
      const all = categories.things().map(({ id, shelf }) => ({ id, count: shelf.size }));
      return all.filter(({ count }) => count > 0);
    }
    const counts = new Int32Array(categories.size);
    countValues(columns.categories, slots, counts, 0);
    return categoryFacet(this.#table, counts);
  }

  #brands(slots: Int32Array): FacetCounts['brands'] {
    const counts = new Int32Array(this.#table.brands.size - NO_BRAND);
    countValues(this.#table.columns.brands, slots, counts, NO_BRAND);
    return brandFacet(this.#table, counts.subarray(-NO_BRAND));
  }

  #ratings(shelf: Shelf, slots: Int32Array): FacetCounts['ratings'] {
    const { ratings } = this.#table.columns;
    if (slots.length === shelf.size) {
      const order = shelf.orders.average_rating;
      return ratingFacet((rating) => shelf.size - order.firstWhere((slot) => (ratings[slot] as number) >= rating));
    }
    const counts = new Int32Array(MAX_STARS + 1);
    for (let i = 0; i < slots.length; i += 1) {
      const stars = ((ratings[slots[i] as number] as number) / STAR) | 0;
      counts[stars] = (counts[stars] as number) + 1;
    }
    return ratingFacet((rating) => counts.subarray(rating / STAR).reduce((sum, count) => sum + count, 0));
  }

  #inStock(slots: Int32Array): number {
    const { stocks } = this.#table.columns;
    let count = 0;
    // The sign bit of the negative number is 1 for any stock.
    for (let i = 0; i < slots.length; i += 1) count += (0 - (stocks[slots[i] as number] as number)) >>> 31;
    return count;
  }

  #onSale(slots: Int32Array): number {
    const { sales } = this.#table.columns;
    let count = 0;
    for (let i = 0; i < slots.length; i += 1) count += sales[slots[i] as number] as number;
    return count;
  }

  /** @param isInStock whether only options of variants in stock count */
  #options(slots: Int32Array, isInStock?: true): FacetCounts['options'] {
    const { variants } = this.#table.columns;
    const counts = new Int32Array(variants.setCount);
    for (const column of variants.setColumns(isInStock)) countValues(column, slots, counts, 0);
    return variants.facetsOfSets(counts);
  }

  /** The lowest and highest price of the products on a shelf that meet the conditions, from both ends of their order. */
  #priceLimits(shelf: Shelf, filter: ProductFilter): FacetCounts['price'] {
    const { columns, slotCount } = this.#table;
    const ranges = rangesOf(columns, filter, slotCount);
    const byPrice = shelf.orders.price.items();
    const isFound = (slot: number): boolean => isWithin(ranges, slot);
    const cheapest = byPrice.find(isFound);
    const dearest = byPrice.findLast(isFound);
    if (cheapest === undefined || dearest === undefined) return null;
    return { min: columns.prices[cheapest] as number, max: columns.prices[dearest] as number };
  }
}

/** Adds the number of slots with each value of a column to `counts`, which begins with the value `min`. */
function countValues(column: Int32Array, slots: Int32Array, counts: Int32Array, min: number): void {
  for (let i = 0; i < slots.length; i += 1) {
    const value = (column[slots[i] as number] as number) - min;
    counts[value] = (counts[value] as number) + 1;
  }
}
