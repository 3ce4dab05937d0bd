import { type RawBuilder, sql } from 'kysely';
import type { SortKey } from '#contract/storefront/product-list-query.ts';
import { type Database, FORCE_CUSTOM_PLAN } from '#server/platform/database/database.ts';
import { allOf, type Condition } from './conditions.ts';
import { SALES_CLASS } from './product-document.ts';
import type { ScoredPart } from './text-query.ts';

/** Counts are exact up to this number; larger ones are estimated from a sample of this size, within about two percent. */
export const COUNTED = 2_000;
/** Matches of a text that are ranked; the others follow by popularity. */
const RANKED = 1_000;
/** The range of `sample`. */
const SAMPLE_RANGE = 2 ** 31;

/** The plan depends on how many products meet the conditions. */
const planned = sql.raw(FORCE_CUSTOM_PLAN);

export type Order = SortKey | 'popularity';

const COLUMNS = { name: 'name_key', price: 'price', created_at: 'created_at', average_rating: 'rating' } as const;

function orderBy(order: Order, isDescending: boolean): RawBuilder<unknown> {
  if (order === 'popularity') return sql`p.popularity DESC, p.product_id`;
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  return sql`${sql.ref(`p.${COLUMNS[order]}`)} ${direction}, p.product_id ${direction}`;
}

export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

export async function readPage(
  db: Database,
  conditions: readonly Condition[],
  { order, isDescending, offset, limit }: PageRange & { readonly order: Order; readonly isDescending: boolean },
): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`${planned}
    SELECT p.product_id FROM product_search.product p WHERE ${allOf(conditions)}
     ORDER BY ${orderBy(order, isDescending)} LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows.map(({ product_id: id }) => id);
}

/** Those of the given products that meet the conditions, in the given order. */
export async function readGiven(
  db: Database,
  conditions: readonly Condition[],
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    SELECT p.product_id FROM unnest(${ids}::integer[]) WITH ORDINALITY AS given (id, place)
      JOIN product_search.product p ON p.product_id = given.id
     WHERE ${allOf(conditions)}
     ORDER BY given.place`.execute(db);
  return [...new Set(rows.map(({ product_id: id }) => id))];
}

/** How many products meet the conditions: exact up to `COUNTED`. */
export async function countProducts(db: Database, conditions: readonly Condition[]): Promise<number> {
  const { rows } = await sql<{ count: number; last: number | null }>`${planned}
    SELECT count(*)::integer AS count, max(sample) AS last
      FROM (SELECT p.sample FROM product_search.product p WHERE ${allOf(conditions)}
             ORDER BY p.sample LIMIT ${COUNTED + 1}) found`.execute(db);
  const { count = 0, last = null } = rows[0] ?? {};
  return estimate(count, last);
}

/** @param last the highest place in the sample, of those counted */
export const estimate = (count: number, last: number | null): number =>
  count <= COUNTED || last === null ? count : Math.max(count, Math.round((COUNTED * SAMPLE_RANGE) / (last + 1)));

export async function hasAtLeast(db: Database, conditions: readonly Condition[], count: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`${planned}
    SELECT count(*)::integer AS count
      FROM (SELECT FROM product_search.product p WHERE ${allOf(conditions)} LIMIT ${count}) found`.execute(db);
  return rows[0]?.count === count;
}

/** Which of these sets of conditions any product meets. */
export async function existProducts(db: Database, sets: readonly (readonly Condition[])[]): Promise<boolean[]> {
  if (sets.length === 0) return [];
  const tests = sets.map((conditions) => sql`EXISTS (SELECT FROM product_search.product p WHERE ${allOf(conditions)})`);
  const { rows } = await sql<{ found: boolean[] }>`${planned} SELECT ARRAY[${sql.join(tests)}] AS found`.execute(db);
  return rows[0]?.found ?? [];
}

const IN_STOCK_SCORE = 16;
const MAX_SALES_SCORE = 24;
/** When the cheapest is wanted, products whose scores differ by less count as equally relevant. */
const COARSE_SCORE = 64;

function partScore({ own, any }: ScoredPart): RawBuilder<number> {
  const has = (query: string) => sql`found.naming @@ ${query}::tsquery`;
  const literal = own === '' ? sql`` : sql`WHEN ${has(own)} THEN 128`;
  return sql<number>`CASE ${literal} WHEN ${has(any.naming)} THEN 64 ELSE 8 END`;
}

export interface RankedQuery extends PageRange {
  readonly parts: readonly ScoredPart[];
  /** Only texts that name products were searched, so all matches are equal so far. */
  readonly isNaming: boolean;
  /** A name that equals it comes first. */
  readonly name: string;
  readonly preferred: { readonly order: SortKey; readonly isDescending: boolean } | undefined;
}

/** A page of what a text finds, by relevance. */
export async function readRankedPage(
  db: Database,
  conditions: readonly Condition[],
  { parts, isNaming, name, preferred, offset, limit }: RankedQuery,
): Promise<number[]> {
  const scores = parts.length === 0 ? [sql<number>`0`] : parts.map(partScore);
  const words = sql`${sql.join(scores, sql` + `)} + CASE WHEN found.name_key = ${name} THEN 128 ELSE 0 END`;
  const boost = sql`CASE WHEN found.in_stock THEN ${IN_STOCK_SCORE}::integer ELSE 0 END
      + LEAST(found.popularity / ${SALES_CLASS}::bigint, ${MAX_SALES_SCORE}::bigint)`;
  const column = preferred && sql.ref(`found.${COLUMNS[preferred.order]}`);
  const by = preferred
    ? sql`(${words}) / ${COARSE_SCORE}::integer DESC, ${column} ${preferred.isDescending ? sql`DESC` : sql`ASC`}`
    : sql`${words} + ${boost} DESC`;
  const popular = sql`p.popularity DESC, p.product_id`;
  // Products whose name has the words come before those that only mention them.
  const named = sql.join(
    parts.map(({ any }) => sql`(p.naming @@ ${any.naming}::tsquery)::integer`),
    sql` + `,
  );
  const candidates = isNaming || parts.length === 0 ? popular : sql`${named} DESC, ${popular}`;
  const { rows } = await sql<{ product_id: number }>`${planned}
    SELECT found.product_id
      FROM (SELECT p.product_id, p.naming, p.name_key, p.in_stock, p.popularity, p.price, p.created_at, p.rating,
                   row_number() OVER (ORDER BY ${candidates}) AS place
              FROM product_search.product p WHERE ${allOf(conditions)}
             ORDER BY ${candidates} LIMIT ${Math.max(RANKED, offset + limit)}) found
     ORDER BY found.place > ${RANKED}, CASE WHEN found.place <= ${RANKED} THEN 0 ELSE found.place END, ${by}, found.place
     LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows.map(({ product_id: id }) => id);
}
