import { isMetBy, isUnconditional } from '../lists/conditions.ts';
import { allowedNumbers, conditionsOf, type ProductFilter } from '../lists/product-filter.ts';
import { selectAll, selectProducts } from '../lists/select-products.ts';
import { IN_STOCK, NO_BRAND, ON_SALE, PARTS, STAR_CLASSES } from '../table/product-groups.ts';
import type { ProductTable } from '../table/product-table.ts';
import type { Column, Range } from '../table/range.ts';
import type { Shelf } from '../table/shelf.ts';
import { SlotSet } from '../table/slot-set.ts';
import { brandFacet, categoryFacet, countFacets, type FacetCounts, ratingFacet } from './count-facets.ts';

/** Hundredths of a star. */
const STAR = 100;
/** The price limits are searched for in this many products at each end of a shelf's order, or in this share if it is more. */
const NEAR_ENDS = 2_000;
const FRACTION = 0.05;
const GROWTH = 1.1;

/** One bit for each condition that a group can miss. */
const CATEGORY = 1;
const BRAND = 2;
const RATING = 4;

/** The conditions that a whole group meets or misses. */
type GroupFilter = Pick<ProductFilter, 'category' | 'brands' | 'minRating' | 'isInStock' | 'isOnSale'>;
type OrderedRange = NonNullable<Range['sortKey']>;
type GroupCounts = Omit<FacetCounts, 'price' | 'custom' | 'options'>;

/**
 * Counts facets of many products, as `countFacets` does, but by groups of products: conditions such as a price range select
 * the products that are counted for each group, and all other conditions are checked once per group.
 */
export class ListFacets {
  readonly #table: ProductTable;
  /** How many of all products have each set of options. */
  readonly #setTotals = new Map<Column, Int32Array>();
  /** Part numbers in a sort order of all products, for fast sequential reads, and whether they are current. */
  readonly #orderedParts = new Map<OrderedRange, { parts: Int32Array; isCurrent: boolean }>();
  /** Scratch memory, reused by each count. */
  readonly #selected = new SlotSet();
  readonly #others = new SlotSet();
  #counts = new Int32Array(0);

  constructor(table: ProductTable) {
    this.#table = table;
  }

  /** Call it after products have changed. */
  reset(): void {
    this.#setTotals.clear();
    for (const ordered of this.#orderedParts.values()) ordered.isCurrent = false;
  }

  /** @param shelf of the category of the filter; of all products if it has none */
  count(shelf: Shelf, filter: ProductFilter): FacetCounts {
    const { all, columns } = this.#table;
    const { variants, custom } = columns;
    const { category, ...others } = filter;
    // Of unknown brands only.
    if (filter.brands?.length === 0) return countFacets(this.#table, membersOn(all, filter), filter);
    if (filter.options?.length || (filter.isInStock === false && !variants.isEmpty) || !custom.isEmpty) {
      const counts = countFacets(this.#table, membersOn(shelf, filter), others);
      return category ? { ...counts, categories: this.#categories(this.#select(all, others)) } : counts;
    }
    return {
      ...this.#countByGroup(filter),
      price: this.#priceLimits(shelf, { ...others, minPrice: undefined, maxPrice: undefined }),
      custom: [],
      options: variants.isEmpty ? [] : this.#options(shelf, others),
    };
  }

  #countByGroup({ minPrice, maxPrice, members, ...filter }: ProductFilter): GroupCounts {
    const { minRating = 0 } = filter;
    const some = { minPrice, maxPrice, members };
    const counts = countGroups(this.#table, this.#partSizes(some), filter);
    if (minRating % STAR === 0) return counts;
    // Some products of a group have at least this rating, others do not.
    const rated = this.#partSizes({ ...some, minRating });
    return { ...countGroups(this.#table, rated, { ...filter, minRating: undefined }), ratings: counts.ratings };
  }

  #categories(selected: SlotSet): FacetCounts['categories'] {
    const { parts, sizes } = this.#table.columns.groups;
    return countGroups(this.#table, this.#countValues(selected, parts, sizes), {}).categories;
  }

  /** How many products of each part of a group meet the conditions; valid until the next count. */
  #partSizes(filter: ProductFilter): Int32Array {
    const { all, columns, slotCount } = this.#table;
    const { parts, sizes } = columns.groups;
    const conditions = conditionsOf(columns, filter, slotCount);
    const { ranges, inside, outside } = conditions;
    if (isUnconditional(conditions)) return sizes;
    const [range] = ranges.length + inside.length + outside.length === 1 ? ranges : [];
    if (!range?.sortKey)
      return this.#countValues(selectProducts(this.#table, all, conditions, this.#selected), parts, sizes);
    const ordered = this.#partsInOrder(range.sortKey);
    const { start, end } = all.placesWithin(range, range.sortKey);
    if ((end - start) * 2 <= ordered.length) return addEach(ordered.subarray(start, end), 1, this.#zeros(sizes.length));
    const left = this.#zeros(sizes.length);
    left.set(sizes);
    return addEach(ordered.subarray(end), -1, addEach(ordered.subarray(0, start), -1, left));
  }

  #partsInOrder(sortKey: OrderedRange): Int32Array {
    const { all, columns } = this.#table;
    const slots = all.orders[sortKey].items();
    const known = this.#orderedParts.get(sortKey);
    if (known?.isCurrent) return known.parts.subarray(0, slots.length);
    const room = known && known.parts.length >= slots.length ? known.parts : new Int32Array(slots.length * GROWTH);
    const { parts } = columns.groups;
    for (let place = 0; place < slots.length; place += 1) room[place] = parts[slots[place] as number] as number;
    this.#orderedParts.set(sortKey, { parts: room, isCurrent: true });
    return room.subarray(0, slots.length);
  }

  /** The products on a shelf that meet the conditions; valid until the next call. */
  #select(shelf: Shelf, filter: ProductFilter): SlotSet {
    const conditions = conditionsOf(this.#table.columns, filter, this.#table.slotCount);
    return selectProducts(this.#table, shelf, conditions, this.#selected);
  }

  /**
   * How many of the selected products have each value of a column. If more than half of all products are selected, the others
   * are counted, and subtracted from the totals. Valid until the next count. @param totals of all products
   */
  #countValues(selected: SlotSet, column: Column, totals: Int32Array): Int32Array {
    const { all, size } = this.#table;
    const counts = this.#zeros(totals.length);
    if (selected.count() * 2 <= size) return selected.countValues(column, counts);
    selectAll(this.#table, all, this.#others).subtract(selected).countValues(column, counts);
    for (let value = 0; value < counts.length; value += 1)
      counts[value] = (totals[value] as number) - (counts[value] as number);
    return counts;
  }

  #options(shelf: Shelf, filter: ProductFilter): FacetCounts['options'] {
    const { variants } = this.#table.columns;
    const selected = this.#select(shelf, filter);
    const counts = new Int32Array(variants.setCount);
    for (const column of variants.setColumns(filter.isInStock)) {
      const ofColumn = this.#countValues(selected, column, this.#setTotalsOf(column));
      for (let set = 0; set < counts.length; set += 1)
        counts[set] = (counts[set] as number) + (ofColumn[set] as number);
    }
    return variants.facetsOfSets(counts);
  }

  /** Zeroed memory for the next count. A new array for each count would be 0.3 MB of garbage in a large catalogue. */
  #zeros(length: number): Int32Array {
    if (this.#counts.length < length) this.#counts = new Int32Array(Math.ceil(length * GROWTH));
    return this.#counts.subarray(0, length).fill(0);
  }

  #setTotalsOf(column: Column): Int32Array {
    const known = this.#setTotals.get(column);
    if (known) return known;
    const { all, columns } = this.#table;
    const totals = new Int32Array(columns.variants.setCount);
    selectAll(this.#table, all, this.#others).countValues(column, totals);
    this.#setTotals.set(column, totals);
    return totals;
  }

  /**
   * The lowest and highest price of the products that meet the conditions: searches both ends of the shelf's order, and reads
   * the prices of all of them if none is found there.
   */
  #priceLimits(shelf: Shelf, filter: ProductFilter): FacetCounts['price'] {
    const { columns, slotCount } = this.#table;
    const { prices } = columns;
    const conditions = conditionsOf(columns, filter, slotCount);
    const isSelected = (slot: number): boolean => isMetBy(conditions, slot);
    const byPrice = shelf.orders.price.items();
    const near = Math.max(NEAR_ENDS, Math.floor(byPrice.length * FRACTION));
    const cheapest = byPrice.subarray(0, near).find(isSelected);
    const mostExpensive = cheapest === undefined ? undefined : byPrice.subarray(-near).findLast(isSelected);
    if (cheapest !== undefined && mostExpensive !== undefined)
      return { min: prices[cheapest] as number, max: prices[mostExpensive] as number };
    if (byPrice.length <= near) return null;
    return selectProducts(this.#table, shelf, conditions, this.#selected).limitsIn(prices);
  }
}

const membersOn = (shelf: Shelf, { members }: ProductFilter): Int32Array =>
  members ? shelf.slots().filter((slot) => members.has(slot)) : shelf.slots();

/** Adds `step` to the count of each value. */
function addEach(values: Int32Array, step: number, counts: Int32Array): Int32Array {
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as number;
    counts[value] = (counts[value] as number) + step;
  }
  return counts;
}

/**
 * Counts the facets of groups: a group that meets every condition counts everywhere, one that misses a single condition for the
 * alternatives to it. @param sizes how many products of each part are counted
 */
function countGroups(table: ProductTable, sizes: Int32Array, filter: GroupFilter): GroupCounts {
  const { categories, brands, stars, count } = table.columns.groups;
  const { category, isInStock, isOnSale, minRating = 0 } = filter;
  const brandsAllowed = filter.brands && allowedNumbers(filter.brands, NO_BRAND);
  const minStars = minRating / STAR;
  // Masks: all bits if such products meet the condition, otherwise none.
  const [countsOutOfStock, countsInStock] = [isInStock === true ? 0 : -1, isInStock === false ? 0 : -1];
  const [countsFullPrice, countsOnSale] = [isOnSale === true ? 0 : -1, isOnSale === false ? 0 : -1];
  const byCategory = new Int32Array(table.categories.size);
  const byBrand = new Int32Array(table.brands.size);
  const byStars = new Int32Array(STAR_CLASSES);
  let available = 0;
  let reduced = 0;
  for (let group = 0; group < count; group += 1) {
    const itsCategory = categories[group] as number;
    const itsBrand = brands[group] as number;
    const itsStars = stars[group] as number;
    let missed = 0;
    if (category !== undefined && category[itsCategory] !== 1) missed = CATEGORY;
    if (brandsAllowed !== undefined && brandsAllowed[itsBrand - NO_BRAND] !== 1) missed |= BRAND;
    if (itsStars < minStars) missed |= RATING;
    if ((missed & (missed - 1)) !== 0) continue;
    const first = group * PARTS;
    const onSale = sizes[first + ON_SALE] as number;
    const inStock = sizes[first + IN_STOCK] as number;
    const both = sizes[first + IN_STOCK + ON_SALE] as number;
    const ofInStock = (inStock & countsFullPrice) + (both & countsOnSale);
    const ofOutOfStock = ((sizes[first] as number) & countsFullPrice) + (onSale & countsOnSale);
    const size = (ofInStock & countsInStock) + (ofOutOfStock & countsOutOfStock);
    if (missed === 0 || missed === CATEGORY) byCategory[itsCategory] = (byCategory[itsCategory] as number) + size;
    if ((missed === 0 || missed === BRAND) && itsBrand >= 0) byBrand[itsBrand] = (byBrand[itsBrand] as number) + size;
    if (missed === 0 || missed === RATING) byStars[itsStars] = (byStars[itsStars] as number) + size;
    if (missed === 0) {
      available += ofInStock;
      reduced += (both & countsInStock) + (onSale & countsOutOfStock);
    }
  }
  return {
    categories: categoryFacet(table, byCategory),
    brands: brandFacet(table, byBrand),
    ratings: ratingFacet((rating) => byStars.subarray(rating / STAR).reduce((sum, size) => sum + size, 0)),
    inStock: available,
    onSale: reduced,
  };
}
