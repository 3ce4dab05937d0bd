import type { CatalogueQuery } from '../../search-engine.ts';
import type { ProductTable } from '../table/product-table.ts';
import type { Shelf } from '../table/shelf.ts';
import { SlotSet } from '../table/slot-set.ts';
import { type Conditions, isMetBy, isUnconditional } from './conditions.ts';
import { listConditions, type ResolvedFilter } from './list-conditions.ts';
import { selectProducts } from './select-products.ts';

type ListQuery = CatalogueQuery & ResolvedFilter;

interface ListPage {
  readonly slots: readonly number[];
  readonly total: number;
}

const EMPTY: ListPage = { slots: [], total: 0 };

/** Pages of lists without a search. */
export class ListPages {
  readonly #table: ProductTable;
  /** Scratch memory, reused by each query. */
  readonly #selected = new SlotSet();

  constructor(table: ProductTable) {
    this.#table = table;
  }

  find(query: ListQuery): ListPage {
    const { categoryId, sortBy = 'name', ...others } = query;
    const { all, popularity } = this.#table;
    const shelf = categoryId === undefined ? all : this.#table.shelves.shelfOf(categoryId);
    const conditions = shelf && listConditions(this.#table, others);
    if (!shelf || !conditions) return EMPTY;
    const isDescending = query.isDescending && sortBy !== 'popularity';
    const items = (sortBy === 'popularity' ? popularity : shelf.orders[sortBy]).items();
    const whole = items.length === shelf.size ? wholePart(shelf, sortBy, items, conditions) : undefined;
    const selected = whole ? undefined : selectProducts(this.#table, shelf, conditions, this.#selected);
    const total = whole ? whole.length : (selected?.count() ?? 0);
    const { from, to } = placesOf({ ...query, isDescending }, total);
    const slots = selected ? selected.page(items, { total, from, to }) : [...(whole ?? items).subarray(from, to)];
    return { slots: isDescending ? slots.reverse() : slots, total };
  }

  /** A page of a list that begins with given slots. */
  findPlaced(query: ListQuery, first: readonly number[]): ListPage {
    const conditions = listConditions(this.#table, query);
    if (!conditions) return EMPTY;
    const placed = first.filter((slot) => isMetBy(conditions, slot));
    const members = new SlotSet().fill(this.#table.slotCount).remove(placed);
    if (query.members) members.intersect(query.members);
    const { offset, limit } = query;
    const shown = placed.slice(offset, offset + limit);
    const others = { offset: Math.max(0, offset - placed.length), limit: limit - shown.length };
    const { slots, total } = this.find({ ...query, ...others, members });
    return { slots: [...shown, ...slots], total: placed.length + total };
  }
}

/** Start and end of a page among `total` matches in ascending order. */
function placesOf({ offset, limit, isDescending }: CatalogueQuery, total: number): { from: number; to: number } {
  const from = Math.min(offset, total);
  const to = Math.min(offset + limit, total);
  return isDescending ? { from: total - to, to: total - from } : { from, to };
}

/** The part of an order that contains exactly the matches: all of it, or one range of its sort key. Undefined: there is none. */
function wholePart(
  shelf: Shelf,
  sortBy: CatalogueQuery['sortBy'],
  items: Int32Array,
  conditions: Conditions,
): Int32Array | undefined {
  if (isUnconditional(conditions)) return items;
  const { ranges, inside, outside } = conditions;
  const [range] = ranges;
  if (!range?.sortKey || range.sortKey !== sortBy || ranges.length + inside.length + outside.length > 1)
    return undefined;
  const { start, end } = shelf.placesWithin(range, range.sortKey);
  return items.subarray(start, end);
}
