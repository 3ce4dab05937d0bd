import type { Places } from '../table/prefix-sets.ts';
import type { ProductTable } from '../table/product-table.ts';
import type { Range } from '../table/range.ts';
import type { RankedOrder } from '../table/ranked-order.ts';
import type { Shelf } from '../table/shelf.ts';
import type { SlotSet } from '../table/slot-set.ts';
import type { Conditions } from './conditions.ts';
import { listConditions, type ResolvedFilter } from './list-conditions.ts';

/** The part of a shelf's sort order in which the products within a range are. */
interface Part extends Places {
  readonly range: Range;
  readonly order: RankedOrder;
}

/** Makes `into` the set of the products on a shelf that meet the conditions. */
export function selectProducts(table: ProductTable, shelf: Shelf, conditions: Conditions, into: SlotSet): SlotSet {
  const { ranges } = conditions;
  const narrowest = narrowestPart(shelf, ranges);
  const brand = shelf === table.all ? ranges.find((range) => isBrand(table, range)) : undefined;
  const ofBrand = brand && table.columns.slotsOfBrand(brand.min, table.slotCount);
  const isOfBrand = ofBrand !== undefined && (!narrowest || ofBrand.byteLength < narrowest.end - narrowest.start);
  if (isOfBrand) ofBrand.addTo(into.clear(table.slotCount));
  else if (narrowest) narrowest.order.select(narrowest, into, table.slotCount);
  else selectAll(table, shelf, into);
  const selected = isOfBrand ? brand : narrowest?.range;
  return keepMatching(into, { ...conditions, ranges: ranges.filter((range) => range !== selected) });
}

/**
 * Makes `into` the set of those among `products` that meet the conditions of a filter. Undefined: no product has that category
 * or brand.
 */
export function selectAmong(
  table: ProductTable,
  products: SlotSet,
  { categoryId, ...others }: ResolvedFilter,
  into: SlotSet,
): SlotSet | undefined {
  const conditions = listConditions(table, others);
  const shelf = categoryId === undefined ? table.all : table.shelves.shelfOf(categoryId);
  if (!conditions || !shelf) return undefined;
  if (shelf === table.all) return keepMatching(into.copy(products), conditions);
  return keepMatching(selectAll(table, shelf, into).intersect(products), conditions);
}

/** Keeps the products that meet the conditions. */
function keepMatching(products: SlotSet, { ranges, inside, outside }: Conditions): SlotSet {
  for (const set of inside) products.intersect(set);
  for (const set of outside) products.subtract(set);
  for (const range of ranges) products.keepWithin(range);
  return products;
}

/** Makes `into` the set of all products on a shelf. */
export function selectAll({ all, slotCount, freeSlots }: ProductTable, shelf: Shelf, into: SlotSet): SlotSet {
  return shelf === all ? into.fill(slotCount).remove(freeSlots) : into.clear(slotCount).add(shelf.slots());
}

/** Whether a range is that of one brand. */
function isBrand({ columns }: ProductTable, { column, width, allowed }: Range): boolean {
  return column === columns.brands && width === 0 && !allowed;
}

function narrowestPart(shelf: Shelf, ranges: readonly Range[]): Part | undefined {
  const parts = ranges.flatMap((range) =>
    range.sortKey === undefined
      ? []
      : [{ range, order: shelf.orders[range.sortKey], ...shelf.placesWithin(range, range.sortKey) }],
  );
  return parts.sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}
