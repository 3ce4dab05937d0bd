import { MAX_FACET_VALUES } from '#domain/catalogue/filter-values.ts';
import { mostFrequent } from '../../indexing/most-frequent.ts';
import type { CatalogueFacets } from '../../search-engine.ts';
import { allowedNumbers, type ProductFilter } from '../lists/product-filter.ts';
import type { FacetCounter } from '../table/custom-columns.ts';
import { NO_BRAND } from '../table/product-groups.ts';
import type { ProductTable } from '../table/product-table.ts';
import { MAX_INT } from '../table/range.ts';
import { IN_STOCK, NO_VARIANT } from '../table/variant-columns.ts';

export interface FacetCounts extends Omit<CatalogueFacets, 'categories'> {
  readonly categories: readonly { readonly id: number; readonly count: number }[];
}

const STARS = [4, 3, 2, 1] as const;

/** Codes of the conditions that a product can miss. Fields have consecutive codes from `FIRST_CUSTOM`: there can be more fields than bits. */
const CATEGORY = 1;
const BRAND = 2;
const PRICE = 4;
const RATING = 8;
const STOCK = 16;
const SALE = 32;
const OPTIONS = 64;
const FIRST_CUSTOM = 128;
/** More than one condition is missed. */
const SEVERAL = -1;

/** @param missed the code of another condition that the product in the slot misses, or 0 */
function missedWith(counters: readonly FacetCounter[], slot: number, missed: number): number {
  let only = missed;
  for (const counter of counters) {
    if (!counter.isMissed(slot)) continue;
    if (only !== 0) return SEVERAL;
    only = counter.code;
  }
  return only;
}

/**
 * Counts products for every possible next choice: each option with all other conditions of the filter, replacing the
 * condition of its own kind. In one pass: a product that meets every condition counts everywhere; one that misses a
 * single condition counts for the alternatives to it.
 */
export function countFacets(table: ProductTable, slots: Int32Array, filter: ProductFilter): FacetCounts {
  const { categories, brands, inStock: available, onSale: reduced, prices, ratings } = table.columns;
  const { category, minPrice = 0, maxPrice = MAX_INT, minRating = 0, isInStock, isOnSale, options = [] } = filter;
  const brandsAllowed = filter.brands && allowedNumbers(filter.brands, NO_BRAND);
  const counters = table.columns.custom.counters(filter.custom ?? [], FIRST_CUSTOM);
  const conditioned = counters.filter(({ hasCondition }) => hasCondition);
  const hasConditions = conditioned.length > 0;
  const { variants } = table.columns;
  /** By slot, how well a product meets the conditions on options. */
  const states = options.length > 0 ? variants.statesOf(options, table.slotCount) : undefined;
  /** Without a condition on options, these are counted by the sets of values that products have. */
  const bySet = options.length === 0 && isInStock !== false ? new Int32Array(variants.setCount) : undefined;
  const setColumns = variants.setColumns(isInStock);
  /** Otherwise variant by variant, of products that miss no condition but those on variants. */
  const variantSlots = variants.scratch(bySet ? 0 : slots.length);
  let variantSlotCount = 0;
  const keeps = counters.length > 0;
  /** Input of counting fields: products that miss at most one condition, and which. */
  const kept = new Int32Array(keeps ? slots.length : 0);
  const keptMissed = new Int32Array(kept.length);
  let keptCount = 0;
  const byCategory = new Int32Array(table.categories.size);
  const byBrand = new Int32Array(table.brands.size);
  const byStars = new Int32Array(STARS[0] + 2);
  let inStock = 0;
  let onSale = 0;
  let min = MAX_INT;
  let max = -1;
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] as number;
    const itsCategory = categories[slot] as number;
    const itsBrand = brands[slot] as number;
    const price = prices[slot] as number;
    const rating = ratings[slot] as number;
    const state = states === undefined ? IN_STOCK : (states[slot] as number);
    const hasStock = state === IN_STOCK && available.has(slot);
    const hasSale = reduced.has(slot);
    let missed = 0;
    if (category !== undefined && category[itsCategory] !== 1) missed = CATEGORY;
    if (brandsAllowed !== undefined && brandsAllowed[itsBrand - NO_BRAND] !== 1) missed |= BRAND;
    if (price < minPrice || price > maxPrice) missed |= PRICE;
    if (rating < minRating) missed |= RATING;
    if (state === NO_VARIANT) missed |= OPTIONS;
    else if (isInStock !== undefined && hasStock !== isInStock) missed |= STOCK;
    if (isOnSale !== undefined && hasSale !== isOnSale) missed |= SALE;
    if ((missed & (missed - 1)) !== 0) continue;
    if (hasConditions) {
      missed = missedWith(conditioned, slot, missed);
      if (missed === SEVERAL) continue;
    }
    if (missed === 0 || missed === CATEGORY) byCategory[itsCategory] = (byCategory[itsCategory] as number) + 1;
    if ((missed === 0 || missed === BRAND) && itsBrand >= 0) byBrand[itsBrand] = (byBrand[itsBrand] as number) + 1;
    if (missed === 0 || missed === RATING) {
      const stars = Math.floor(rating / 100);
      byStars[stars] = (byStars[stars] as number) + 1;
    }
    if (hasStock && (missed === 0 || missed === STOCK)) inStock += 1;
    if (hasSale && (missed === 0 || missed === SALE)) onSale += 1;
    if (bySet === undefined) {
      if (missed === 0 || missed === OPTIONS || missed === STOCK) {
        variantSlots[variantSlotCount] = slot;
        variantSlotCount += 1;
      }
    } else if (missed === 0) {
      for (let k = 0; k < setColumns.length; k += 1) {
        const set = (setColumns[k] as Int32Array)[slot] as number;
        bySet[set] = (bySet[set] as number) + 1;
      }
    }
    if (keeps) {
      kept[keptCount] = slot;
      keptMissed[keptCount] = missed;
      keptCount += 1;
    }
    if (missed === 0 || missed === PRICE) {
      if (price < min) min = price;
      if (price > max) max = price;
    }
  }
  for (const counter of counters) counter.count(kept.subarray(0, keptCount), keptMissed);
  return {
    categories: categoryFacet(table, byCategory),
    brands: brandFacet(table, byBrand),
    ratings: ratingFacet((rating) => byStars.subarray(rating / 100).reduce((sum, count) => sum + count, 0)),
    inStock,
    onSale,
    price: max < 0 ? null : { min, max },
    custom: counters.map((counter) => counter.facet()),
    options: bySet
      ? variants.facetsOfSets(bySet)
      : variants.facetsOf({ slots: variantSlots.subarray(0, variantSlotCount), conditions: options, isInStock }),
  };
}

/** @param countFrom how many products have at least this rating, in hundredths of a star */
export function ratingFacet(countFrom: (rating: number) => number): FacetCounts['ratings'] {
  return STARS.map((stars) => ({ min: stars, count: countFrom(stars * 100) }));
}

/** @param byCategory number of products by category number */
export function categoryFacet(table: ProductTable, byCategory: Int32Array): FacetCounts['categories'] {
  return [...withThoseBelow(table, byCategory).entries()].flatMap(([number, count]) => {
    const thing = table.categories.thing(number);
    return thing && count > 0 ? [{ id: thing.id, count }] : [];
  });
}

/** Counts of categories with those of the categories below them. */
function withThoseBelow(table: ProductTable, byCategory: Int32Array): Int32Array {
  const sums = new Int32Array(byCategory.length);
  for (const [number, count] of byCategory.entries()) {
    if (count > 0) for (const above of table.shelves.chainOf(number)) sums[above] = (sums[above] as number) + count;
  }
  return sums;
}

/** The most frequent brands, as most of the counted products spell them. @param byBrand number of products by brand number */
export function brandFacet({ brands }: ProductTable, byBrand: Int32Array): FacetCounts['brands'] {
  const facets: { name: string; count: number }[] = [];
  for (const spellings of brands.names()) {
    const [first = 0] = spellings;
    const isMixed = spellings.length > 1;
    const count = isMixed ? spellings.reduce((sum, number) => sum + (byBrand[number] as number), 0) : byBrand[first];
    if (!count) continue;
    const name = isMixed
      ? mostFrequent(new Map(spellings.map((number) => [brands.spelling(number), byBrand[number] as number])))
      : brands.spelling(first);
    facets.push({ name, count });
  }
  return facets.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, MAX_FACET_VALUES);
}
