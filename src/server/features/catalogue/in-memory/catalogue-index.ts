import type { SortKey } from '#contract/storefront/products.ts';
import { CategoryTree } from '#domain/category-tree.ts';
import type { CustomField } from '#domain/custom-fields.ts';
import { COLOUR, isSizeMeant, type OptionCondition, SIZE } from '#domain/option-values.ts';
import { SEARCH_WEIGHTS } from '#domain/product-fields.ts';
import {
  type Preference,
  type ReadFilter,
  readSearchIntent,
  type SearchIntent,
  withoutPart,
} from '#domain/search/search-intent.ts';
import {
  isTelling,
  type Lexicon,
  meaningfulWords,
  type NamedWords,
  namedWords,
  nameTest,
  type SearchableText,
  TextIndex,
} from '#server/features/search/index.ts';
import type {
  CatalogueFilter,
  CataloguePage,
  CatalogueQuery,
  ListCondition,
  ListedCategory,
  SearchPins,
  SearchUnderstanding,
} from '../search-engine.ts';
import { countFacets, type FacetCounts } from './count-facets.ts';
import { MAX_BOOST, type ProductFacts } from './product-columns.ts';
import { filterSingly, markOutside, type ProductFilter, rangesOf, unmarkedPage } from './product-filter.ts';
import { ProductTable } from './product-table.ts';
import { isWithin, type Range } from './range.ts';
import { FIRST_PAGES, SmallestKeys, selectPage } from './select-page.ts';
import type { Shelf } from './shelf.ts';
import { TagColumn } from './tag-column.ts';
import type { SearchedVariant } from './variant-keys.ts';

/** A product whose facts, and possibly text, have changed. */
export interface ChangedProduct {
  readonly facts: ProductFacts;
  /** Undefined: text and options are unchanged. */
  readonly text: SearchableText | undefined;
  readonly variants?: readonly SearchedVariant[] | undefined;
}

interface Wanted {
  readonly shelf: Shelf;
  /** Conditions for products of a shelf. */
  readonly shelfRanges: readonly Range[];
  /** Conditions for search results, including the category. */
  readonly textRanges: readonly Range[];
}

/** Values of variants' options count as much as specifications. */
const OPTIONS_WEIGHT = 4;
const NOTHING: CataloguePage = { ids: [], total: 0, corrected: null };
/** Factor between score and rank in a key. */
const RANKS = 2 ** 32;
/** Below this fraction of all products, testing one by one is faster than marking all. */
const FEW = 10;
/**
 * Walking over the most popular names until enough match takes `limit * size / found` steps, sorting the matches takes
 * `found`; a step of the former costs this many of the latter.
 */
const STEPS = 8;
/** Keys stay whole numbers up to 2 ** 53. */
const MAX_SCORE = 2 ** 17;
const MICROSECONDS = 1000;
/** A brand number that no product has. */
const NOBODYS = -2;

/** More than any words score. */
const PINNED_SCORE = 2 ** 16 - 1;
const MAX_NEAR_CATEGORIES = 3;
/** Products with a smaller score difference count as equal when the cheapest is wanted. */
const COARSE_SCORE = 64;
const PREFERRED_ORDERS: Readonly<Record<Preference, { readonly sortBy: SortKey; readonly isDescending: boolean }>> = {
  cheapest: { sortBy: 'price', isDescending: false },
  'best rated': { sortBy: 'average_rating', isDescending: true },
  newest: { sortBy: 'created_at', isDescending: true },
};

/** A filter whose tag, time of creation and rule are resolved to the products that meet them. */
interface ResolvedFilter extends CatalogueFilter {
  /** 1 for each slot that meets them; undefined: there are none. */
  readonly members?: Int32Array;
}

/** Result of a search. The matches are overwritten by the next search. */
interface TextSearch {
  readonly count: number;
  readonly owners: Int32Array;
  /** Missing: all equal. */
  readonly scores: Uint16Array | undefined;
  readonly corrected: string | null;
  /** The list's filter with the conditions from the text. */
  readonly filter: ResolvedFilter;
  readonly preference: Preference | undefined;
  readonly understood: SearchUnderstanding | undefined;
}

interface Matches {
  readonly count: number;
  readonly owners: Int32Array;
  readonly scores: Uint16Array;
}

const NO_MATCHES = { scores: undefined, corrected: null, preference: undefined, understood: undefined } as const;

const NO_INTENT: SearchIntent = {
  text: '',
  filters: [],
  minPrice: undefined,
  maxPrice: undefined,
  isOnSale: undefined,
  isInStock: undefined,
  preference: undefined,
};

/** Filters from a text that columns can answer; others are words for the text index. */
const isCondition = ({ kind }: ReadFilter): boolean => kind === 'price' || kind === 'sale' || kind === 'stock';

function withConditions(filter: ResolvedFilter, intent: SearchIntent): ResolvedFilter {
  const { minPrice = intent.minPrice, maxPrice = intent.maxPrice } = filter;
  return {
    ...filter,
    minPrice: intent.minPrice === undefined || minPrice === undefined ? minPrice : Math.max(minPrice, intent.minPrice),
    maxPrice: intent.maxPrice === undefined || maxPrice === undefined ? maxPrice : Math.min(maxPrice, intent.maxPrice),
    isOnSale: filter.isOnSale ?? intent.isOnSale,
    isInStock: filter.isInStock ?? intent.isInStock,
  };
}

/** The order of a shelf; products in order of popularity are not taken from one. */
const sortKeyOf = ({ sortBy }: CatalogueQuery): SortKey =>
  sortBy === undefined || sortBy === 'popularity' ? 'name' : sortBy;

/** The condition of a list that says the same as a filter of a text; undefined where no list filter does. */
function conditionOf(
  { kind }: ReadFilter,
  { minPrice, maxPrice }: SearchIntent,
  options: readonly OptionCondition[],
): ListCondition | undefined {
  if (kind === 'price') return { minPrice, maxPrice };
  if (kind === 'sale') return { isOnSale: true };
  if (kind === 'stock') return { isInStock: true };
  return options.length > 0 ? { options } : undefined;
}

/** Start and end of a page among `total` matches in ascending order. */
function placesOf({ offset, limit, isDescending }: CatalogueQuery, total: number): { from: number; to: number } {
  const from = Math.min(offset, total);
  const to = Math.min(offset + limit, total);
  return isDescending ? { from: total - to, to: total - from } : { from, to };
}

/**
 * Answers lists and counts from memory: typed arrays, sorted orders and a text index. Contains only visible products.
 */
export class CatalogueIndex {
  readonly #table = new ProductTable();
  readonly #text = new TextIndex({ ...SEARCH_WEIGHTS, options: OPTIONS_WEIGHT });
  readonly #tags = new TagColumn();
  #categories: readonly ListedCategory[] = [];
  #categoryNames: readonly NamedWords[] = [];
  /** Scratch memory, reused by each query. */
  #keys = new Float64Array(0);
  #marks = new Uint8Array(0);
  #matches = new Int32Array(0);

  get size(): number {
    return this.#table.size;
  }

  /** Number of stock rows of all products, to compare with the database. */
  get stockRowCount(): number {
    return this.#table.stockRowCount;
  }

  /** The active categories in the merchant's order. */
  get categories(): readonly ListedCategory[] {
    return this.#categories;
  }

  /** Whether custom fields are marked as filters, so that their values are needed. */
  get hasCustomFilters(): boolean {
    return !this.#table.columns.custom.isEmpty;
  }

  /** @returns whether all products must be read again. */
  setCustomFilters(fields: readonly CustomField[]): boolean {
    return this.#table.columns.setCustomFilters(fields);
  }

  /** Synonyms apply from the next search on. */
  setLexicon(lexicon: Lexicon): void {
    this.#text.setLexicon(lexicon);
  }

  setCategories(categories: readonly ListedCategory[]): void {
    this.#categories = categories;
    this.#categoryNames = categories.map(({ name }) => namedWords(name));
    this.#table.setTree(new CategoryTree(categories.map(({ id, parentId }) => ({ id, parent_id: parentId }))));
  }

  /** The first categories whose names start with the text. */
  suggestCategories(text: string, limit: number): ListedCategory[] {
    const isMeant = nameTest(meaningfulWords(text));
    return this.#categories.filter((_, i) => isMeant(this.#categoryNames[i] as NamedWords)).slice(0, limit);
  }

  /** Number of visible products of a category and those below it. */
  countOf(categoryId: number): number {
    return this.#table.shelfOf(categoryId)?.size ?? 0;
  }

  /** Ascending. */
  ids(): Int32Array {
    return this.#table.ids();
  }

  /** The hash of a product's indexed text; undefined: none. */
  textHashOf(id: number): number | undefined {
    const slot = this.#table.slotOf(id);
    return slot === undefined ? undefined : this.#table.columns.textHashes[slot];
  }

  /** Applies changes of a few hundred products. `gone` are ids that are no longer visible. */
  update(changed: readonly ChangedProduct[], gone: readonly number[]): void {
    for (const slot of this.#table.remove(gone)) this.#text.delete(slot);
    this.#table.set(changed.map(({ facts }) => facts));
    const { variants: options } = this.#table.columns;
    for (const { facts, text, variants } of changed) {
      const slot = this.#table.slotOf(facts.id);
      if (slot === undefined) continue;
      if (text) {
        this.#text.set(slot, text);
        this.#tags.set(slot, text.tags);
      }
      if (variants) options.set(slot, variants);
      options.setStock(slot, facts.inStock ?? []);
    }
    this.#text.sort();
  }

  find(asked: CatalogueQuery): CataloguePage {
    const query = this.#resolve(asked);
    const search = this.#searchOf(query);
    if (search && query.text === undefined && query.sortBy === undefined) return this.#findGiven(search, query);
    if (search) return this.#findText(search, query);
    if (query.sortBy === 'popularity') {
      const owners = this.#table.all.slots();
      return this.#findText({ ...NO_MATCHES, owners, count: owners.length, filter: query }, query);
    }
    const wanted = this.#wanted(query);
    if (!wanted) return NOTHING;
    const isFew = wanted.shelf.size * FEW < this.#table.slotCount;
    return isFew || wanted.shelfRanges.length === 0 ? this.#findFew(wanted, query) : this.#findMany(wanted, query);
  }

  /** How the products matching all but one condition of a filter are distributed over the alternatives. */
  facets(asked: CatalogueFilter): FacetCounts {
    const query = this.#resolve(asked);
    const search = this.#searchOf(query);
    const { text: _text, among: _among, pins: _pins, members, categoryId, brand, ...filter } = search?.filter ?? query;
    const { all } = this.#table;
    const conditions: ProductFilter = {
      ...filter,
      category: categoryId === undefined ? undefined : this.#table.branchOf(categoryId),
      brands: this.#brandNumbers(brand),
    };
    const found = search ? search.owners.subarray(0, search.count) : all.slots();
    const slots = members ? found.filter((slot) => members[slot] === 1) : found;
    return countFacets(this.#table, slots, conditions);
  }

  /** The most popular products whose names start with the text. */
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

  /** Similar products: of the same category, sharing the most distinctive words of the name, then by rating. */
  related(id: number, limit: number): number[] {
    const slot = this.#table.slotOf(id);
    if (slot === undefined) return [];
    const { all, popularity } = this.#table;
    const { categories } = this.#table.columns;
    const category = categories[slot] as number;
    const shelf = this.#table.categories.thing(category)?.shelf ?? all;
    const circle = { owners: shelf.slots(), holds: (other: number) => categories[other] === category };
    const alike = this.#text.likeNames(slot, circle, popularity.ranks(this.#table.slotCount), limit);
    const above = this.#table.chainOf(category).flatMap((number) => this.#table.categories.thing(number)?.shelf ?? []);
    const shelves = [...above, all];
    const bestRated = shelves.flatMap(({ orders }) => [
      ...orders.average_rating
        .items()
        .slice(-limit - 1)
        .reverse(),
    ]);
    return this.#idsOf([...new Set([...alike, ...bestRated])].filter((other) => other !== slot).slice(0, limit));
  }

  /** Frees unused memory; yields to other work. */
  tidy(): Generator<void> {
    return this.#text.tidy();
  }

  /** Of those that products have; undefined: any. */
  #brandNumbers(brand: CatalogueFilter['brand']): number[] | undefined {
    return brand === undefined ? undefined : [brand].flat().flatMap((name) => this.#table.brandNumber(name) ?? []);
  }

  /** Before the filter's own search, whose matches another search would overwrite. */
  #resolve<F extends CatalogueFilter>(filter: F): F & ResolvedFilter {
    const { tag, createdSince, rule } = filter;
    if (tag === undefined && createdSince === undefined && !rule) return filter;
    const members = new Int32Array(this.#table.slotCount).fill(1);
    if (tag !== undefined) this.#tags.keepWith(tag, members);
    if (createdSince !== undefined) {
      const { creations } = this.#table.columns;
      const since = createdSince * MICROSECONDS;
      for (let slot = 0; slot < members.length; slot += 1) if ((creations[slot] as number) < since) members[slot] = 0;
    }
    if (rule) {
      const counts = new Int32Array(members.length);
      for (const one of rule.filters) this.#countMatches(one, counts);
      const needed = rule.match === 'all' ? rule.filters.length : 1;
      for (let slot = 0; slot < members.length; slot += 1) if ((counts[slot] as number) < needed) members[slot] = 0;
    }
    return { ...filter, members };
  }

  /** Adds 1 for each product that meets a filter of a rule. */
  #countMatches(asked: CatalogueFilter, counts: Int32Array): void {
    const filter = this.#resolve(asked);
    const search = this.#searchOf(filter);
    const isInexact = search && (search.corrected !== null || (search.understood?.dropped.length ?? 0) > 0);
    const ranges = isInexact ? undefined : this.#wanted(search?.filter ?? filter)?.textRanges;
    if (!ranges) return;
    const slots = search ? search.owners.subarray(0, search.count) : this.#table.all.slots();
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] as number;
      if (isWithin(ranges, slot)) counts[slot] = (counts[slot] as number) + 1;
    }
  }

  /** A page of given products, in their order. */
  #findGiven({ owners, filter }: TextSearch, { offset, limit }: CatalogueQuery): CataloguePage {
    const ranges = this.#wanted(filter)?.textRanges;
    if (!ranges) return NOTHING;
    const matches = owners.filter((slot) => isWithin(ranges, slot));
    return { ids: this.#idsOf(matches.subarray(offset, offset + limit)), total: matches.length, corrected: null };
  }

  /** The shelf and the conditions. Undefined: no product has that category or brand. */
  #wanted(query: ResolvedFilter): Wanted | undefined {
    const { categoryId, brand, among: _among, pins: _pins, ...filter } = query;
    const { categories, columns, all, slotCount } = this.#table;
    const category = categoryId === undefined ? undefined : categories.numberOf(categoryId);
    const brandNumbers = this.#brandNumbers(brand);
    if ((categoryId !== undefined && category === undefined) || brandNumbers?.length === 0) return undefined;
    return {
      shelf: (category === undefined ? undefined : categories.thing(category)?.shelf) ?? all,
      shelfRanges: rangesOf(columns, { ...filter, brands: brandNumbers }, slotCount),
      textRanges: rangesOf(
        columns,
        {
          ...filter,
          brands: brandNumbers,
          category: categoryId === undefined ? undefined : this.#table.branchOf(categoryId),
        },
        slotCount,
      ),
    };
  }

  /** A page of a shelf whose products are tested one by one, or not at all. */
  #findFew({ shelf, shelfRanges }: Wanted, query: CatalogueQuery): CataloguePage {
    const items = shelf.orders[sortKeyOf(query)].items();
    if (this.#matches.length < items.length) this.#matches = new Int32Array(items.length * 2);
    const matches = shelfRanges.length === 0 ? items : filterSingly(items, shelfRanges, this.#matches);
    const { from, to } = placesOf(query, matches.length);
    return this.#page([...matches.subarray(from, to)], matches.length, query);
  }

  /** A page of a shelf with a large part of all products: marks every slot first, in memory order. */
  #findMany({ shelf, textRanges }: Wanted, query: CatalogueQuery): CataloguePage {
    const { slotCount, freeSlots } = this.#table;
    if (this.#marks.length < slotCount) this.#marks = new Uint8Array(slotCount * 2);
    const marks = this.#marks.subarray(0, slotCount);
    let total = markOutside(textRanges, marks);
    for (const slot of freeSlots) total -= 1 - (marks[slot] as number);
    const { from, to } = placesOf(query, total);
    const items = shelf.orders[sortKeyOf(query)].items();
    return this.#page(unmarkedPage(items, marks, { total, from, to }), total, query);
  }

  #page(slots: number[], total: number, { isDescending }: CatalogueQuery): CataloguePage {
    return { ids: this.#idsOf(isDescending ? slots.reverse() : slots), total, corrected: null };
  }

  /** Undefined: not a search. */
  #searchOf(query: ResolvedFilter): TextSearch | undefined {
    const { among, text } = query;
    if (!among) return text === undefined ? undefined : this.#searchText(text, query);
    const owners = Int32Array.from(among.flatMap((id) => this.#table.slotOf(id) ?? []));
    return { ...NO_MATCHES, owners, count: owners.length, filter: query };
  }

  /** Pinned products, and without hidden ones. */
  #applyPins({ count, owners: found, scores: foundScores }: Matches, { pinned, hidden }: SearchPins): Matches {
    const slots = (ids: readonly number[]): number[] => ids.flatMap((id) => this.#table.slotOf(id) ?? []);
    const first = slots(pinned);
    const removed = new Set([...slots(hidden), ...first]);
    const owners = new Int32Array(count + first.length);
    const scores = new Uint16Array(count + first.length);
    let kept = 0;
    for (let i = 0; i < count; i += 1) {
      const slot = found[i] as number;
      if (removed.has(slot)) continue;
      owners[kept] = slot;
      scores[kept] = foundScores[i] as number;
      kept += 1;
    }
    for (const [place, slot] of first.entries()) {
      owners[kept] = slot;
      scores[kept] = PINNED_SCORE - place * MAX_BOOST;
      kept += 1;
    }
    return { count: kept, owners, scores };
  }

  /** The categories with the most partial matches; otherwise the first ones. */
  #categoriesNear(text: string): ListedCategory[] {
    const { count, owners } = this.#text.searchAny(text);
    const { categories } = this.#table.columns;
    const counts = new Map<number, number>();
    for (let i = 0; i < count; i += 1) {
      const category = this.#table.categories.thing(categories[owners[i] as number] as number)?.id ?? NOBODYS;
      counts.set(category, (counts.get(category) ?? 0) + 1);
    }
    const near = this.#categories.filter(({ id }) => counts.has(id));
    near.sort((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0));
    const first = near.length > 0 ? near : this.#categories.filter(({ parentId }) => parentId === null);
    return first.slice(0, MAX_NEAR_CATEGORIES);
  }

  /**
   * Searches a text with the filters in it. If nothing matches them, they are dropped and reported: more expensive
   * products are better than none.
   */
  #searchText(text: string, filter: ResolvedFilter): TextSearch {
    const intent = this.#intentOf(text);
    const found = this.#matchText(intent);
    const { pins } = filter;
    const matches =
      pins && found.scores ? { ...found, ...this.#applyPins({ ...found, scores: found.scores }, pins) } : found;
    const narrowed = withConditions(filter, intent);
    const conditions = intent.filters.filter(isCondition);
    const isTooNarrow = conditions.length > 0 && matches.count > 0 && !this.#hasAny(matches, narrowed);
    const { options = [] } = filter;
    const ofVariants = intent.filters.flatMap((one) =>
      matches.dropped.includes(one.label) ? [] : this.#optionsOf(one),
    );
    // Colour and size of one variant: otherwise a red dress in M could be red in S, and blue in M.
    const precise = { ...narrowed, options: [...options, ...ofVariants] };
    const isCombined = ofVariants.length + options.length + (narrowed.isInStock === undefined ? 0 : 1) > 1;
    const isPrecise = ofVariants.length > 0 && isCombined && !isTooNarrow && this.#hasAny(matches, precise);
    const dropped = [...matches.dropped, ...(isTooNarrow ? conditions.map(({ label }) => label) : [])];
    const filters = intent.filters.filter(({ label }) => !dropped.includes(label));
    const isPlain = filters.length === 0 && dropped.length === 0;
    return {
      ...matches,
      filter: isTooNarrow ? filter : isPrecise ? precise : narrowed,
      preference: intent.preference,
      understood: isPlain
        ? undefined
        : {
            dropped,
            filters: filters.map((one) => ({
              label: one.label,
              without: withoutPart(text, one),
              condition: conditionOf(one, intent, this.#optionsOf(one)),
            })),
          },
    };
  }

  /** The condition on an option that a colour or size in a text stands for; none if no product has it. */
  #optionsOf({ kind, keys }: ReadFilter): OptionCondition[] {
    if (kind !== 'colour' && kind !== 'size') return [];
    const meant = keys.map((key) => key.slice(key.indexOf(' ') + 1));
    const isMeant = (value: string): boolean =>
      kind === 'colour' ? meant.includes(value) : meant.some((key) => isSizeMeant(value, key));
    const key = kind === 'colour' ? COLOUR : SIZE;
    const values = this.#table.columns.variants.valuesWhere(key, isMeant);
    return values.length > 0 ? [{ key, values }] : [];
  }

  /** A text that matches a product's name, such as 'The Big Sale', is not a filter. */
  #intentOf(text: string): SearchIntent {
    const intent = readSearchIntent(text);
    if (!intent.filters.some(isCondition)) return intent;
    const isName = this.#text.searchNames(meaningfulWords(text)).count > 0;
    return isName ? { ...NO_INTENT, text } : intent;
  }

  #matchText({ text, filters, preference }: SearchIntent): Pick<
    TextSearch,
    'count' | 'owners' | 'scores' | 'corrected'
  > & {
    readonly dropped: readonly string[];
  } {
    const textFilters = filters.filter((one) => !isCondition(one));
    const isAll = !isTelling(text) && textFilters.length === 0 && (filters.length > 0 || preference !== undefined);
    if (!isAll) return this.#text.search({ text, filters: textFilters });
    const owners = this.#table.all.slots();
    return { count: owners.length, owners, scores: undefined, corrected: null, dropped: [] };
  }

  #hasAny({ count, owners }: Pick<TextSearch, 'count' | 'owners'>, filter: ResolvedFilter): boolean {
    const ranges = this.#wanted(filter)?.textRanges;
    if (!ranges) return false;
    for (let i = 0; i < count; i += 1) if (isWithin(ranges, owners[i] as number)) return true;
    return false;
  }

  #findText(
    { count, owners, scores, corrected, filter, preference, understood }: TextSearch,
    query: CatalogueQuery,
  ): CataloguePage {
    const ranges = this.#wanted(filter)?.textRanges;
    if (!ranges) return NOTHING;
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
    let total = 0;
    for (let i = 0; i < count; i += 1) {
      const slot = owners[i] as number;
      if (!isWithin(ranges, slot)) continue;
      // Most matches score too low for the first page whatever their boost and rank, so skip those lookups.
      const score = byRelevance ? (scores[i] as number) : 0;
      const least = byRelevance && !preferred ? (MAX_SCORE - score - MAX_BOOST) * RANKS : 0;
      if (!smallest || least < smallest.bound) {
        const boosted = preferred ? Math.floor(score / COARSE_SCORE) : score + columns.boostOf(slot);
        const rank = ranks[slot] as number;
        const key = (byRelevance ? (MAX_SCORE - boosted) * RANKS : 0) + (isReversed ? RANKS - 1 - rank : rank);
        if (smallest) smallest.offer(key);
        else keys[total] = key;
      }
      total += 1;
    }
    const items = order.items();
    const page = smallest ? smallest.keys().subarray(offset) : selectPage(keys.subarray(0, total), offset, end);
    const slots = Array.from(page, (key) => {
      const rank = key % RANKS;
      return items[isReversed ? RANKS - 1 - rank : rank] as number;
    });
    const categories = total === 0 && query.text !== undefined ? this.#categoriesNear(query.text) : undefined;
    return {
      ids: this.#idsOf(slots),
      total,
      corrected,
      ...(understood && { understood }),
      ...(categories && { categories }),
    };
  }

  #keysFor(count: number): Float64Array {
    if (this.#keys.length < count) this.#keys = new Float64Array(count * 2);
    return this.#keys;
  }

  #idsOf(slots: Iterable<number>): number[] {
    return Array.from(slots, (slot) => this.#table.columns.ids[slot] as number);
  }
}
