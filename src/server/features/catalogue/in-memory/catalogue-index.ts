import type { CustomField } from '#domain/custom-fields.ts';
import { SEARCH_WEIGHTS } from '#domain/product-fields.ts';
import {
  meaningfulWords,
  type NamedWords,
  namedWords,
  nameTest,
  type SearchableText,
  TextIndex,
} from '#server/features/search/index.ts';
import type { CatalogueFilter, CataloguePage, CatalogueQuery, ListedCategory } from '../search-engine.ts';
import { countFacets, type FacetCounts } from './count-facets.ts';
import type { ProductFacts } from './product-columns.ts';
import { filterSingly, markOutside, type ProductFilter, rangesOf, unmarkedPage } from './product-filter.ts';
import { ProductTable } from './product-table.ts';
import { isWithin, type Range } from './range.ts';
import { FIRST_PAGES, SmallestKeys, selectPage } from './select-page.ts';
import type { Shelf } from './shelf.ts';

/** A product whose facts, and perhaps whose text, are to be taken over. */
export interface ChangedProduct {
  readonly facts: ProductFacts;
  /** Undefined: the text is the one that the index has. */
  readonly text: SearchableText | undefined;
}

interface Wanted {
  readonly shelf: Shelf;
  /** Conditions for what stands on the shelf. */
  readonly shelfRanges: readonly Range[];
  /** Conditions for what a search found: the category is one of them. */
  readonly textRanges: readonly Range[];
}

const NOTHING: CataloguePage = { ids: [], total: 0, corrected: null };
/** A key is a score times this, with room for any rank below it. */
const RANKS = 2 ** 32;
/** A tenth of all products or less is quicker to test one by one than by marking all. */
const FEW = 10;
/**
 * To walk over the most popular names until enough of them fit takes `limit * size / found` steps, to sort what fits takes
 * `found` of them; a step of the former costs this many of the latter.
 */
const STEPS = 8;
const MAX_SCORE = 2 ** 16;
/** The number of a category or brand that no product has. */
const NOBODYS = -2;

/** Where a page begins and ends among `total` matches in ascending order. */
function placesOf({ offset, limit, isDescending }: CatalogueQuery, total: number): { from: number; to: number } {
  const from = Math.min(offset, total);
  const to = Math.min(offset + limit, total);
  return isDescending ? { from: total - to, to: total - from } : { from, to };
}

/**
 * Which products a list shows and how many there are, from memory: typed arrays, sorted orders and a text index. It
 * knows the products that anybody may see, and nothing else.
 */
export class CatalogueIndex {
  readonly #table = new ProductTable();
  readonly #text = new TextIndex(SEARCH_WEIGHTS);
  #categories: readonly ListedCategory[] = [];
  #categoryNames: readonly NamedWords[] = [];
  /** Scratch, used anew by each question. */
  #keys = new Float64Array(0);
  #marks = new Uint8Array(0);
  #matches = new Int32Array(0);

  get size(): number {
    return this.#table.size;
  }

  /** Rows of stock of all products, to compare with the database's own count. */
  get stockRowCount(): number {
    return this.#table.stockRowCount;
  }

  /** The active categories in the merchant's order. */
  get categories(): readonly ListedCategory[] {
    return this.#categories;
  }

  /** Whether custom fields are marked as filters: then their values are needed. */
  get hasCustomFilters(): boolean {
    return !this.#table.columns.custom.isEmpty;
  }

  /** @returns whether all products have to be read again. */
  setCustomFilters(fields: readonly CustomField[]): boolean {
    return this.#table.columns.setCustomFilters(fields);
  }

  setCategories(categories: readonly ListedCategory[]): void {
    this.#categories = categories;
    this.#categoryNames = categories.map(({ name }) => namedWords(name));
  }

  /** The first of the categories whose names go on like the text. */
  suggestCategories(text: string, limit: number): ListedCategory[] {
    const isMeant = nameTest(meaningfulWords(text));
    return this.#categories.filter((_, i) => isMeant(this.#categoryNames[i] as NamedWords)).slice(0, limit);
  }

  /** How many products of a category anybody may see. */
  countOf(categoryId: number): number {
    return this.#table.shelfOf(categoryId)?.size ?? 0;
  }

  /** Ascending. */
  ids(): Int32Array {
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
    const wanted = this.#wanted(query);
    if (!wanted) return NOTHING;
    if (query.text !== undefined) return this.#findText(query.text, wanted.textRanges, query);
    const isFew = wanted.shelf.size * FEW < this.#table.slotCount;
    return isFew || wanted.shelfRanges.length === 0 ? this.#findFew(wanted, query) : this.#findMany(wanted, query);
  }

  /** How the products that a filter finds, but for one of its conditions, are spread over what could stand in its place. */
  facets(query: CatalogueFilter): FacetCounts {
    const { text, categoryId, brand, ...filter } = query;
    const { categories, all } = this.#table;
    const conditions: ProductFilter = {
      ...filter,
      category: categoryId === undefined ? undefined : (categories.numberOf(categoryId) ?? NOBODYS),
      brand: brand === undefined ? undefined : (this.#table.brandNumber(brand) ?? NOBODYS),
    };
    if (text === undefined) return countFacets(this.#table, all.slots(), conditions);
    const { count, owners } = this.#text.search(text);
    return countFacets(this.#table, owners.subarray(0, count), conditions);
  }

  /** The most popular products whose names go on like the text. */
  suggest(text: string, limit: number): number[] {
    const words = meaningfulWords(text);
    const { popularity } = this.#table;
    const found = words.length === 1 ? this.#text.countNames(words) : 0;
    if (found ** 2 > STEPS * limit * this.size)
      return this.#idsOf(this.#text.firstNamed(words, popularity.items(), limit));
    const { count, owners } = this.#text.searchNames(words);
    const ranks = popularity.ranks(this.#table.slotCount);
    const keys = this.#keysFor(count);
    for (let i = 0; i < count; i += 1) keys[i] = ranks[owners[i] as number] as number;
    const items = popularity.items();
    return this.#idsOf(Array.from(selectPage(keys.subarray(0, count), 0, limit), (rank) => items[rank] as number));
  }

  /**
   * Other products like this one: of its category, those that share the most telling words of its name, then the best
   * rated.
   */
  related(id: number, limit: number): number[] {
    const slot = this.#table.slotOf(id);
    if (slot === undefined) return [];
    const { all, popularity } = this.#table;
    const { categories } = this.#table.columns;
    const category = categories[slot] as number;
    const shelf = this.#table.categories.thing(category)?.shelf ?? all;
    const circle = { owners: shelf.slots(), holds: (other: number) => categories[other] === category };
    const alike = this.#text.likeNames(slot, circle, popularity.ranks(this.#table.slotCount), limit);
    const shelves = [shelf, all];
    const bestRated = shelves.flatMap(({ orders }) => [
      ...orders.average_rating
        .items()
        .slice(-limit - 1)
        .reverse(),
    ]);
    return this.#idsOf([...new Set([...alike, ...bestRated])].filter((other) => other !== slot).slice(0, limit));
  }

  /** Frees room that is not needed any more; others get a turn at each yield. */
  tidy(): Generator<void> {
    return this.#text.tidy();
  }

  /** Where to look, and what to look for there. Undefined: no product has that category or brand. */
  #wanted(query: CatalogueFilter): Wanted | undefined {
    const { categoryId, brand, ...filter } = query;
    const { categories, columns, all } = this.#table;
    const category = categoryId === undefined ? undefined : categories.numberOf(categoryId);
    const brandNumber = brand === undefined ? undefined : this.#table.brandNumber(brand);
    const isUnknown =
      (categoryId !== undefined && category === undefined) || (brand !== undefined && brandNumber === undefined);
    if (isUnknown) return undefined;
    return {
      shelf: (category === undefined ? undefined : categories.thing(category)?.shelf) ?? all,
      shelfRanges: rangesOf(columns, { ...filter, brand: brandNumber }),
      textRanges: rangesOf(columns, { ...filter, brand: brandNumber, category }),
    };
  }

  /** A page of a shelf whose products are tested one by one, or not at all. */
  #findFew({ shelf, shelfRanges }: Wanted, query: CatalogueQuery): CataloguePage {
    const items = shelf.orders[query.sortBy ?? 'name'].items();
    if (this.#matches.length < items.length) this.#matches = new Int32Array(items.length * 2);
    const matches = shelfRanges.length === 0 ? items : filterSingly(items, shelfRanges, this.#matches);
    const { from, to } = placesOf(query, matches.length);
    return this.#page([...matches.subarray(from, to)], matches.length, query);
  }

  /** A page of a shelf that holds a large part of all products: every slot is marked first, in step with the memory. */
  #findMany({ shelf, textRanges }: Wanted, query: CatalogueQuery): CataloguePage {
    const { slotCount, freeSlots } = this.#table;
    if (this.#marks.length < slotCount) this.#marks = new Uint8Array(slotCount * 2);
    const marks = this.#marks.subarray(0, slotCount);
    let total = markOutside(textRanges, marks);
    for (const slot of freeSlots) total -= 1 - (marks[slot] as number);
    const { from, to } = placesOf(query, total);
    const items = shelf.orders[query.sortBy ?? 'name'].items();
    return this.#page(unmarkedPage(items, marks, { total, from, to }), total, query);
  }

  #page(slots: number[], total: number, { isDescending }: CatalogueQuery): CataloguePage {
    return { ids: this.#idsOf(isDescending ? slots.reverse() : slots), total, corrected: null };
  }

  #findText(text: string, ranges: readonly Range[], query: CatalogueQuery): CataloguePage {
    const { sortBy, isDescending = false, offset, limit } = query;
    const { count, owners, scores, corrected } = this.#text.search(text);
    const order = sortBy === undefined ? this.#table.popularity : this.#table.all.orders[sortBy];
    const isReversed = sortBy !== undefined && isDescending;
    const ranks = order.ranks(this.#table.slotCount);
    const end = offset + limit;
    const smallest = end <= FIRST_PAGES ? new SmallestKeys(end) : undefined;
    const keys = this.#keysFor(smallest ? 0 : count);
    let total = 0;
    for (let i = 0; i < count; i += 1) {
      const slot = owners[i] as number;
      if (!isWithin(ranges, slot)) continue;
      const least = sortBy === undefined ? (MAX_SCORE - (scores[i] as number)) * RANKS : 0;
      // Most matches score too little for a first page, whatever their rank, and it need not be looked up.
      if (!smallest || least < smallest.bound) {
        const rank = ranks[slot] as number;
        const key = least + (isReversed ? RANKS - 1 - rank : rank);
        if (smallest) smallest.offer(key);
        else keys[total] = key;
      }
      total += 1;
    }
    const items = order.items();
    const page = smallest ? smallest.keys().subarray(offset) : selectPage(keys.subarray(0, total), offset, end);
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
