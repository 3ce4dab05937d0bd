import type { TextIndex } from '#server/features/search/index.ts';
import { NO_BRAND } from '../table/product-groups.ts';
import type { ProductTable } from '../table/product-table.ts';
import type { Shelf } from '../table/shelf.ts';
import type { TagColumn } from '../table/tag-column.ts';

/** Products of the same category that are compared: those whose prices are nearest. */
const NEAR_IN_CATEGORY = 96;
/** The same of each category above, and of the whole shop. */
const NEAR_ELSEWHERE = 16;
/** Products with similar names that are compared whatever their prices. */
const SIMILAR_NAMES = 24;

/** Points for the same category, and for one below it. */
const SAME_CATEGORY = 8;
const BELOW_CATEGORY = 6;
/** Points for a common parent, and for each level further up. */
const COMMON_PARENTS = [2, 1] as const;
/** Points for the most similar name. */
const SIMILAR_NAME = 5;
const SAME_BRAND = 3;
/** Points for each option with a value in common, such as the same sizes. */
const SHARED_OPTION = 1;
/** A shared tag gives a point for each time that it halves the catalogue, up to this many. */
const MAX_TAG_POINTS = 8;
/** Points for the same price; one and a half less for each time that the price doubles or halves. */
const SAME_PRICE = 4;
const POINTS_PER_DOUBLING = 1.5;
const LEAST_PRICE_POINTS = -4;

interface Ranked {
  readonly slot: number;
  readonly points: number;
  readonly rank: number;
}

const isBehind = (one: Ranked, points: number, rank: number): boolean =>
  points > one.points || (points === one.points && rank < one.rank);

interface Wanted {
  readonly slot: number;
  /** Slots of products with similar names. */
  readonly named: readonly number[];
  readonly pointsOf: (other: number) => number;
  readonly without: ReadonlySet<number>;
}

/** Finds products that are similar to a product: by category, tags, name, brand, options and price. */
export class RelatedProducts {
  readonly #table: ProductTable;
  readonly #text: TextIndex;
  readonly #tags: TagColumn;

  constructor(table: ProductTable, text: TextIndex, tags: TagColumn) {
    this.#table = table;
    this.#text = text;
    this.#tags = tags;
  }

  /**
   * Up to half of them are in stock and bought together with the product, the others are similar to it. Products that are out of
   * stock are used only where nothing else is left.
   * @param boughtTogether slots, best first
   */
  find(slot: number, limit: number, boughtTogether: readonly number[]): number[] {
    const { inStock } = this.#table.columns;
    const together = boughtTogether
      .filter((other) => other !== slot && inStock.has(other))
      .slice(0, Math.floor(limit / 2));
    const named = this.#similarNames(slot);
    const wanted = { slot, named, pointsOf: this.#scorer(slot, named), without: new Set([slot, ...together]) };
    const found = [...this.#like(wanted, true, limit - together.length), ...together];
    return found.length === limit ? found : [...found, ...this.#like(wanted, false, limit - found.length)];
  }

  #like({ slot, named, pointsOf, without }: Wanted, isInStock: boolean, limit: number): number[] {
    const { columns, popularity, slotCount } = this.#table;
    const ranks = popularity.ranks(slotCount);
    const seen = new Set(without);
    const best: Ranked[] = [];
    for (const other of this.#candidates(slot, named, isInStock)) {
      if (seen.has(other)) continue;
      seen.add(other);
      if (columns.inStock.has(other) !== isInStock) continue;
      const points = pointsOf(other);
      const rank = ranks[other] as number;
      let place = best.length;
      while (place > 0 && isBehind(best[place - 1] as Ranked, points, rank)) place -= 1;
      if (place === limit) continue;
      best.splice(place, 0, { slot: other, points, rank });
      if (best.length > limit) best.pop();
    }
    return best.map((one) => one.slot);
  }

  #candidates(slot: number, named: readonly number[], isInStock: boolean): number[] {
    const [own, ...above] = this.#shelvesOf(slot);
    const found = [...named];
    if (own) this.#addNearInPrice(found, own, slot, { count: NEAR_IN_CATEGORY, isInStock });
    for (const shelf of [...above, this.#table.all])
      this.#addNearInPrice(found, shelf, slot, { count: NEAR_ELSEWHERE, isInStock });
    return found;
  }

  /** Of its category and of those above. */
  #shelvesOf(slot: number): Shelf[] {
    const category = this.#table.columns.categories[slot] as number;
    return this.#table.shelves.chainOf(category).flatMap((number) => this.#table.categories.thing(number)?.shelf ?? []);
  }

  /** Of its own category, most similar first. */
  #similarNames(slot: number): number[] {
    const { all, popularity, slotCount, columns } = this.#table;
    const { categories } = columns;
    const [own = all] = this.#shelvesOf(slot);
    const circle = { owners: own.slots(), holds: (other: number) => categories[other] === categories[slot] };
    return this.#text.named.like(slot, circle, popularity.ranks(slotCount), SIMILAR_NAMES);
  }

  /** From the product's price outwards. */
  #addNearInPrice(
    to: number[],
    shelf: Shelf,
    slot: number,
    { count, isInStock }: { count: number; isInStock: boolean },
  ) {
    const { prices, inStock } = this.#table.columns;
    const order = shelf.orders.price;
    const items = order.items();
    let above = order.firstWhere((other) => (prices[other] as number) >= (prices[slot] as number));
    let below = above - 1;
    const end = to.length + count;
    const add = (other: number | undefined): void => {
      if (other !== undefined && inStock.has(other) === isInStock) to.push(other);
    };
    while (to.length < end && (below >= 0 || above < items.length)) {
      add(items[below]);
      add(items[above]);
      below -= 1;
      above += 1;
    }
  }

  /** How much another product is like this one. */
  #scorer(slot: number, named: readonly number[]): (other: number) => number {
    const { columns, size, brands } = this.#table;
    const { prices, variants } = columns;
    const brandOf = (product: number): number | undefined => {
      const brand = columns.brands[product] as number;
      return brand === NO_BRAND ? undefined : brands.nameOf(brand);
    };
    const brand = brandOf(slot);
    const places = new Map(named.map((other, place) => [other, place]));
    const categoryPoints = this.#categoryPoints(columns.categories[slot] as number);
    const tagPoints = this.#tags.pointsFor(slot, (count) => Math.min(MAX_TAG_POINTS, Math.log2(size / count)));
    const values = variants.valuesOf(slot);
    const price = Math.max(1, prices[slot] as number);
    return (other) => {
      const place = places.get(other);
      const doublings = Math.abs(Math.log2(Math.max(1, prices[other] as number) / price));
      return (
        categoryPoints(columns.categories[other] as number) +
        tagPoints(other) +
        (place === undefined ? 0 : SIMILAR_NAME * (1 - place / SIMILAR_NAMES)) +
        (brand !== undefined && brandOf(other) === brand ? SAME_BRAND : 0) +
        (values.size > 0 ? SHARED_OPTION * variants.countShared(other, values) : 0) +
        Math.max(LEAST_PRICE_POINTS, SAME_PRICE - POINTS_PER_DOUBLING * doublings)
      );
    };
  }

  #categoryPoints(own: number): (other: number) => number {
    const [, ...above] = this.#table.shelves.chainOf(own);
    const known = new Map<number, number>([[own, SAME_CATEGORY]]);
    return (other) => {
      const points = known.get(other);
      if (points !== undefined) return points;
      const chain = this.#table.shelves.chainOf(other);
      const common = above.findIndex((number) => chain.includes(number));
      const fresh = chain.includes(own) ? BELOW_CATEGORY : (COMMON_PARENTS[common] ?? 0);
      known.set(other, fresh);
      return fresh;
    };
  }
}
