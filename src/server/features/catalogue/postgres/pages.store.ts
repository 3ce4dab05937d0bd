import { type RawBuilder, sql } from 'kysely';
import type { SortKey } from '#contract/storefront/product-list-query.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Condition, hasAtLeast, meeting, restricted, searchPrefix, testedInOrder } from './conditions.ts';
import { levelLexeme, popularityLevel, SALES_CLASS } from './product-document.ts';
import type { ScoredPart } from './text-query.ts';
import type { NameQuery } from './words.store.ts';

/** Counts are exact up to this number; larger ones are estimated from a sample of this size, within about two percent. */
export const COUNTED = 2_000;
/** Matches of a text that are ranked; the others follow by popularity. */
export const RANKED = 1_000;
/** The range of `sample`. */
const SAMPLE_RANGE = 2 ** 31;

export type Order = SortKey | 'popularity';

const COLUMNS = { name: 'name_key', price: 'price', created_at: 'created_at', average_rating: 'rating' } as const;

function orderBy(order: Order, isDescending: boolean, isReversed = false): RawBuilder<unknown> {
  if (order === 'popularity')
    return isReversed ? sql`p.popularity, p.product_id DESC` : sql`p.popularity DESC, p.product_id`;
  const direction = isDescending === isReversed ? sql`ASC` : sql`DESC`;
  return sql`${sql.ref(`p.${COLUMNS[order]}`)} ${direction}, p.product_id ${direction}`;
}

export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

export interface OrderedRange extends PageRange {
  readonly order: Order;
  readonly isDescending: boolean;
}

/** @param total how many products meet the conditions, if it is known exactly: a page near the end is then read from there. */
export async function readPage(
  db: Database,
  conditions: readonly Condition[],
  { order, isDescending, offset, limit }: OrderedRange,
  total?: number,
): Promise<number[]> {
  const left = total === undefined ? undefined : total - offset;
  if (left !== undefined && left < offset) {
    const range = sql`LIMIT ${Math.max(0, Math.min(limit, left))} OFFSET ${Math.max(0, left - limit)}`;
    return (await readIds(db, meeting(conditions), orderBy(order, isDescending, true), range)).reverse();
  }
  return readIds(db, meeting(conditions), orderBy(order, isDescending), sql`LIMIT ${limit} OFFSET ${offset}`);
}

/** A page of the products whose texts match, among the first `maxTests` in the order: it may be incomplete. */
export async function readTestedPage(
  db: Database,
  conditions: readonly Condition[],
  { order, isDescending, offset, limit }: OrderedRange,
  maxTests: number,
): Promise<number[]> {
  const by = orderBy(order, isDescending);
  return readIds(db, testedInOrder(conditions, by, maxTests), by, sql`LIMIT ${limit} OFFSET ${offset}`);
}

async function readIds(
  db: Database,
  from: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  range: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`${searchPrefix}
    SELECT p.product_id ${from} ORDER BY ${order} ${range}`.execute(db);
  return rows.map(({ product_id: id }) => id);
}

/** Popular products among which a common word finds enough, so that not all of its matches have to be read. */
const POPULAR = 200;
/** How many popularity levels to go down when the more popular products are not enough: each time to a sixteenth of the reviews. */
const LEVELS_AT_ONCE = 4;

/** The most popular products whose names match. */
export async function readPopular(db: Database, names: NameQuery, limit: number): Promise<number[]> {
  const { rows } = await sql<{ product_id: number | null; popularity: number }>`${searchPrefix}
    WITH popular AS MATERIALIZED (
      SELECT product_id, popularity FROM product_search.listing ORDER BY popularity DESC, product_id LIMIT ${POPULAR})
    (SELECT p.product_id, p.popularity FROM popular AS p JOIN product_search.product AS d ON d.product_id = p.product_id
      WHERE d.naming @@ ${names.exact}::tsquery
      ORDER BY p.popularity DESC, p.product_id LIMIT ${limit})
     UNION ALL SELECT NULL, min(popularity) FROM popular HAVING count(*) = ${POPULAR}`.execute(db);
  const found = rows.flatMap(({ product_id: id }) => id ?? []);
  const last = rows.find(({ product_id: id }) => id === null)?.popularity;
  if (found.length === limit || last === undefined) return found;
  for (let level = popularityLevel(last); level > 0; level -= LEVELS_AT_ONCE) {
    const ids = await readNamed(db, { ...names, loose: `(${names.loose}) & ${levelLexeme(level)}` }, limit);
    if (ids.length === limit) return ids;
  }
  return readNamed(db, names, limit);
}

/** Reads the texts only of the most popular products that the index of words finds. */
async function readNamed(db: Database, { loose, exact }: NameQuery, limit: number): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`${searchPrefix}
    SELECT p.product_id
      FROM (SELECT product_id, popularity FROM product_search.matching_names(${loose}::tsquery)
             ORDER BY popularity DESC, product_id OFFSET 0) AS p
     WHERE (SELECT d.naming @@ ${exact}::tsquery FROM product_search.product AS d WHERE d.product_id = p.product_id)
     LIMIT ${limit}`.execute(db);
  return rows.map(({ product_id: id }) => id);
}

/** Those of the given products that meet the conditions, in the given order. */
export async function readGiven(
  db: Database,
  conditions: readonly Condition[],
  ids: readonly number[],
): Promise<number[]> {
  const isGiven = sql<boolean>`p.product_id = ANY (${ids}::integer[])`;
  const { rows } = await sql<{ product_id: number }>`${searchPrefix}
    SELECT p.product_id ${meeting([...conditions, { aspect: 'other', test: isGiven }])}`.execute(db);
  const met = new Set(rows.map(({ product_id: id }) => id));
  return [...new Set(ids)].filter((id) => met.has(id));
}

/** How many products meet the conditions: exact up to `COUNTED`. */
export async function countProducts(db: Database, conditions: readonly Condition[]): Promise<number> {
  const { rows } = await sql<{ count: number; last: number | null }>`${searchPrefix}
    SELECT count(*)::integer AS count, max(sample) AS last
      FROM (SELECT p.sample ${meeting(conditions)} ORDER BY p.sample LIMIT ${COUNTED + 1}) AS found`.execute(db);
  const { count = 0, last = null } = rows[0] ?? {};
  return estimate(count, last);
}

/** @param last the highest place in the sample, of those counted */
export const estimate = (count: number, last: number | null): number =>
  count <= COUNTED || last === null ? count : Math.max(count, Math.round((COUNTED * SAMPLE_RANGE) / (last + 1)));

export async function haveAtLeast(db: Database, conditions: readonly Condition[], count: number): Promise<boolean> {
  const { rows } = await sql<{ are_enough: boolean }>`${searchPrefix}
    SELECT ${hasAtLeast(conditions, count)} AS are_enough`.execute(db);
  return rows[0]?.are_enough === true;
}

/** Which of these sets of conditions any product meets. */
export async function existProducts(db: Database, sets: readonly (readonly Condition[])[]): Promise<boolean[]> {
  if (sets.length === 0) return [];
  const tests = sets.map((conditions) => hasAtLeast(conditions, 1));
  const { rows } = await sql<{ found: boolean[] }>`${searchPrefix} SELECT ARRAY[${sql.join(tests)}] AS found`.execute(
    db,
  );
  return rows[0]?.found ?? [];
}

const IN_STOCK_SCORE = 16;
const MAX_SALES_SCORE = 24;
/** When the cheapest is wanted, products whose scores differ by less count as equally relevant. */
const COARSE_SCORE = 64;

export interface CountedPage {
  readonly ids: number[];
  readonly total: number;
}

/** A page of what a text finds, in a given order, and how many products it finds. Reads each of them, but only once. */
export async function readMatches(
  db: Database,
  conditions: readonly Condition[],
  { order, isDescending, offset, limit }: OrderedRange,
): Promise<CountedPage> {
  const column = sql.ref(`p.${order === 'popularity' ? order : COLUMNS[order]}`);
  const { rows } = await sql<CountedPage>`${searchPrefix}
    WITH p AS MATERIALIZED (SELECT p.product_id, ${column} ${meeting(conditions)})
    SELECT (SELECT count(*)::integer FROM p) AS total,
           ARRAY(SELECT p.product_id FROM p ORDER BY ${orderBy(order, isDescending)} LIMIT ${limit} OFFSET ${offset}) AS ids`.execute(
    db,
  );
  return rows[0] ?? { ids: [], total: 0 };
}

/** Evaluates each query once for a product: its texts are stored apart from the row. */
function partTests({ own, any }: ScoredPart, place: number): RawBuilder<unknown> {
  const has = (query: string) => sql`text.naming @@ ${query}::tsquery`;
  const isOwn = own === '' ? sql`false` : has(own);
  return sql`${isOwn} AS ${sql.ref(`own_${place}`)}, ${has(any.naming)} AS ${sql.ref(`any_${place}`)}`;
}

const partScore = (_part: ScoredPart, place: number): RawBuilder<number> => sql<number>`
  CASE WHEN ${sql.ref(`found.own_${place}`)} THEN 128 WHEN ${sql.ref(`found.any_${place}`)} THEN 64 ELSE 8 END`;

export interface RankedQuery extends PageRange {
  readonly parts: readonly ScoredPart[];
  /** Only texts that name products were searched, so all matches are equal so far. */
  readonly isNaming: boolean;
  /** A name that equals it comes first. */
  readonly name: string;
  readonly preferred: { readonly order: SortKey; readonly isDescending: boolean } | undefined;
}

/** A page of what a text finds, by relevance, and how many products it finds. */
export async function readRankedPage(
  db: Database,
  conditions: readonly Condition[],
  { parts, isNaming, name, preferred, offset, limit }: RankedQuery,
): Promise<CountedPage> {
  const scores = parts.length === 0 ? [sql<number>`0`] : parts.map(partScore);
  const words = sql`${sql.join(scores, sql` + `)} + CASE WHEN found.name_key = ${name} THEN 128 ELSE 0 END`;
  const boost = sql`CASE WHEN found.in_stock THEN ${IN_STOCK_SCORE}::integer ELSE 0 END
      + LEAST(found.popularity / ${SALES_CLASS}::bigint, ${MAX_SALES_SCORE}::bigint)`;
  const column = preferred && sql.ref(`found.${COLUMNS[preferred.order]}`);
  const by = preferred
    ? sql`(${words}) / ${COARSE_SCORE}::integer DESC, ${column} ${preferred.isDescending ? sql`DESC` : sql`ASC`}`
    : sql`${words} + ${boost} DESC`;
  // Products whose name has the words come before those that only mention them.
  const mayMention = !isNaming && parts.length > 0;
  const ofNames = parts.map(
    ({ any }) =>
      sql`(p.product_id IN (SELECT m.product_id FROM product_search.matching_names(${any.naming}::tsquery) AS m))::integer`,
  );
  // All matches are candidates unless there are too many.
  const named = mayMention
    ? sql`CASE WHEN (SELECT count(*) FROM matched) > ${RANKED} THEN ${sql.join(ofNames, sql` + `)} END`
    : sql`NULL::integer`;
  // Only the texts of these products are read.
  const mentioned = mayMention
    ? sql`named AS MATERIALIZED (
      SELECT p.product_id ${meeting(restricted(conditions, parts.map(({ any }) => `(${any.naming})`).join(' | ')))}),`
    : sql``;
  const naming = mayMention
    ? sql`CASE WHEN d.product_id IN (SELECT product_id FROM named) THEN d.naming || ''::tsvector ELSE '' END`
    : sql`d.naming || ''::tsvector`;
  const hits = parts.map((_part, place) => sql`${sql.ref(`found.any_${place}`)}::integer`);
  const isNamed = mayMention ? sql`${sql.join(hits, sql` + `)}` : sql`0`;
  const { rows } = await sql<CountedPage>`${searchPrefix}
    WITH matched AS MATERIALIZED (SELECT p.product_id, p.popularity ${meeting(conditions)}),
    candidate AS MATERIALIZED (
      SELECT product_id, popularity, row_number() OVER (ORDER BY named DESC, popularity DESC, product_id) AS place
        FROM (SELECT p.product_id, p.popularity, ${named} AS named FROM matched AS p
               ORDER BY named DESC, p.popularity DESC, p.product_id LIMIT ${Math.max(RANKED, offset + limit)}) AS best),
    ${mentioned} text AS MATERIALIZED (
      SELECT d.product_id, d.name_key, d.in_stock, d.price, d.created_at, d.rating, candidate.popularity, candidate.place,
             ${naming} AS naming
        FROM candidate JOIN product_search.product AS d ON d.product_id = candidate.product_id
       WHERE candidate.place <= ${RANKED}),
    found AS MATERIALIZED (
      SELECT ${sql.join([
        sql`text.product_id, text.name_key, text.in_stock, text.price, text.created_at, text.rating,
             text.popularity`,
        ...parts.map(partTests),
      ])} FROM text)
    SELECT (SELECT count(*)::integer FROM matched) AS total,
           ARRAY(SELECT product_id
                   FROM (SELECT found.product_id, row_number() OVER (
                                  ORDER BY ${by}, ${isNamed} DESC, found.popularity DESC, found.product_id) AS place FROM found
                         UNION ALL
                         SELECT product_id, place FROM candidate WHERE place > ${RANKED}) AS ranked
                  ORDER BY place LIMIT ${limit} OFFSET ${offset}) AS ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}
