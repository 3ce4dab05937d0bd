import { CategoryTree } from '#domain/catalogue/category-tree.ts';
import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import { type Lexicon, meaningfulWords, TextIndex } from '#server/features/search/index.ts';
import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import { ALL_IDS, type CatalogueTotals, type IdRange } from '../indexing/indexed-products.store.ts';
import type { CatalogueFilter, CataloguePage, CatalogueQuery, ListChange, ListedCategory } from '../search-engine.ts';
import { changesFacets } from './facets/changes-facets.ts';
import { countFacets, type FacetCounts } from './facets/count-facets.ts';
import { FacetCache } from './facets/facet-cache.ts';
import { ListFacets } from './facets/list-facets.ts';
import { isMetBy } from './lists/conditions.ts';
import { brandNumbersOf, listConditions, type ResolvedFilter } from './lists/list-conditions.ts';
import { ListPages } from './lists/list-pages.ts';
import { ListedCategories } from './lists/listed-categories.ts';
import { neededFor } from './lists/needed-matches.ts';
import type { ProductFilter } from './lists/product-filter.ts';
import { MatchRanking } from './lists/rank-matches.ts';
import { RelatedProducts } from './lists/related-products.ts';
import { resolveFilter } from './lists/resolve-filter.ts';
import { ProductTextSearch, type TextSearch } from './lists/text-search.ts';
import type { ChangedProduct } from './table/changed-product.ts';
import { ProductTable } from './table/product-table.ts';
import { SlotSet } from './table/slot-set.ts';
import { TagColumn } from './table/tag-column.ts';
import { TEXT_WEIGHTS } from './text-weights.ts';

const NOTHING: CataloguePage = { ids: [], total: 0, corrected: null };
/**
 * Walking over the most popular names until enough match takes `limit * size / found` steps, sorting the matches takes
 * `found`; a step of the former costs this many of the latter.
 */
const STEPS = 8;
/** Counting one product takes as long as reading this many groups of products. */
const GROUPS_PER_PRODUCT = 3;

/**
 * Answers lists and counts from memory: typed arrays, sorted orders and a text index. Contains only visible products.
 */
export class CatalogueIndex {
  readonly #table = new ProductTable();
  readonly #text = new TextIndex(TEXT_WEIGHTS);
  readonly #tags = new TagColumn();
  readonly #texts = new ProductTextSearch(this.#table, this.#text);
  readonly #ranking = new MatchRanking(this.#table);
  readonly #related = new RelatedProducts(this.#table, this.#text, this.#tags);
  readonly #pages = new ListPages(this.#table);
  readonly #listFacets = new ListFacets(this.#table);
  readonly #facetCache = new FacetCache((since) => this.#table.countCreatedBefore(since));
  readonly #categories = new ListedCategories();
  #lexicon: Lexicon | undefined;
  #isLoading = false;
  /** Scratch memory, reused by each query. */
  readonly #found = new SlotSet();

  get size(): number {
    return this.#table.size;
  }

  /** The active categories in the merchant's order. */
  get categories(): readonly ListedCategory[] {
    return this.#categories.all();
  }

  /** @returns whether all products must be read again. */
  setCustomFilters(fields: readonly CustomField[]): boolean {
    this.#forgetFacets();
    return this.#table.columns.setCustomFilters(fields);
  }

  /** Synonyms apply from the next search on. */
  setLexicon(lexicon: Lexicon): void {
    if (lexicon === this.#lexicon) return;
    this.#lexicon = lexicon;
    this.#forgetFacets();
    this.#text.setLexicon(lexicon);
  }

  setCategories(categories: readonly ListedCategory[]): void {
    this.#forgetFacets();
    this.#categories.set(categories);
    this.#table.setTree(new CategoryTree(categories.map(({ id, parentId }) => ({ id, parent_id: parentId }))));
  }

  /** The first categories whose names start with the text. */
  suggestCategories(text: string, limit: number): ListedCategory[] {
    return this.#categories.startingWith(text, limit);
  }

  /** Number of visible products of a category and those below it. */
  countOf(categoryId: number): number {
    return this.#table.shelves.shelfOf(categoryId)?.size ?? 0;
  }

  /** Ascending. */
  ids(range: IdRange = ALL_IDS): Int32Array {
    return this.#table.slotsIn(range).map((slot) => this.#table.columns.ids[slot] as number);
  }

  /** Numbers of products and of their stock rows, to compare with the database. */
  totals(range: IdRange = ALL_IDS): CatalogueTotals {
    const slots = this.#table.slotsIn(range);
    const { stockRowCounts } = this.#table.columns;
    let stockRowCount = 0;
    for (let i = 0; i < slots.length; i += 1) stockRowCount += stockRowCounts[slots[i] as number] as number;
    return { publicCount: slots.length, stockRowCount };
  }

  /** The range of ids of the next `count` products; without an end if there are not more. */
  rangeAfter(after: number, count: number): IdRange {
    const slots = this.#table.slotsIn({ after, upTo: undefined });
    const last = slots[count - 1];
    return { after, upTo: last === undefined || slots.length === count ? undefined : this.#table.columns.ids[last] };
  }

  /** Number of stock rows of a product; undefined: it is not in the index. */
  stockRowCountOf(id: number): number | undefined {
    const slot = this.#table.slotOf(id);
    return slot === undefined ? undefined : this.#table.columns.stockRowCounts[slot];
  }

  /** The hash of a product's indexed text; undefined: none. */
  textHashOf(id: number): number | undefined {
    const slot = this.#table.slotOf(id);
    return slot === undefined ? undefined : this.#table.columns.textHashes[slot];
  }

  /** The number of a word of texts, new or known. */
  numberOf(word: string): number {
    return this.#text.numberOf(word);
  }

  /** Nothing can be found before the end of `finishLoading`. */
  startLoading(): void {
    this.#isLoading = true;
    this.#table.startLoading();
  }

  /** Yields to other work. */
  *finishLoading(): Generator<void> {
    if (!this.#isLoading) return;
    this.#isLoading = false;
    this.#forgetFacets();
    yield* this.#table.finishLoading();
    this.#forgetFacets();
    this.#text.sort();
  }

  /** Applies changes of a few hundred products. `gone` are ids that are no longer visible. */
  update(changed: readonly ChangedProduct[], gone: readonly number[]): void {
    if (gone.length > 0 || changed.some((one) => changesFacets(this.#table, one))) this.#forgetFacets();
    for (const slot of this.#table.remove(gone)) {
      this.#text.delete(slot);
      this.#tags.clear(slot);
    }
    this.#table.set(changed.map(({ facts }) => facts));
    const { variants: options } = this.#table.columns;
    for (const { facts, text, read, variants } of changed) {
      const slot = this.#table.slotOf(facts.id);
      if (slot === undefined) continue;
      if (text) {
        if (read) this.#text.setRead(slot, read);
        else this.#text.set(slot, text);
        this.#tags.set(slot, text.tags);
      }
      if (variants) options.set(slot, variants);
      if (options.setStock(slot, facts.inStock ?? [])) this.#table.changes.addLists();
    }
    if (!this.#isLoading) this.#text.sort();
  }

  /** How lists have changed since the last call. */
  takeChanges(): ListChange {
    return this.#table.changes.take();
  }

  /** Without the categories and the values of custom fields, which are read again anyway. */
  *save(to: SnapshotWriter): Generator<void> {
    yield* this.#table.save(to);
    yield* this.#text.save(to);
    yield* this.#tags.save(to);
  }

  /** Of an empty index. */
  *load(from: SnapshotReader): Generator<void> {
    this.#forgetFacets();
    yield* this.#table.load(from);
    yield* this.#text.load(from);
    yield* this.#tags.load(from);
  }

  find(asked: CatalogueQuery): CataloguePage {
    const query = this.#resolve(asked);
    return this.#find(query, this.#texts.search(query, neededFor(query, false)));
  }

  /** A page, and how the products matching all but one condition are distributed over the alternatives. */
  findWithFacets(asked: CatalogueQuery): { readonly page: CataloguePage; readonly facets: FacetCounts } {
    const query = this.#resolve(asked);
    const search = this.#texts.search(query, neededFor(query, true));
    // First, because a page without products searches again.
    const facets = this.#facetCache.get(asked, () => this.#facets(query, search));
    return { page: this.#find(query, search), facets };
  }

  /** The most popular products whose names start with the text. */
  suggest(text: string, limit: number): number[] {
    const words = meaningfulWords(text);
    const { popularity } = this.#table;
    const { named } = this.#text;
    const found = words.length === 1 ? named.count(words) : 0;
    if (found ** 2 > STEPS * limit * this.size) return this.#idsOf(named.first(words, popularity.items(), limit));
    return this.#idsOf(this.#ranking.first(named.search(words), popularity, limit));
  }

  /** @param boughtTogether ids of products that are bought together with it, best first */
  related(id: number, limit: number, boughtTogether: readonly number[] = []): number[] {
    const slot = this.#table.slotOf(id);
    if (slot === undefined) return [];
    const together = boughtTogether.flatMap((other) => this.#table.slotOf(other) ?? []);
    return this.#idsOf(this.#related.find(slot, limit, together));
  }

  /** Frees unused memory; yields to other work. */
  *tidy(): Generator<void> {
    yield* this.#table.tidy();
    yield* this.#text.tidy();
  }

  #resolve<F extends CatalogueFilter>(filter: F): F & ResolvedFilter {
    return resolveFilter({ table: this.#table, tags: this.#tags, texts: this.#texts }, filter);
  }

  #find(query: CatalogueQuery & ResolvedFilter, search: TextSearch | undefined): CataloguePage {
    if (search && query.text === undefined && query.sortBy === undefined) return this.#findGiven(search, query);
    if (search) return this.#findMatches(search, query);
    const isPlaced = query.first?.length && query.sortBy === undefined;
    const first = isPlaced ? (query.first ?? []).flatMap((id) => this.#table.slotOf(id) ?? []) : [];
    const { slots, total } = isPlaced ? this.#pages.findPlaced(query, first) : this.#pages.find(query);
    return { ids: this.#idsOf(slots), total, corrected: null };
  }

  #forgetFacets(): void {
    this.#facetCache.clear();
    this.#listFacets.reset();
  }

  #facets(filter: ResolvedFilter, search: TextSearch | undefined): FacetCounts {
    const { members, categoryId, brand, ...others } = search?.filter ?? filter;
    const conditions: ProductFilter = {
      ...others,
      category: categoryId === undefined ? undefined : this.#table.shelves.branchOf(categoryId),
      brands: brandNumbersOf(this.#table, brand),
    };
    const { all, columns, slotCount } = this.#table;
    const shelf = categoryId === undefined ? all : this.#table.shelves.shelfOf(categoryId);
    if (shelf && !search) return this.#listFacets.count(shelf, { ...conditions, members });
    const matches = this.#found.clear(slotCount);
    if (search?.all) matches.copy(search.all);
    else matches.add(search ? search.owners.subarray(0, search.count) : all.slots());
    if (members) matches.intersect(members);
    if (shelf && matches.hasMoreThan(columns.groups.count / GROUPS_PER_PRODUCT))
      return this.#listFacets.count(shelf, { ...conditions, members: matches });
    return countFacets(this.#table, matches.members(new Int32Array(matches.count())), conditions);
  }

  /** A page of given products, in their order. */
  #findGiven({ owners, filter }: TextSearch, { offset, limit }: CatalogueQuery): CataloguePage {
    const conditions = listConditions(this.#table, filter);
    if (!conditions) return NOTHING;
    const matches = owners.filter((slot) => isMetBy(conditions, slot));
    return { ids: this.#idsOf(matches.subarray(offset, offset + limit)), total: matches.length, corrected: null };
  }

  #findMatches(search: TextSearch, query: CatalogueQuery): CataloguePage {
    const { words, understood } = search;
    const conditions = listConditions(this.#table, search.filter);
    if (!conditions) return NOTHING;
    const { slots, total } = this.#ranking.page(search, conditions, query);
    // The categories with the most partial matches.
    const categories =
      total === 0 && query.text !== undefined
        ? this.#categories.near(words ? this.#texts.categoriesNear(words) : [])
        : undefined;
    return {
      ids: this.#idsOf(slots),
      total,
      corrected: words?.corrected ?? null,
      ...(understood && { understood }),
      ...(categories && { categories }),
    };
  }

  #idsOf(slots: Iterable<number>): number[] {
    return Array.from(slots, (slot) => this.#table.columns.ids[slot] as number);
  }
}
