import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { type Condition, meeting, restricted, searchPrefix } from './conditions.ts';
import {
  COUNTED,
  type OrderedRange,
  RANKED,
  type RankedQuery,
  readMatches,
  readRankedPage,
  readTestedPage,
} from './pages.store.ts';
import { levelLexeme, popularityLevel, SAMPLES, sampleLexeme, sampleShare } from './product-document.ts';

/** Up to this many matches of a text are all read, for an exact total. Of more, a sample is counted and only the best are read. */
const MANY = 8_000;
const SMALLEST_SAMPLE = SAMPLES.length;
/** Ranks in the small sample are inaccurate, so look this many times further down for the popularity of a rank among all. */
const MARGIN = 1.5;
/** Testing the text of one product takes as long as reading this many matches from the index of words. */
const TEST_COST = 7;

/** Estimates about the many matches of a common word, from a sample. */
export interface ManyMatches {
  readonly total: number;
  /** The smallest sample that contains enough of them for counts. */
  readonly sample: number;
  /** A popularity level that enough of them reach for the page. */
  readonly level: number;
  /** How many of the shop's products there are per match. */
  readonly productsPerMatch: number;
  /** Testing the texts of this many products takes as long as reading all matches. */
  readonly maxTests: number;
}

/**
 * Estimates from a sample how many products a text finds.
 * @param needed how many of the most popular ones the page needs
 * @returns undefined if they are few enough to read them all
 */
export async function estimateMany(
  db: Database,
  conditions: readonly Condition[],
  needed: number,
): Promise<ManyMatches | undefined> {
  const share = sampleShare(SMALLEST_SAMPLE);
  const place = Math.ceil(Math.max(needed, RANKED) * share * MARGIN);
  const { rows } = await sql<{ count: number; popularity: number | null; products: number }>`${searchPrefix}
    WITH found AS MATERIALIZED (
      SELECT p.popularity ${meeting(restricted(conditions, sampleLexeme(SMALLEST_SAMPLE)))})
    SELECT (SELECT count(*)::integer FROM found) AS count,
           (SELECT popularity FROM found ORDER BY popularity DESC LIMIT 1 OFFSET ${place - 1}) AS popularity,
           (SELECT reltuples::integer FROM pg_class WHERE oid = 'product_search.listing'::regclass) AS products`.execute(
    db,
  );
  const { count = 0, popularity = null, products = 0 } = rows[0] ?? {};
  const estimated = count / share;
  if (estimated < MANY) return undefined;
  const sample = SAMPLES.findLast((one) => estimated * sampleShare(one) >= COUNTED) ?? 1;
  const counted = sample === SMALLEST_SAMPLE ? count : await countAll(db, restricted(conditions, sampleLexeme(sample)));
  return {
    total: Math.round(counted / sampleShare(sample)),
    sample,
    level: popularity === null ? 0 : popularityLevel(popularity),
    // `reltuples` is -1 until the table is analyzed, such as after a restore.
    productsPerMatch: products < 0 ? Number.POSITIVE_INFINITY : products / estimated,
    maxTests: Math.ceil(estimated / TEST_COST),
  };
}

async function countAll(db: Database, conditions: readonly Condition[]): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`${searchPrefix} SELECT count(*)::integer AS count ${meeting(conditions)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A page of the many matches of a text, in a given order. */
export async function readPageOfMany(
  db: Database,
  conditions: readonly Condition[],
  range: OrderedRange,
  { productsPerMatch, maxTests }: ManyMatches,
): Promise<number[]> {
  const tests = (range.offset + range.limit) * productsPerMatch;
  if (tests < maxTests && !conditions.some(({ readsDocument }) => readsDocument)) {
    const ids = await readTestedPage(db, conditions, range, maxTests);
    if (ids.length === range.limit) return ids;
  }
  return (await readMatches(db, conditions, range)).ids;
}

/** A page of the many matches of a text, by relevance. */
export async function readRankedPageOfMany(
  db: Database,
  conditions: readonly Condition[],
  query: RankedQuery,
  { level }: ManyMatches,
): Promise<number[]> {
  const needed = Math.max(RANKED, query.offset + query.limit);
  const bestOf = async (lexemes: string): Promise<number[] | undefined> => {
    const { ids, total } = await readRankedPage(db, restricted(conditions, lexemes), query);
    return total >= needed ? ids : undefined;
  };
  const inNames = query.isNaming ? [] : query.parts.map(({ any }) => `(${any.naming})`);
  if (inNames.length > 0) {
    // Names that have all words come first.
    const all = inNames.join(' & ');
    const named = await estimateMany(db, restricted(conditions, all), needed);
    const ids = await bestOf(named && named.level > 0 ? `${all} & ${levelLexeme(named.level)}` : all);
    if (ids) return ids;
  }
  const ids = level > 0 ? await bestOf([levelLexeme(level), ...inNames].join(' | ')) : undefined;
  if (ids) return ids;
  return (await readRankedPage(db, conditions, query)).ids;
}
