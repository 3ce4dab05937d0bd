import type { SortKey } from '#contract/storefront/product-list-query.ts';
import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import type { ProductColumns } from './product-columns.ts';
import type { Range } from './range.ts';
import { RankedOrder } from './ranked-order.ts';

/** Usual collation of names: letters before case and accents. */
const collator = new Intl.Collator('en');

const SORT_ORDERS = ['name', 'price', 'created_at', 'average_rating'] as const satisfies readonly SortKey[];

/** Products between two pauses: a few milliseconds of work. */
const SLICE = 50_000;

/** Products, by slot, in each sort order; ties are broken by id. */
export class Shelf {
  readonly orders: Readonly<Record<SortKey, RankedOrder>>;

  constructor(columns: ProductColumns) {
    const byId = (a: number, b: number): number => (columns.ids[a] as number) - (columns.ids[b] as number);
    this.orders = {
      name: new RankedOrder((a, b) => collator.compare(columns.names.get(a), columns.names.get(b)) || byId(a, b)),
      price: new RankedOrder((a, b) => (columns.prices[a] as number) - (columns.prices[b] as number) || byId(a, b)),
      created_at: new RankedOrder(
        (a, b) => (columns.creations[a] as number) - (columns.creations[b] as number) || byId(a, b),
      ),
      average_rating: new RankedOrder(
        (a, b) => (columns.ratings[a] as number) - (columns.ratings[b] as number) || byId(a, b),
      ),
    };
  }

  get size(): number {
    return this.orders.name.length;
  }

  /** All slots. Mostly ascending, because new products take new slots: a pass in memory order is several times as fast. */
  slots(): Int32Array {
    return this.orders.created_at.items();
  }

  /** Where the products within a range are in its sort order. */
  placesWithin({ column, min, width }: Range, sortKey: SortKey): { readonly start: number; readonly end: number } {
    const order = this.orders[sortKey];
    return {
      start: order.firstWhere((slot) => (column[slot] as number) >= min),
      end: order.firstWhere((slot) => (column[slot] as number) - min > width),
    };
  }

  insert(slots: readonly number[]): void {
    for (const order of Object.values(this.orders)) order.insert(slots);
  }

  remove(slots: readonly number[]): void {
    for (const order of Object.values(this.orders)) order.remove(slots);
  }

  /** @param slots all of them; yields to other work */
  *replace(slots: readonly number[]): Generator<void> {
    for (const order of Object.values(this.orders)) yield* order.sort(slots);
  }

  save(to: SnapshotWriter): void {
    for (const order of Object.values(this.orders)) order.save(to);
  }

  load(from: SnapshotReader): void {
    for (const order of Object.values(this.orders)) order.load(from);
  }
}

/**
 * Distributes all products over the shelves: already sorted, so that it takes one pass for each order, in steps of a few
 * milliseconds.
 * @param shelvesOf indexes of the shelves of a product
 */
export function* distribute(
  all: Shelf,
  shelves: readonly Shelf[],
  shelvesOf: (slot: number) => readonly number[],
): Generator<void> {
  const sizes = new Int32Array(shelves.length);
  function* eachShelf(items: Int32Array, use: (index: number, slot: number) => void): Generator<void> {
    for (let i = 0; i < items.length; i += 1) {
      const slot = items[i] as number;
      const indexes = shelvesOf(slot);
      for (let k = 0; k < indexes.length; k += 1) use(indexes[k] as number, slot);
      if (i % SLICE === SLICE - 1) yield;
    }
  }
  yield* eachShelf(all.slots(), (index) => {
    sizes[index] = (sizes[index] as number) + 1;
  });
  function* set(orderOf: (shelf: Shelf) => Pick<RankedOrder, 'items' | 'replace'>): Generator<void> {
    const parts = Array.from(sizes, (size) => new Int32Array(size));
    const ends = new Int32Array(sizes.length);
    yield* eachShelf(orderOf(all).items(), (index, slot) => {
      const end = ends[index] as number;
      (parts[index] as Int32Array)[end] = slot;
      ends[index] = end + 1;
    });
    for (const [index, shelf] of shelves.entries()) orderOf(shelf).replace(parts[index] ?? []);
  }
  for (const key of SORT_ORDERS) {
    yield;
    yield* set(({ orders }) => orders[key]);
  }
}

/** Tie-break of search results: best selling, then most reviewed, then the lowest id. */
export function popularityOrder(columns: ProductColumns): RankedOrder {
  return new RankedOrder(
    (a, b) =>
      (columns.salesClasses[b] as number) - (columns.salesClasses[a] as number) ||
      (columns.reviewCounts[b] as number) - (columns.reviewCounts[a] as number) ||
      (columns.ids[a] as number) - (columns.ids[b] as number),
  );
}
