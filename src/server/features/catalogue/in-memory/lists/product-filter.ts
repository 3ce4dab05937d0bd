import type { OptionCondition } from '#domain/catalogue/option-values.ts';
import type { CustomCondition } from '../../search-engine.ts';
import type { ProductColumns } from '../table/product-columns.ts';
import { NO_BRAND } from '../table/product-groups.ts';
import { MAX_INT, type Range, rangeBetween } from '../table/range.ts';
import type { SlotSet } from '../table/slot-set.ts';
import type { Conditions } from './conditions.ts';

/** Conditions of a list; undefined means any. */
export interface ProductFilter {
  /** 1 for each category number of the table that is meant. */
  readonly category?: Uint8Array | undefined;
  /** Any of these brand numbers of the table. */
  readonly brands?: readonly number[] | undefined;
  /** Limits of the effective price in cents, inclusive. */
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
  readonly isInStock?: boolean | undefined;
  readonly isOnSale?: boolean | undefined;
  /** Hundredths of a star. */
  readonly minRating?: number | undefined;
  readonly custom?: readonly CustomCondition[] | undefined;
  /** Only these. */
  readonly members?: SlotSet | undefined;
  /** One variant meets all of them. */
  readonly options?: readonly OptionCondition[] | undefined;
}

/** 1 at each of the numbers, counted from `min`. */
export function allowedNumbers(numbers: readonly number[], min: number): Uint8Array {
  const allowed = new Uint8Array(Math.max(min, ...numbers) - min + 1);
  for (const number of numbers) allowed[number - min] = 1;
  return allowed;
}

/** The conditions of a filter; none if it matches everything. */
export function conditionsOf(columns: ProductColumns, filter: ProductFilter, slotCount: number): Conditions {
  const {
    category,
    brands,
    minPrice,
    maxPrice,
    isInStock,
    isOnSale,
    minRating,
    custom = [],
    options = [],
    members,
  } = filter;
  const ranges: Range[] = [];
  const inside: SlotSet[] = members ? [members] : [];
  const outside: SlotSet[] = [];
  const addSet = (set: SlotSet, isInside: boolean): void => void (isInside ? inside : outside).push(set);
  if (minPrice !== undefined || maxPrice !== undefined)
    ranges.push({ ...rangeBetween(columns.prices, minPrice ?? 0, maxPrice ?? MAX_INT), sortKey: 'price' });
  if (category !== undefined) ranges.push({ column: columns.categories, min: 0, width: 0, allowed: category });
  const [brand, ...others] = brands ?? [];
  if (brands && others.length > 0)
    ranges.push({ column: columns.brands, min: NO_BRAND, width: 0, allowed: allowedNumbers(brands, NO_BRAND) });
  else if (brand !== undefined) ranges.push(rangeBetween(columns.brands, brand, brand));
  if (minRating !== undefined)
    ranges.push({ ...rangeBetween(columns.ratings, minRating, MAX_INT), sortKey: 'average_rating' });
  if (isOnSale !== undefined) addSet(columns.onSale, isOnSale);
  if (options.length > 0) ranges.push(columns.variants.rangeOf(options, isInStock, slotCount));
  else if (isInStock !== undefined) addSet(columns.inStock, isInStock);
  // A field without a column yet: match nothing rather than everything.
  for (const condition of custom) ranges.push(columns.custom.rangeOf(condition) ?? rangeBetween(columns.ids, -1, -1));
  return { ranges, inside, outside };
}
