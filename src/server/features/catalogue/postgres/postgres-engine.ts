import type { SortKey } from '#contract/storefront/product-list-query.ts';
import { CategoryTree } from '#domain/catalogue/category-tree.ts';
import type { Preference } from '#domain/search/search-intent.ts';
import { meaningfulWords, namedWords, nameTest } from '#server/features/search/index.ts';
import { fillCache } from '#server/platform/database/read-scope.ts';
import { readListedCategories, readNamedCategories } from '../indexing/indexed-products.store.ts';
import type {
  CatalogueFacets,
  CataloguePage,
  CatalogueQuery,
  CatalogueSuggestions,
  ListedCategory,
  SearchEngine,
  SearchEngineContext,
  SuggestionLimits,
} from '../search-engine.ts';
import { CategoryWords } from './category-words.ts';
import { type Condition, canBeSampled, conditionsOf, type ReadFilter } from './conditions.ts';
import { countChoices } from './count-choices.ts';
import { readNearCategories } from './facets.store.ts';
import {
  namesStartingWith,
  readRules,
  readText,
  type SearchSources,
  type TextSearch,
  wholeName,
} from './find-products.ts';
import { openFollower } from './follower.ts';
import { estimateMany, type ManyMatches, readPageOfMany, readRankedPageOfMany } from './many-matches.store.ts';
import {
  COUNTED,
  type CountedPage,
  countProducts,
  type OrderedRange,
  readGiven,
  readMatches,
  readPage,
  readPopular,
  readRankedPage,
} from './pages.store.ts';
import { findRelated } from './related-products.ts';
import { readCategoryCounts, readOptionValues, type StoredOptionValue } from './search-tables.store.ts';

const MAX_NEAR_CATEGORIES = 3;
/** How long values in memory are used while the node receives no notifications of changes. */
const UNANNOUNCED_MAX_AGE_MS = 500;
const PREFERRED: Readonly<Record<Preference, { readonly order: SortKey; readonly isDescending: boolean }>> = {
  cheapest: { order: 'price', isDescending: false },
  'best rated': { order: 'average_rating', isDescending: true },
  newest: { order: 'created_at', isDescending: true },
};

/** Pages from here on are read after the total, so that one near the end can be read from there. */
const DEEP = 500;

/** Without other conditions, totals are stored. */
const isOfCategory = ([first, ...others]: readonly Condition[]): boolean =>
  others.length === 0 && (!first || first.aspect === 'category');

/** What a query asks for, with its texts read. */
interface ReadQuery {
  readonly filter: ReadFilter;
  readonly search: TextSearch | undefined;
  /** If the text finds too many products to read them all. */
  readonly many: ManyMatches | undefined;
}

/** Answers from the tables of the schema `product_search`. */
class PostgresSearch {
  readonly #context: SearchEngineContext;
  #optionValues: Promise<readonly StoredOptionValue[]> | undefined;
  #categories: Promise<readonly ListedCategory[]> | undefined;
  #categoryWords: Promise<CategoryWords> | undefined;
  /** When these values were last forgotten, on the monotonic clock. */
  #forgottenAt = performance.now();

  constructor(context: SearchEngineContext) {
    this.#context = context;
  }

  /** Called after the tables or the categories have changed. */
  forget(): void {
    this.#optionValues = undefined;
    this.#categories = undefined;
    this.#categoryWords = undefined;
    this.#forgottenAt = performance.now();
  }

  /** Changes may not be announced while the change feed is interrupted. */
  forgetIfUnannounced(): void {
    const ageMs = performance.now() - this.#forgottenAt;
    if (ageMs > UNANNOUNCED_MAX_AGE_MS && !this.#context.changes.isLive()) this.forget();
  }

  async list(query: CatalogueQuery): Promise<CataloguePage> {
    return this.#page(query, await this.#read(query));
  }

  async listWithFacets(query: CatalogueQuery): Promise<CataloguePage & { facets: CatalogueFacets }> {
    const { db, customFields } = this.#context;
    const read = await this.#read(query);
    const [page, fields, categories, optionValues] = await Promise.all([
      this.#page(query, read),
      customFields.filters(),
      this.#listedCategories(),
      this.#knownOptionValues(),
    ]);
    const choices = { categories, fields, optionValues };
    return { ...page, facets: await countChoices(db, read.filter, choices, read.many) };
  }

  async suggest(text: string, { products, categories }: SuggestionLimits): Promise<CatalogueSuggestions> {
    const { db } = this.#context;
    const names = await namesStartingWith(db, text);
    const typed = names === undefined ? [] : await readPopular(db, names, products);
    const { ids, corrected } =
      typed.length > 0 ? { ids: typed, corrected: null } : await this.list({ text, offset: 0, limit: products });
    const isMeant = nameTest(meaningfulWords(corrected ?? text));
    const listed = await this.#listedCategories();
    return {
      productIds: ids,
      categories: listed.filter(({ name }) => isMeant(namedWords(name))).slice(0, categories),
      corrected,
    };
  }

  async related(id: number, limit: number, boughtTogether: readonly number[] = []): Promise<number[]> {
    return findRelated(this.#context.db, { id, limit, boughtTogether }, await this.#listedCategories());
  }

  async categories(): Promise<(ListedCategory & { productCount: number })[]> {
    const [categories, countOf] = await Promise.all([this.#listedCategories(), this.#categoryCounts()]);
    return categories.map((category) => ({ ...category, productCount: countOf(category.id) }));
  }

  async #read(query: CatalogueQuery): Promise<ReadQuery> {
    const { text, among, offset, limit } = query;
    const sources = await this.#sources();
    if (text === undefined || among)
      return { filter: await readRules(sources, query), search: undefined, many: undefined };
    const search = await readText(sources, text, query);
    const conditions = conditionsOf(search.filter);
    const many = canBeSampled(conditions)
      ? await estimateMany(this.#context.db, conditions, offset + limit)
      : undefined;
    return { filter: search.filter, search, many };
  }

  async #page(query: CatalogueQuery, { filter, search, many }: ReadQuery): Promise<CataloguePage> {
    const { db } = this.#context;
    const conditions = conditionsOf(filter);
    const page = search
      ? await this.#searched(query, search, conditions, many)
      : await this.#listed(query, filter, conditions);
    const { corrected = null, understood, nearby } = search ?? {};
    const isEmpty = search !== undefined && page.total === 0;
    const near = isEmpty && nearby !== undefined ? await readNearCategories(db, nearby, MAX_NEAR_CATEGORIES) : [];
    return {
      ...page,
      corrected,
      ...(understood && { understood }),
      ...(isEmpty && { categories: await this.#nearCategories(near) }),
    };
  }

  /** A page without a text, or of given products. */
  async #listed(query: CatalogueQuery, filter: ReadFilter, conditions: readonly Condition[]): Promise<CountedPage> {
    const { sortBy, isDescending = false, offset, limit, first = [] } = query;
    const range = { order: sortBy ?? 'name', isDescending, offset, limit } as const;
    const isPlain = sortBy !== undefined || (!filter.among && first.length === 0);
    if (isPlain) return this.#ordered(filter, conditions, range);
    const [ids, total] = await Promise.all([
      filter.among
        ? readGiven(this.#context.db, conditions, filter.among).then((all) => all.slice(offset, offset + limit))
        : this.#placed(first, filter, range),
      this.#count(filter, conditions),
    ]);
    return { ids, total };
  }

  /** A page in the order of a column. */
  async #ordered(filter: ReadFilter, conditions: readonly Condition[], range: OrderedRange): Promise<CountedPage> {
    const { db } = this.#context;
    const counting = this.#count(filter, conditions);
    const known = range.offset < DEEP ? undefined : await counting;
    const isExact = known !== undefined && (known <= COUNTED || isOfCategory(conditions));
    const [ids, total] = await Promise.all([readPage(db, conditions, range, isExact ? known : undefined), counting]);
    return { ids, total };
  }

  async #searched(
    query: CatalogueQuery,
    { filter, parts, preference }: TextSearch,
    conditions: readonly Condition[],
    many: ManyMatches | undefined,
  ): Promise<CountedPage> {
    const { db } = this.#context;
    const { sortBy, isDescending = false, offset, limit, text = '' } = query;
    const preferred = preference && PREFERRED[preference];
    const pinned = filter.pins?.pinned ?? [];
    if (sortBy !== undefined || (parts.length === 0 && pinned.length === 0)) {
      const order = sortBy ?? preferred?.order ?? 'popularity';
      const range = { order, isDescending: sortBy ? isDescending : (preferred?.isDescending ?? false), offset, limit };
      if (filter.words === undefined) return this.#ordered(filter, conditions, range);
      return many
        ? { ids: await readPageOfMany(db, conditions, range, many), total: many.total }
        : readMatches(db, conditions, range);
    }
    const rankedQuery = { parts, isNaming: filter.isNaming === true, name: wholeName(text), preferred };
    if (many)
      return {
        ids: await readRankedPageOfMany(db, conditions, { ...rankedQuery, offset, limit }, many),
        total: many.total,
      };
    const ranked = (from: readonly Condition[], part: { offset: number; limit: number }) =>
      readRankedPage(db, from, { ...rankedQuery, ...part });
    if (pinned.length === 0) return ranked(conditions, { offset, limit });
    const range = { order: 'popularity', isDescending: false, offset, limit } as const;
    const [ids, total] = await Promise.all([
      this.#placed(pinned, filter, range, async (from, part) => (await ranked(from, part)).ids),
      this.#count(filter, conditions),
    ]);
    return { ids, total };
  }

  /** A page that begins with given products. @param readOthers by default in the order of `range` */
  async #placed(
    first: readonly number[],
    filter: ReadFilter,
    range: OrderedRange,
    readOthers = (conditions: readonly Condition[], { offset, limit }: { offset: number; limit: number }) =>
      readPage(this.#context.db, conditions, { ...range, offset, limit }),
  ): Promise<number[]> {
    const { offset, limit } = range;
    const placed = await readGiven(this.#context.db, conditionsOf(filter), first);
    const shown = placed.slice(offset, offset + limit);
    if (shown.length === limit) return shown;
    const hidden = [...(filter.pins?.hidden ?? []), ...placed];
    const others = conditionsOf({ ...filter, pins: { pinned: [], hidden } });
    const rest = { offset: Math.max(0, offset - placed.length), limit: limit - shown.length };
    return [...shown, ...(await readOthers(others, rest))];
  }

  /** Exact without conditions and for a category, whose totals are stored. */
  async #count(filter: ReadFilter, conditions: readonly Condition[]): Promise<number> {
    if (!isOfCategory(conditions)) return countProducts(this.#context.db, conditions);
    const countOf = await this.#categoryCounts();
    if (filter.categoryId !== undefined) return countOf(filter.categoryId);
    return (await this.#listedCategories()).reduce(
      (sum, { id, parentId }) => sum + (parentId === null ? countOf(id) : 0),
      0,
    );
  }

  /** Number of products of a category and of those below it. */
  async #categoryCounts(): Promise<(categoryId: number) => number> {
    const [categories, counts] = await Promise.all([this.#listedCategories(), readCategoryCounts(this.#context.db)]);
    const tree = new CategoryTree(categories.map(({ id, parentId }) => ({ id, parent_id: parentId })));
    return (categoryId) => tree.branchOf(categoryId).reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0);
  }

  /** The listed ones of these categories; without any, the shop's first categories. */
  async #nearCategories(ids: readonly number[]): Promise<ListedCategory[]> {
    const categories = await this.#listedCategories();
    const near = ids.flatMap((id) => categories.find((category) => category.id === id) ?? []);
    const first = near.length > 0 ? near : categories.filter(({ parentId }) => parentId === null);
    return first.slice(0, MAX_NEAR_CATEGORIES);
  }

  async #sources(): Promise<SearchSources> {
    const { db, synonyms } = this.#context;
    const [lexicon, values, categories, categoryWords] = await Promise.all([
      synonyms.current(),
      this.#knownOptionValues(),
      this.#listedCategories(),
      this.#wordsOfCategories(),
    ]);
    const tree = new CategoryTree(categories.map(({ id, parentId }) => ({ id, parent_id: parentId })));
    return {
      db,
      lexicon,
      categoryWords,
      branchOf: (id) => tree.branchOf(id).map((category) => category.id),
      valuesWhere: (option, isWanted) =>
        values.flatMap(({ option_key: key, value }) => (key === option && isWanted(value) ? [value] : [])),
    };
  }

  #knownOptionValues(): Promise<readonly StoredOptionValue[]> {
    this.#optionValues ??= this.#kept(() => readOptionValues(this.#context.db));
    return this.#optionValues;
  }

  #listedCategories(): Promise<readonly ListedCategory[]> {
    this.#categories ??= this.#kept(() => readListedCategories(this.#context.db));
    return this.#categories;
  }

  #wordsOfCategories(): Promise<CategoryWords> {
    this.#categoryWords ??= this.#kept(() => this.#readCategoryWords());
    return this.#categoryWords;
  }

  async #readCategoryWords(): Promise<CategoryWords> {
    const { db } = this.#context;
    const [categories, counts] = await Promise.all([readNamedCategories(db), readCategoryCounts(db)]);
    return new CategoryWords(categories, ({ id }) => (counts.get(id) ?? 0) > 0);
  }

  /** Caches neither a failure nor what a lagging replica returns. */
  async #kept<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await fillCache(read);
    } catch (error) {
      this.forget();
      throw error;
    }
  }
}

/**
 * Answers from tables in PostgreSQL, for catalogues that do not fit into the memory of each node (docs/decisions/0065).
 */
export const postgresEngine: SearchEngine = {
  name: 'postgres',
  open(context) {
    const search = new PostgresSearch(context);
    const follower = openFollower(context, () => search.forget());
    const whenLoaded = async <T>(answer: () => Promise<T>): Promise<T> => {
      await follower.untilLoaded();
      search.forgetIfUnannounced();
      return answer();
    };
    return {
      list: (query) => whenLoaded(() => search.list(query)),
      listWithFacets: (query) => whenLoaded(() => search.listWithFacets(query)),
      suggest: (text, limits) => whenLoaded(() => search.suggest(text, limits)),
      related: (id, limit, boughtTogether) => whenLoaded(() => search.related(id, limit, boughtTogether)),
      categories: () => whenLoaded(() => search.categories()),
      isLoaded: follower.isLoaded,
      untilLoaded: follower.untilLoaded,
      onUpdate: follower.onUpdate,
      close: follower.close,
    };
  },
};
