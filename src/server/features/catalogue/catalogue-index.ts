import type { SortKey } from '#contract/storefront/products.ts';
import { isStopWord, type SearchableText, searchedWords, TextIndex } from '#server/features/search/index.ts';
import { countFacets, type FacetCounts } from './count-facets.ts';
import type { ProductFacts } from './product-columns.ts';
import { isOpen, type ProductFilter, slotTest } from './product-filter.ts';
import { ProductTable } from './product-table.ts';
import type { RankedOrder } from './ranked-order.ts';
import { selectPage } from './select-page.ts';

export interface CatalogueFilter extends Omit<ProductFilter, 'brand'> {
  readonly text?: string | undefined;
  readonly brand?: string | undefined;
}

export interface CatalogueQuery extends CatalogueFilter {
  /** Undefined: by relevance with a text, by name without. */
  readonly sortBy?: SortKey | undefined;
  readonly isDescending?: boolean | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface CataloguePage {
  /** Product ids of the page, in order. */
  readonly ids: number[];
  readonly total: number;
  /** What was searched instead of the text, if it was corrected. */
  readonly corrected: string | null;
}

/** A product whose facts, and perhaps whose text, are to be taken over. */
export interface ChangedProduct {
  readonly facts: ProductFacts;
  /** Undefined: the text is the one that the index has. */
  readonly text: SearchableText | undefined;
}

/** A category that anybody may see. */
export interface ListedCategory {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

const NOTHING: CataloguePage = { ids: [], total: 0, corrected: null };
/** A key is a score times this, with room for any rank below it. */
const RANKS = 2 ** 32;
const MAX_SCORE = 2 ** 16;
/** Texts that are gone are swept out when they are this many and a quarter of all. */
const WORTH_SWEEPING = 1_000;

/**
 * Which products a list shows and how many there are, from memory: typed arrays, sorted orders and a text index. It
 * knows the products that anybody may see, and nothing else.
 */
export class CatalogueIndex {
  readonly #table = new ProductTable();
  readonly #text = new TextIndex();
  #categories: readonly ListedCategory[] = [];
  #keys = new Float64Array(1024);

  get size(): number {
    return this.#table.size;
  }

  /** Pieces of all products, to compare with the database's own sum. */
  get stockSum(): number {
    return this.#table.stockSum;
  }

  /** The active categories in the merchant's order. */
  get categories(): readonly ListedCategory[] {
    return this.#categories;
  }

  setCategories(categories: readonly ListedCategory[]): void {
    this.#categories = categories;
  }

  /** How many products of a category anybody may see. */
  countOf(categoryId: number): number {
    return this.#table.shelfOf(categoryId)?.size ?? 0;
  }

  ids(): IterableIterator<number> {
    return this.#table.ids();
  }

  /** Tells the text that the index has of a product; undefined: none. */
  textHashOf(id: number): number | undefined {
    const slot = this.#table.slotOf(id);
    return slot === undefined ? undefined : this.#table.columns.textHashes[slot];
  }

  /** Takes over what a few hundred products are now. `gone` are ids that nobody may see any more. */
  update(changed: readonly ChangedProduct[], gone: readonly number[]): void {
    for (const slot of this.#table.remove(gone)) this.#text.delete(slot);
    this.#table.set(changed.map(({ facts }) => facts));
    for (const { facts, text } of changed) {
      const slot = this.#table.slotOf(facts.id);
      if (slot !== undefined && text) this.#text.set(slot, text);
    }
    this.#text.sort();
  }

  find(query: CatalogueQuery): CataloguePage {
    const filter = this.#filterOf(query);
    if (!filter) return NOTHING;
    if (query.text !== undefined) return this.#findText(query.text, filter, query);
    const order = this.#table.shelfOf(filter.categoryId)?.orders[query.sortBy ?? 'name'];
    if (!order) return NOTHING;
    return isOpen(filter) ? this.#slice(order, query) : this.#scan(order, filter, query);
  }

  /** How the products that a filter finds are spread over categories, brands and so on. */
  facets(query: CatalogueFilter): FacetCounts {
    const filter = this.#filterOf(query);
    const slots = filter ? this.#slotsFor(query.text, filter.categoryId) : [];
    return countFacets(this.#table, slots, slotTest(this.#table.columns, filter ?? {}));
  }

  /** The most popular products whose names somebody may be typing. */
  suggest(text: string, limit: number): number[] {
    const { count, owners, scores } = this.#text.searchNames(text);
    const ranks = this.#table.popularity.ranks(this.#table.slotCount);
    const keys = this.#keysFor(count);
    for (let i = 0; i < count; i += 1) {
      keys[i] = (MAX_SCORE - (scores[i] as number)) * RANKS + (ranks[owners[i] as number] as number);
    }
    const items = this.#table.popularity.items();
    return this.#idsOf(
      Array.from(selectPage(keys.subarray(0, count), 0, limit), (key) => items[key % RANKS] as number),
    );
  }

  /**
   * Other products like this one: of its category, those that share the most telling words of its name, then the best
   * rated.
   */
  related(id: number, limit: number): number[] {
    const slot = this.#table.slotOf(id);
    if (slot === undefined) return [];
    const { names, categories } = this.#table.columns;
    const category = categories[slot] as number;
    const likeness = new Map<number, number>();
    for (const word of new Set(searchedWords(names[slot] as string))) {
      if (isStopWord(word)) continue;
      const { count, owners } = this.#text.withNameWord(word);
      for (let i = 0; i < count; i += 1) {
        const owner = owners[i] as number;
        if (owner !== slot && categories[owner] === category)
          likeness.set(owner, (likeness.get(owner) ?? 0) + 1 / count);
      }
    }
    const ranks = this.#table.popularity.ranks(this.#table.slotCount);
    const alike = [...likeness]
      .sort(([a, likeA], [b, likeB]) => likeB - likeA || (ranks[a] as number) - (ranks[b] as number))
      .map(([owner]) => owner);
    const bestRated = [category, undefined].flatMap((shelf) => [
      ...(this.#table
        .shelfOf(shelf)
        ?.orders.average_rating.items()
        .slice(-limit - 1)
        .reverse() ?? []),
    ]);
    return this.#idsOf(
      [...new Set([...alike.slice(0, limit), ...bestRated])].filter((other) => other !== slot).slice(0, limit),
    );
  }

  /** Frees the room of texts that are gone, if it is worth it; others get a turn at each yield. */
  *tidy(): Generator<void> {
    const { goneCount, liveCount } = this.#text;
    if (goneCount > WORTH_SWEEPING && goneCount * 4 > liveCount) yield* this.#text.sweep();
  }

  /** Undefined: a brand that no product has. */
  #filterOf(query: CatalogueFilter): ProductFilter | undefined {
    const { categoryId, minPrice, maxPrice, isInStock, isOnSale, minRating, brand } = query;
    const number = brand === undefined ? undefined : this.#table.brandNumber(brand);
    if (brand !== undefined && number === undefined) return undefined;
    return { categoryId, minPrice, maxPrice, isInStock, isOnSale, minRating, brand: number };
  }

  #slotsFor(text: string | undefined, categoryId: number | undefined): Iterable<number> {
    if (text === undefined) return this.#table.shelfOf(categoryId)?.orders.name.items() ?? [];
    const { count, owners } = this.#text.search(text);
    return owners.subarray(0, count);
  }

  #slice(order: RankedOrder, { offset, limit, isDescending }: CatalogueQuery): CataloguePage {
    const items = order.items();
    const end = items.length - offset;
    const slots = isDescending
      ? items.subarray(Math.max(0, end - limit), Math.max(0, end)).toReversed()
      : items.subarray(offset, offset + limit);
    return { ids: this.#idsOf(slots), total: items.length, corrected: null };
  }

  #scan(order: RankedOrder, filter: ProductFilter, { offset, limit, isDescending }: CatalogueQuery): CataloguePage {
    const items = order.items();
    const isWanted = slotTest(this.#table.columns, filter);
    const slots: number[] = [];
    const last = items.length - 1;
    let total = 0;
    for (let i = 0; i <= last; i += 1) {
      const slot = items[isDescending ? last - i : i] as number;
      if (!isWanted(slot)) continue;
      if (total >= offset && total < offset + limit) slots.push(slot);
      total += 1;
    }
    return { ids: this.#idsOf(slots), total, corrected: null };
  }

  #findText(text: string, filter: ProductFilter, query: CatalogueQuery): CataloguePage {
    const { sortBy, isDescending = false, offset, limit } = query;
    const { count, owners, scores, corrected } = this.#text.search(text);
    const order = sortBy === undefined ? this.#table.popularity : this.#table.all.orders[sortBy];
    const isReversed = sortBy !== undefined && isDescending;
    const ranks = order.ranks(this.#table.slotCount);
    const isWanted = slotTest(this.#table.columns, filter);
    const keys = this.#keysFor(count);
    let total = 0;
    for (let i = 0; i < count; i += 1) {
      const slot = owners[i] as number;
      if (!isWanted(slot)) continue;
      const rank = ranks[slot] as number;
      const score = sortBy === undefined ? MAX_SCORE - (scores[i] as number) : 0;
      keys[total] = score * RANKS + (isReversed ? RANKS - 1 - rank : rank);
      total += 1;
    }
    const items = order.items();
    const page = selectPage(keys.subarray(0, total), offset, offset + limit);
    const slots = Array.from(page, (key) => items[isReversed ? RANKS - 1 - key : key % RANKS] as number);
    return { ids: this.#idsOf(slots), total, corrected };
  }

  #keysFor(count: number): Float64Array {
    if (this.#keys.length < count) this.#keys = new Float64Array(count * 2);
    return this.#keys;
  }

  #idsOf(slots: Iterable<number>): number[] {
    return Array.from(slots, (slot) => this.#table.columns.ids[slot] as number);
  }
}
