import type { SortKey } from '#contract/storefront/products.ts';
import { SortedOrder } from '#server/platform/sorted-order.ts';
import type { ProductColumns } from './product-columns.ts';
import { RankedOrder } from './ranked-order.ts';

/** Usual collation of names: letters before case and accents. */
const collator = new Intl.Collator('en');

/** Products, by slot, in each sort order; ties are broken by id. */
export class Shelf {
  readonly orders: Readonly<Record<SortKey, RankedOrder>>;
  readonly #slots = new SortedOrder((a, b) => a - b);

  constructor(columns: ProductColumns) {
    const byId = (a: number, b: number): number => (columns.ids[a] as number) - (columns.ids[b] as number);
    this.orders = {
      name: new RankedOrder(
        (a, b) => collator.compare(columns.names[a] as string, columns.names[b] as string) || byId(a, b),
      ),
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

  /** Ascending slots: a pass in memory order is several times as fast. */
  slots(): Int32Array {
    return this.#slots.items();
  }

  insert(slots: readonly number[]): void {
    this.#slots.insert(slots);
    for (const order of Object.values(this.orders)) order.insert(slots);
  }

  remove(slots: readonly number[]): void {
    this.#slots.remove(slots);
    for (const order of Object.values(this.orders)) order.remove(slots);
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
