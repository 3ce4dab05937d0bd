import type { SortKey } from '#contract/storefront/product-list-query.ts';
import type { Preference } from '#domain/search/search-intent.ts';
import type { CatalogueQuery } from '../../search-engine.ts';
import { MAX_BOOST } from '../table/product-columns.ts';
import type { ProductTable } from '../table/product-table.ts';
import type { RankedOrder } from '../table/ranked-order.ts';
import { SlotSet } from '../table/slot-set.ts';
import { type Conditions, isMetBy, isUnconditional } from './conditions.ts';
import { FIRST_PAGES, SmallestKeys, selectPage } from './select-page.ts';
import { selectAmong } from './select-products.ts';
import { type TextSearch, withoutText } from './text-search.ts';

const NO_CONDITIONS: Conditions = { ranges: [], inside: [], outside: [] };
/** Walking over this many products in order takes as long as finding and ranking one match. */
const STEPS_PER_MATCH = 32;
/** Factor between score and rank in a key. */
const RANKS = 2 ** 32;
/** Keys stay whole numbers up to 2 ** 53. */
const MAX_SCORE = 2 ** 17;
/** Products with a smaller score difference count as equal when the cheapest is wanted. */
const COARSE_SCORE = 64;
const PREFERRED_ORDERS: Readonly<Record<Preference, { readonly sortBy: SortKey; readonly isDescending: boolean }>> = {
  cheapest: { sortBy: 'price', isDescending: false },
  'best rated': { sortBy: 'average_rating', isDescending: true },
  newest: { sortBy: 'created_at', isDescending: true },
};

const GROWTH = 1.25;

interface RankedPage {
  readonly slots: number[];
  readonly total: number;
}

/** Sorts the matches of searches, by relevance if no other order is wanted. */
export class MatchRanking {
  readonly #table: ProductTable;
  /** Scratch memory, reused by each query. */
  #keys = new Float64Array(0);
  #slots = new Int32Array(0);
  readonly #filtered = new SlotSet();

  constructor(table: ProductTable) {
    this.#table = table;
  }

  /** A page of the matches that meet the conditions. */
  page(search: TextSearch, conditions: Conditions, query: CatalogueQuery): RankedPage {
    const { all, filter, total } = search;
    if (!all || query.sortBy === undefined)
      return this.#rank(search, total === undefined ? conditions : NO_CONDITIONS, query);
    const matches = isUnconditional(conditions)
      ? all
      : (selectAmong(this.#table, all, filter, this.#filtered) ?? this.#filtered.clear(0));
    return this.#pageOf(matches, matches.count(), query);
  }

  /** A page of a set that is not sorted by relevance. */
  #pageOf(matches: SlotSet, total: number, query: CatalogueQuery): RankedPage {
    const { sortBy, offset, limit, categoryId } = query;
    const { all, popularity } = this.#table;
    const isPopularity = sortBy === undefined || sortBy === 'popularity';
    const shelf = (categoryId === undefined ? undefined : this.#table.shelves.shelfOf(categoryId)) ?? all;
    const order = isPopularity ? popularity : shelf.orders[sortBy];
    const isReversed = query.isDescending === true && !isPopularity;
    const first = Math.min(offset, total);
    const last = Math.min(offset + limit, total);
    const [from, to] = isReversed ? [total - last, total - first] : [first, last];
    const steps = (Math.min(to, total - from) * order.length) / total;
    if (steps <= total * STEPS_PER_MATCH + matches.words.length) {
      const slots = matches.page(order.items(), { total, from, to });
      return { slots: isReversed ? slots.reverse() : slots, total };
    }
    const owners = matches.members(this.#slotsFor(total));
    return this.#rank({ ...withoutText(owners, {}), count: total }, NO_CONDITIONS, query);
  }

  #rank(
    { count, owners, total, scores, preference }: TextSearch,
    conditions: Conditions,
    query: CatalogueQuery,
  ): RankedPage {
    const { offset, limit } = query;
    const preferred = preference && PREFERRED_ORDERS[preference];
    const { sortBy = preferred?.sortBy, isDescending = false } = query.sortBy ? query : (preferred ?? {});
    const byRelevance = query.sortBy === undefined && scores !== undefined;
    const columns = this.#table.columns;
    const isPopularity = sortBy === undefined || sortBy === 'popularity';
    const order = isPopularity ? this.#table.popularity : this.#table.all.orders[sortBy];
    const isReversed = !isPopularity && isDescending;
    const ranks = order.ranks(this.#table.slotCount);
    const end = offset + limit;
    const smallest = end <= FIRST_PAGES ? new SmallestKeys(end) : undefined;
    const keys = this.#keysFor(smallest ? 0 : count);
    const isAnyMet = isUnconditional(conditions);
    let met = 0;
    /** Matches with this score or less cannot be on the page, whatever their boost and rank. */
    let tooLow = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i += 1) {
      const slot = owners[i] as number;
      if (!isAnyMet && !isMetBy(conditions, slot)) continue;
      met += 1;
      const score = byRelevance ? (scores[i] as number) : 0;
      if (score <= tooLow) continue;
      const rank = ranks[slot] as number;
      let key = isReversed ? RANKS - 1 - rank : rank;
      if (byRelevance) {
        const boosted = preferred ? Math.floor(score / COARSE_SCORE) : score + columns.boostOf(slot);
        key += (MAX_SCORE - boosted) * RANKS;
      }
      if (smallest) {
        smallest.offer(key);
        if (byRelevance && !preferred) tooLow = MAX_SCORE - MAX_BOOST - smallest.bound / RANKS;
      } else {
        keys[met - 1] = key;
      }
    }
    const items = order.items();
    const page = smallest ? smallest.keys().subarray(offset) : selectPage(keys.subarray(0, met), offset, end);
    const slots = Array.from(page, (key) => {
      const rank = key % RANKS;
      return items[isReversed ? RANKS - 1 - rank : rank] as number;
    });
    return { slots, total: total ?? met };
  }

  /** The `limit` first slots in an order. */
  first({ count, owners }: Pick<TextSearch, 'count' | 'owners'>, order: RankedOrder, limit: number): number[] {
    const ranks = order.ranks(this.#table.slotCount);
    const keys = this.#keysFor(count);
    for (let i = 0; i < count; i += 1) keys[i] = ranks[owners[i] as number] as number;
    const items = order.items();
    return Array.from(selectPage(keys.subarray(0, count), 0, limit), (rank) => items[rank] as number);
  }

  #slotsFor(count: number): Int32Array {
    if (this.#slots.length < count) this.#slots = new Int32Array(Math.ceil(count * GROWTH));
    return this.#slots;
  }

  #keysFor(count: number): Float64Array {
    if (this.#keys.length < count) this.#keys = new Float64Array(Math.ceil(count * GROWTH));
    return this.#keys;
  }
}
