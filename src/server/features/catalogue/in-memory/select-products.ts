import type { Conditions } from './conditions.ts';
import type { ProductTable } from './product-table.ts';
import type { Range } from './range.ts';
import type { Shelf } from './shelf.ts';
import type { SlotSet } from './slot-set.ts';

/** The part of a shelf's sort order in which the products within a range are. */
interface Part {
  readonly range: Range;
  readonly items: Int32Array;
  readonly start: number;
  readonly end: number;
}

/** Makes `into` the set of the products on a shelf that meet the conditions. */
export function selectProducts(table: ProductTable, shelf: Shelf, conditions: Conditions, into: SlotSet): SlotSet {
  const { ranges, inside, outside } = conditions;
  const narrowest = narrowestPart(shelf, ranges);
  if (!narrowest) selectAll(table, shelf, into);
  else selectPart(table, shelf, narrowest, into);
  for (const set of inside) into.intersect(set);
  for (const set of outside) into.subtract(set);
  for (const range of ranges) if (range !== narrowest?.range) into.keepWithin(range);
  return into;
}

/** Makes `into` the set of all products on a shelf. */
export function selectAll({ all, slotCount, freeSlots }: ProductTable, shelf: Shelf, into: SlotSet): SlotSet {
  return shelf === all ? into.fill(slotCount).remove(freeSlots) : into.clear(slotCount).add(shelf.slots());
}

function narrowestPart(shelf: Shelf, ranges: readonly Range[]): Part | undefined {
  const parts = ranges.flatMap((range) =>
    range.sortKey === undefined
      ? []
      : [{ range, items: shelf.orders[range.sortKey].items(), ...shelf.placesWithin(range, range.sortKey) }],
  );
  return parts.sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}

function selectPart(table: ProductTable, shelf: Shelf, { items, start, end }: Part, into: SlotSet): void {
  if ((end - start) * 2 < shelf.size) into.clear(table.slotCount).add(items.subarray(start, end));
  else selectAll(table, shelf, into).remove(items.subarray(0, start)).remove(items.subarray(end));
}
