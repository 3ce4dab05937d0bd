import { brandFacet, categoryFacet, countFacets, type FacetCounts, ratingFacet } from './count-facets.ts';
import { conditionsOf, NO_BRAND, type ProductFilter } from './product-filter.ts';
import type { ProductTable } from './product-table.ts';
import type { Column } from './range.ts';
import { selectAll, selectProducts } from './select-products.ts';
import type { Shelf } from './shelf.ts';
import { SlotSet } from './slot-set.ts';

const MAX_RATING = 500;
/** Below this fraction of a shelf, the limits of prices are found by reading the price of each product. */
const FEW = 10;

/** Products whose values are to be counted. */
interface Counted {
  /** Slots of these products or, if `areOthers`, of all other products. */
  readonly slots: Int32Array;
  readonly areOthers: boolean;
}

/**
 * Counts facets of many products, as `countFacets` does, but with sets of products. Facets are counted over the products
 * of the list, and the facet of a condition over those that meet all other conditions.
 */
export class ListFacets {
  readonly #table: ProductTable;
  /** How many of all products have each value of a column. */
  readonly #totals = new Map<Column, Int32Array>();
  /** Scratch memory, reused by each count. */
  readonly #selected = new SlotSet();
  readonly #others = new SlotSet();
  #slots = new Int32Array(0);

  constructor(table: ProductTable) {
    this.#table = table;
  }

  /** Call it after products have changed. */
  reset(): void {
    this.#totals.clear();
  }

  /** @param shelf of the category of the filter; of all products if it has none */
  count(shelf: Shelf, filter: ProductFilter): FacetCounts {
    const { all, columns } = this.#table;
    const { category, ...others } = filter;
    // Of unknown brands only.
    if (filter.brands?.length === 0) return countFacets(this.#table, membersOn(all, filter), filter);
    const isCountedSingly = filter.options?.length || filter.isInStock === false || !columns.custom.isEmpty;
    return {
      ...(isCountedSingly
        ? countFacets(this.#table, membersOn(shelf, filter), others)
        : this.#countWithout(shelf, others)),
      ...(category && { categories: this.#categories(this.#counted(all, this.#select(all, others))) }),
    };
  }

  /** Counts the facets of a filter that has no category. */
  #countWithout(shelf: Shelf, filter: ProductFilter): FacetCounts {
    const { inStock, onSale } = this.#table.columns;
    const { brands, minPrice, maxPrice, minRating, isInStock, isOnSale } = filter;
    const without = (own: keyof ProductFilter, other = own): SlotSet =>
      this.#select(shelf, { ...filter, [own]: undefined, [other]: undefined });
    const hasPrice = (minPrice ?? maxPrice) !== undefined;
    // Facets of conditions come first: every selection overwrites the same memory.
    const price = hasPrice ? this.#priceLimits(shelf, without('minPrice', 'maxPrice')) : undefined;
    const brandCounts = brands && this.#brands(this.#counted(shelf, without('brands')));
    const ratingCounts =
      minRating === undefined ? undefined : this.#ratings(this.#counted(shelf, without('minRating')));
    const available = isInStock === undefined ? undefined : without('isInStock').countCommon(inStock);
    const reduced = isOnSale === undefined ? undefined : without('isOnSale').countCommon(onSale);
    const selected = this.#select(shelf, filter);
    const limits = price === undefined ? this.#priceLimits(shelf, selected) : price;
    const counted = this.#counted(shelf, selected);
    return {
      categories: this.#categories(counted),
      brands: brandCounts ?? this.#brands(counted),
      ratings: ratingCounts ?? this.#ratings(counted),
      inStock: available ?? selected.countCommon(inStock),
      onSale: reduced ?? selected.countCommon(onSale),
      price: limits,
      custom: [],
      options: this.#options(counted, isInStock),
    };
  }

  /** The products on a shelf that meet the conditions; valid until the next call. */
  #select(shelf: Shelf, filter: ProductFilter): SlotSet {
    const conditions = conditionsOf(this.#table.columns, filter, this.#table.slotCount);
    return selectProducts(this.#table, shelf, conditions, this.#selected);
  }

  /** If more than half of all products are selected, the others are counted. Valid until the next call. */
  #counted(shelf: Shelf, selected: SlotSet): Counted {
    const { all, size } = this.#table;
    const areOthers = shelf === all && selected.count() * 2 > size;
    const counted = areOthers ? selectAll(this.#table, all, this.#others).subtract(selected) : selected;
    return { slots: this.#slotsOf(counted), areOthers };
  }

  /** How many products have each value of a column. @param size of the result, which begins with the value `min` */
  #values({ slots, areOthers }: Counted, column: Column, size: number, min = 0): Int32Array {
    const counts = countValues(column, slots, size, min);
    if (!areOthers) return counts;
    let totals = this.#totals.get(column);
    if (!totals) {
      totals = countValues(column, this.#table.all.slots(), size, min);
      this.#totals.set(column, totals);
    }
    for (let value = 0; value < size; value += 1) counts[value] = (totals[value] as number) - (counts[value] as number);
    return counts;
  }

  #categories(counted: Counted): FacetCounts['categories'] {
    const { categories, columns } = this.#table;
    if (isEverything(counted))
      return categories.things().flatMap(({ id, shelf }) => (shelf.size > 0 ? [{ id, count: shelf.size }] : []));
    return categoryFacet(this.#table, this.#values(counted, columns.categories, categories.size));
  }

  #brands(counted: Counted): FacetCounts['brands'] {
    const { brands, columns } = this.#table;
    const counts = this.#values(counted, columns.brands, brands.size - NO_BRAND, NO_BRAND);
    return brandFacet(this.#table, counts.subarray(-NO_BRAND));
  }

  #ratings(counted: Counted): FacetCounts['ratings'] {
    const { all, columns } = this.#table;
    if (isEverything(counted)) {
      const order = all.orders.average_rating;
      return ratingFacet(
        (rating) => all.size - order.firstWhere((slot) => (columns.ratings[slot] as number) >= rating),
      );
    }
    const counts = this.#values(counted, columns.ratings, MAX_RATING + 1);
    return ratingFacet((rating) => counts.subarray(rating).reduce((sum, count) => sum + count, 0));
  }

  /** @param isInStock whether only options of variants in stock count */
  #options(counted: Counted, isInStock: boolean | undefined): FacetCounts['options'] {
    const { variants } = this.#table.columns;
    const counts = new Int32Array(variants.setCount);
    for (const column of variants.setColumns(isInStock)) {
      const ofColumn = this.#values(counted, column, counts.length);
      for (let set = 0; set < counts.length; set += 1)
        counts[set] = (counts[set] as number) + (ofColumn[set] as number);
    }
    return variants.facetsOfSets(counts);
  }

  /** The lowest and highest price of the selected products. If there are many, searches the shelf's order from both ends. */
  #priceLimits(shelf: Shelf, selected: SlotSet): FacetCounts['price'] {
    const { prices } = this.#table.columns;
    const count = selected.count();
    if (count === 0) return null;
    if (count * FEW < shelf.size) return limitsOf(prices, this.#slotsOf(selected));
    const byPrice = shelf.orders.price.items();
    const isSelected = (slot: number): boolean => selected.has(slot);
    const cheapest = byPrice.find(isSelected) ?? 0;
    const dearest = byPrice.findLast(isSelected) ?? 0;
    return { min: prices[cheapest] as number, max: prices[dearest] as number };
  }

  /** Valid until the next call. */
  #slotsOf(set: SlotSet): Int32Array {
    const { slotCount } = this.#table;
    if (this.#slots.length < slotCount) this.#slots = new Int32Array(slotCount);
    return set.slots(this.#slots);
  }
}

const membersOn = (shelf: Shelf, { members }: ProductFilter): Int32Array =>
  members ? shelf.slots().filter((slot) => members.has(slot)) : shelf.slots();

const isEverything = ({ slots, areOthers }: Counted): boolean => areOthers && slots.length === 0;

function limitsOf(column: Column, slots: Int32Array): { readonly min: number; readonly max: number } {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < slots.length; i += 1) {
    const value = column[slots[i] as number] as number;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max };
}

/** How many slots have each value of a column. */
function countValues(column: Column, slots: Int32Array, size: number, min: number): Int32Array {
  const counts = new Int32Array(size);
  for (let i = 0; i < slots.length; i += 1) {
    const value = (column[slots[i] as number] as number) - min;
    counts[value] = (counts[value] as number) + 1;
  }
  return counts;
}
