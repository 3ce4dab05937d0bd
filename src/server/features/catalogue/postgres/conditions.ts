import { type RawBuilder, sql } from 'kysely';
import type { OptionCondition } from '#domain/catalogue/option-values.ts';
import { fold } from '#server/features/search/index.ts';
import { FORCE_CUSTOM_PLAN, statementTimeout } from '#server/platform/database/database.ts';
import { optionValueKey } from '../indexing/option-spellings.ts';
import type { CatalogueFilter } from '../search-engine.ts';
import { brandKeyOf, customKey, KEY_OF, SAMPLES, sampleLexeme } from './product-document.ts';

/** A filter whose texts have been read. */
export interface ReadFilter extends Omit<CatalogueFilter, 'text' | 'rule'> {
  /** `categoryId` and the categories below it. */
  readonly categoryIds?: readonly number[] | undefined;
  /** A tsquery. */
  readonly words?: string | undefined;
  /** The words are matched only in the texts that name products. */
  readonly isNaming?: boolean | undefined;
  readonly rule?: { readonly match: 'all' | 'any'; readonly filters: readonly ReadFilter[] } | undefined;
  /** No product can meet it, such as a rule with a word that no product has. */
  readonly isImpossible?: boolean | undefined;
}

/** What a condition is about: facets leave out the one of their own kind. */
export type Aspect =
  | 'category'
  | 'brand'
  | 'price'
  | 'rating'
  | 'stock'
  | 'sale'
  | 'other'
  | `option:${string}`
  | `custom:${string}`;

/** A condition on a row of `product_search.listing AS p`. */
export interface Condition {
  readonly aspect: Aspect;
  readonly test: RawBuilder<boolean>;
  /** The test also reads `product_search.product AS d`. */
  readonly readsDocument?: boolean;
  /** Which words the test looks for, if any. */
  readonly words?: WordCondition;
}

interface WordCondition {
  /** A tsquery. */
  readonly query: string;
  readonly isNaming: boolean;
  /** Products that are found whatever their words are. */
  readonly pinned: readonly number[];
}

/** Shorter than for other statements, so that expensive searches do not occupy the connections for reads. */
const SEARCH_TIMEOUT_MS = 5_000;
/** Prefix for statements of searches: a timeout, and a new plan each time, because the best one depends on how many products match. */
export const searchPrefix = sql.raw(statementTimeout(SEARCH_TIMEOUT_MS) + FORCE_CUSTOM_PLAN);

const MICROSECONDS = 1000;
/** Maximum combinations of option values that a query tests; further ones are ignored. */
const MAX_COMBINATIONS = 400;

const hasAll = (keys: readonly string[]) => sql<boolean>`d.keys @> ${keys}::text[]`;
const hasAny = (keys: readonly string[]) => sql<boolean>`d.keys && ${keys}::text[]`;

function combinationsOf(conditions: readonly OptionCondition[]): string[][] {
  let combinations: string[][] = [[]];
  for (const { key, values } of conditions)
    combinations = combinations
      .flatMap((chosen) => values.map((value) => [...chosen, optionValueKey(key, value)]))
      .slice(0, MAX_COMBINATIONS);
  return combinations;
}

/** A variant meets all conditions and is in stock or, if `isInStock` is false, all such variants are out of stock. */
function variantTest(conditions: readonly OptionCondition[], isInStock: boolean | undefined): RawBuilder<boolean> {
  const combinations = combinationsOf(conditions);
  const some = (stock: object) =>
    sql<boolean>`d.variants @> ANY (${combinations.map((values) => JSON.stringify([{ values, ...stock }]))}::jsonb[])`;
  if (isInStock === undefined) return some({});
  return isInStock ? some({ stock: true }) : sql<boolean>`${some({})} AND NOT ${some({ stock: true })}`;
}

/** Conditions that require one variant to meet all of them; each also names keys that the index can look up. */
function optionConditions(conditions: readonly OptionCondition[], isInStock: boolean | undefined): Condition[] {
  const own = conditions.map(
    ({ key, values }): Condition => ({
      aspect: `option:${key}`,
      test: hasAny(values.map((value) => KEY_OF.option + optionValueKey(key, value))),
      readsDocument: true,
    }),
  );
  // The keys decide a single condition without stock.
  const needsVariant = conditions.length > 1 || isInStock !== undefined;
  return needsVariant
    ? [...own, { aspect: 'other', test: variantTest(conditions, isInStock), readsDocument: true }]
    : own;
}

function customConditions({ custom = [] }: ReadFilter): Condition[] {
  return custom.map((condition) => {
    const aspect: Aspect = `custom:${condition.key}`;
    if ('values' in condition)
      return {
        aspect,
        test: hasAny(condition.values.map((value) => customKey(condition.key, value))),
        readsDocument: true,
      };
    const number = sql`(d.numbers ->> ${condition.key})::numeric`;
    const { min, max } = condition;
    return {
      aspect,
      readsDocument: true,
      test: sql<boolean>`${number} >= COALESCE(${min ?? null}::numeric, ${number})
                     AND ${number} <= COALESCE(${max ?? null}::numeric, ${number})`,
    };
  });
}

/**
 * The conditions of a filter.
 * @param without the kind of condition that is left out: options and stock can only be left out here, because one variant has to
 * meet them together
 */
export function conditionsOf(filter: ReadFilter, without?: Aspect): Condition[] {
  const { categoryIds, brand, minPrice, maxPrice, minRating, isOnSale, tag, createdSince, rule, among, pins } = filter;
  const isInStock = without === 'stock' ? undefined : filter.isInStock;
  const options = (filter.options ?? []).filter(({ key }) => without !== `option:${key}`);
  const conditions: Condition[] = [];
  const add = (aspect: Aspect, test: RawBuilder<boolean>): void => {
    if (aspect === 'other' || aspect !== without) conditions.push({ aspect, test });
  };
  if (filter.isImpossible) add('other', sql<boolean>`false`);
  if (filter.words !== undefined) conditions.push(wordCondition(filter.words, filter));
  if (categoryIds !== undefined) add('category', categoryTest(categoryIds));
  if (brand !== undefined) add('brand', sql<boolean>`p.brand_key = ANY (${[brand].flat().map(brandKeyOf)}::text[])`);
  if (minPrice !== undefined) add('price', sql<boolean>`p.price >= ${minPrice}`);
  if (maxPrice !== undefined) add('price', sql<boolean>`p.price <= ${maxPrice}`);
  if (minRating !== undefined) add('rating', sql<boolean>`p.rating >= ${minRating}`);
  if (isOnSale !== undefined) add('sale', sql<boolean>`p.is_on_sale = ${isOnSale}`);
  if (options.length > 0) conditions.push(...optionConditions(options, isInStock));
  else if (isInStock !== undefined) add('stock', sql<boolean>`p.in_stock = ${isInStock}`);
  for (const condition of customConditions(filter)) if (condition.aspect !== without) conditions.push(condition);
  if (tag !== undefined)
    conditions.push({ aspect: 'other', test: hasAll([KEY_OF.tag + fold(tag.trim())]), readsDocument: true });
  if (createdSince !== undefined) add('other', sql<boolean>`p.created_at >= ${createdSince * MICROSECONDS}`);
  if (among) add('other', sql<boolean>`p.product_id = ANY (${among}::integer[])`);
  if (pins && pins.hidden.length > 0) add('other', sql<boolean>`p.product_id <> ALL (${pins.hidden}::integer[])`);
  if (rule) conditions.push(ruleCondition(rule));
  return conditions;
}

/** One category as a plain comparison: an index then also gives the order within it. */
function categoryTest(ids: readonly number[]): RawBuilder<boolean> {
  const [id, ...others] = ids;
  return id !== undefined && others.length === 0
    ? sql<boolean>`p.category_id = ${id}`
    : sql<boolean>`p.category_id = ANY (${ids}::integer[])`;
}

const matching = ({ query, isNaming }: WordCondition): RawBuilder<unknown> =>
  isNaming
    ? sql`product_search.matching_names(${query}::tsquery)`
    : sql`product_search.matching_words(${query}::tsquery)`;

const wordCondition = (query: string, { isNaming = false, pins }: ReadFilter): Condition =>
  conditionOf({ query, isNaming, pinned: pins?.pinned ?? [] });

function conditionOf(words: WordCondition): Condition {
  const own = sql<boolean>`p.product_id IN (SELECT m.product_id FROM ${matching(words)} AS m)`;
  const isPinned = sql<boolean>`p.product_id = ANY (${words.pinned}::integer[])`;
  return { aspect: 'other', test: words.pinned.length === 0 ? own : sql<boolean>`(${own} OR ${isPinned})`, words };
}

const COLUMNS = [
  ...(['product_id', 'category_id', 'name_key', 'brand', 'brand_key', 'price', 'is_on_sale'] as const),
  ...(['created_at', 'rating', 'popularity', 'in_stock', 'sample'] as const),
];
/** All columns of `product_search.listing`, from one of its aliases. */
const columnsOf = (alias: 'm' | 'l' | 'p') => sql.join(COLUMNS.map((name) => sql.ref(`${alias}.${name}`)));

/** The rows that match the words, so that no others are read. */
function matchingRows(words: WordCondition): RawBuilder<unknown> {
  if (words.pinned.length === 0) return matching(words);
  return sql`(SELECT ${columnsOf('m')} FROM ${matching(words)} AS m
               UNION SELECT ${columnsOf('l')} FROM product_search.listing AS l WHERE l.product_id = ANY (${words.pinned}::integer[]))`;
}

/**
 * FROM and WHERE of a statement about the products that meet the conditions.
 * @param readsDocument whether the statement itself reads `product_search.product AS d`
 */
export function meeting(conditions: readonly Condition[], readsDocument = false): RawBuilder<unknown> {
  const ofWords = conditions.find(({ words }) => words);
  const source = ofWords?.words ? matchingRows(ofWords.words) : sql`product_search.listing`;
  const joins = readsDocument || conditions.some((condition) => condition.readsDocument);
  const document = joins ? sql`JOIN product_search.product AS d ON d.product_id = p.product_id` : sql``;
  return sql`FROM ${source} AS p ${document} WHERE ${allOf(conditions.filter((condition) => condition !== ofWords))}`;
}

/** Whether there is a text without pinned products, so that only a sample of its matches, or the popular ones, can be read. */
export function canBeSampled(conditions: readonly Condition[]): boolean {
  return conditions.some(({ words }) => words !== undefined && words.pinned.length === 0);
}

/** The same conditions for the products that also match a tsquery. */
export const restricted = (conditions: readonly Condition[], to: string): Condition[] =>
  conditions.map((condition) => (condition.words ? conditionOf(narrowed(condition.words, to)) : condition));

const narrowed = (words: WordCondition, to: string): WordCondition => ({
  ...words,
  query: `(${words.query}) & (${to})`,
});

/** A test of one product's text, instead of the index of words. */
function textTest({ query, isNaming }: WordCondition): RawBuilder<boolean> {
  const column = isNaming ? sql`d.naming` : sql`d.words`;
  // A scalar subquery, so that the planner does not turn it into a join in another order.
  return sql<boolean>`(SELECT ${column} @@ ${query}::tsquery
                         FROM product_search.product AS d WHERE d.product_id = p.product_id)`;
}

/**
 * FROM and WHERE of a statement that walks the products in an order, and tests the texts and documents of each.
 * @param order must also be the statement's own ORDER BY, so that the walk can stop at the last match needed
 * @param maxTests tests at most this many products, because matches may be rare at this end of the order
 */
export function testedInOrder(
  conditions: readonly Condition[],
  order: RawBuilder<unknown>,
  maxTests: number,
): RawBuilder<unknown> {
  const isTested = ({ words, readsDocument }: Condition) => words !== undefined || readsDocument === true;
  const tested = conditions.filter(isTested);
  const walked = meeting(conditions.filter((condition) => !isTested(condition)));
  const tests = tested.map(({ words, test }) => (words ? textTest(words) : test));
  const document = tested.some(({ readsDocument }) => readsDocument)
    ? sql`JOIN product_search.product AS d ON d.product_id = p.product_id`
    : sql``;
  return sql`FROM (SELECT ${columnsOf('p')} ${walked} ORDER BY ${order} LIMIT ${maxTests}) AS p ${document} WHERE ${sql.join(tests, sql` AND `)}`;
}

/** The smallest sample contains few matches, even of a common word. */
const SMALLEST = sampleLexeme(SAMPLES.length);

/** Whether at least `count` products meet the conditions. */
export function hasAtLeast(conditions: readonly Condition[], count: number): RawBuilder<boolean> {
  const [first, ...others] = conditions;
  if (!first?.words || others.length > 0 || first.words.pinned.length > 0)
    return sql<boolean>`(SELECT count(*) = ${count} FROM (SELECT ${meeting(conditions)} LIMIT ${count}) AS found)`;
  const counted = ({ query, isNaming }: WordCondition) =>
    isNaming
      ? sql<boolean>`product_search.count_names(${query}::tsquery, ${count}) = ${count}`
      : sql<boolean>`product_search.count_words(${query}::tsquery, ${count}) = ${count}`;
  return sql<boolean>`CASE WHEN ${counted(narrowed(first.words, SMALLEST))} THEN true ELSE ${counted(first.words)} END`;
}

/** Whether `stockTest` reads the document. */
export const readsVariants = ({ options = [] }: ReadFilter): boolean => options.length > 0;

/** Whether the product is in stock or, with option conditions, a variant that meets them. */
export function stockTest({ options = [] }: ReadFilter): RawBuilder<boolean> {
  return readsVariants({ options }) ? variantTest(options, true) : sql<boolean>`p.in_stock`;
}

function ruleCondition({ match, filters }: NonNullable<ReadFilter['rule']>): Condition {
  const sets = filters.map((filter) => conditionsOf(filter));
  const none = match === 'all' ? sql<boolean>`true` : sql<boolean>`false`;
  const tests = sets.map((conditions) => sql<boolean>`(${allOf(conditions)})`);
  const test = sql<boolean>`(${sql.join(tests, match === 'all' ? sql` AND ` : sql` OR `)})`;
  const readsDocument = sets.flat().some((condition) => condition.readsDocument);
  return { aspect: 'other', test: tests.length === 0 ? none : test, readsDocument };
}

function allOf(conditions: readonly Condition[]): RawBuilder<boolean> {
  return conditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${sql.join(
        conditions.map(({ test }) => test),
        sql` AND `,
      )}`;
}
