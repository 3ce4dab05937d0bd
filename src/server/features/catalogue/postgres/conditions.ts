import { type RawBuilder, sql } from 'kysely';
import type { OptionCondition } from '#domain/option-values.ts';
import { fold } from '#server/features/search/index.ts';
import type { CatalogueFilter } from '../search-engine.ts';
import { brandKeyOf, customKey, KEY_OF, optionValueKey } from './product-document.ts';

/** A filter whose texts have been read. */
export interface ReadFilter extends Omit<CatalogueFilter, 'text' | 'rule'> {
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

/** A condition on a row of `product_search.product AS p`. */
export interface Condition {
  readonly aspect: Aspect;
  readonly test: RawBuilder<boolean>;
}

const MICROSECONDS = 1000;
/** Maximum combinations of option values that a query tests; further ones are ignored. */
const MAX_COMBINATIONS = 400;

const hasAll = (keys: readonly string[]) => sql<boolean>`p.keys @> ${keys}::text[]`;
const hasAny = (keys: readonly string[]) => sql<boolean>`p.keys && ${keys}::text[]`;

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
    sql<boolean>`p.variants @> ANY (${combinations.map((values) => JSON.stringify([{ values, ...stock }]))}::jsonb[])`;
  if (isInStock === undefined) return some({});
  return isInStock ? some({ stock: true }) : sql<boolean>`${some({})} AND NOT ${some({ stock: true })}`;
}

/** Conditions that require one variant to meet all of them; each also names keys that the index can look up. */
function optionConditions(conditions: readonly OptionCondition[], isInStock: boolean | undefined): Condition[] {
  const own = conditions.map(
    ({ key, values }): Condition => ({
      aspect: `option:${key}`,
      test: hasAny(values.map((value) => KEY_OF.option + optionValueKey(key, value))),
    }),
  );
  // The keys decide a single condition without stock.
  const needsVariant = conditions.length > 1 || isInStock !== undefined;
  return needsVariant ? [...own, { aspect: 'other', test: variantTest(conditions, isInStock) }] : own;
}

function customConditions({ custom = [] }: ReadFilter): Condition[] {
  return custom.map((condition) => {
    const aspect: Aspect = `custom:${condition.key}`;
    if ('values' in condition)
      return { aspect, test: hasAny(condition.values.map((value) => customKey(condition.key, value))) };
    const number = sql`(p.numbers ->> ${condition.key})::numeric`;
    const { min, max } = condition;
    return {
      aspect,
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
  const { categoryId, brand, minPrice, maxPrice, minRating, isOnSale, tag, createdSince, rule, among, pins } = filter;
  const isInStock = without === 'stock' ? undefined : filter.isInStock;
  const options = (filter.options ?? []).filter(({ key }) => without !== `option:${key}`);
  const conditions: Condition[] = [];
  const add = (aspect: Aspect, test: RawBuilder<boolean>): void => {
    if (aspect === 'other' || aspect !== without) conditions.push({ aspect, test });
  };
  if (filter.isImpossible) add('other', sql<boolean>`false`);
  if (filter.words !== undefined) add('other', wordTest(filter.words, filter));
  if (categoryId !== undefined) add('category', hasAll([KEY_OF.category + categoryId]));
  if (brand !== undefined) add('brand', hasAny([brand].flat().map((name) => KEY_OF.brand + brandKeyOf(name))));
  if (minPrice !== undefined) add('price', sql<boolean>`p.price >= ${minPrice}`);
  if (maxPrice !== undefined) add('price', sql<boolean>`p.price <= ${maxPrice}`);
  if (minRating !== undefined) add('rating', sql<boolean>`p.rating >= ${minRating}`);
  if (isOnSale !== undefined) add('sale', sql<boolean>`p.is_on_sale = ${isOnSale}`);
  if (options.length > 0) conditions.push(...optionConditions(options, isInStock));
  else if (isInStock !== undefined) add('stock', sql<boolean>`p.in_stock = ${isInStock}`);
  for (const { aspect, test } of customConditions(filter)) add(aspect, test);
  if (tag !== undefined) add('other', hasAll([KEY_OF.tag + fold(tag.trim())]));
  if (createdSince !== undefined) add('other', sql<boolean>`p.created_at >= ${createdSince * MICROSECONDS}`);
  if (among) add('other', sql<boolean>`p.product_id = ANY (${among}::integer[])`);
  if (pins && pins.hidden.length > 0) add('other', sql<boolean>`p.product_id <> ALL (${pins.hidden}::integer[])`);
  if (rule) add('other', ruleTest(rule));
  return conditions;
}

/** Finds pinned products whatever their words are. */
function wordTest(words: string, { isNaming = false, pins }: ReadFilter): RawBuilder<boolean> {
  const pinned = pins?.pinned ?? [];
  const own = sql<boolean>`${sql.ref(isNaming ? 'p.naming' : 'p.words')} @@ ${words}::tsquery`;
  return pinned.length === 0 ? own : sql<boolean>`(${own} OR p.product_id = ANY (${pinned}::integer[]))`;
}

/** Whether the product is in stock or, with option conditions, a variant that meets them. */
export function stockTest({ options = [] }: ReadFilter): RawBuilder<boolean> {
  return options.length > 0 ? variantTest(options, true) : sql<boolean>`p.in_stock`;
}

function ruleTest({ match, filters }: NonNullable<ReadFilter['rule']>): RawBuilder<boolean> {
  const tests = filters.map((filter) => sql<boolean>`(${allOf(conditionsOf(filter))})`);
  if (tests.length === 0) return match === 'all' ? sql<boolean>`true` : sql<boolean>`false`;
  return sql<boolean>`(${sql.join(tests, match === 'all' ? sql` AND ` : sql` OR `)})`;
}

export function allOf(conditions: readonly Condition[]): RawBuilder<boolean> {
  return conditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${sql.join(
        conditions.map(({ test }) => test),
        sql` AND `,
      )}`;
}
