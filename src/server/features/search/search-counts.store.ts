import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { patternOf } from '#server/platform/database/find-page.ts';

export interface SearchCount {
  readonly query: string;
  readonly searches: number;
  readonly withoutResults: number;
  readonly clicks: number;
}

/** A day's further queries are not counted: most are typed once, and anybody can make them up. */
const MAX_QUERIES_PER_DAY = 1_000;

/** Adds to the counts of a day; of too many new queries, those that were searched for most. */
export async function addSearchCounts(db: Database, day: Date, counts: readonly SearchCount[]): Promise<void> {
  const column = <K extends keyof SearchCount>(name: K): SearchCount[K][] => counts.map((one) => one[name]);
  await sql`
    INSERT INTO search_count AS kept (day, query, searches, without_results, clicks)
    SELECT today, query, searches, without_results, clicks
      FROM (SELECT today, query, searches, without_results, clicks, is_known,
                   row_number() OVER (PARTITION BY is_known ORDER BY searches DESC, query) AS place
              FROM unnest(${column('query')}::text[], ${column('searches')}::integer[],
                          ${column('withoutResults')}::integer[], ${column('clicks')}::integer[])
                     AS added (query, searches, without_results, clicks),
                   date(${day}::timestamptz AT TIME ZONE 'UTC') AS today,
                   LATERAL (SELECT EXISTS (SELECT FROM search_count known
                                            WHERE known.day = today AND known.query = added.query)) AS k (is_known)) AS counted
     WHERE is_known OR place <= ${MAX_QUERIES_PER_DAY} - (SELECT count(*) FROM search_count WHERE day = today)
     ORDER BY query
    ON CONFLICT (day, query) DO UPDATE
       SET searches = kept.searches + excluded.searches, clicks = kept.clicks + excluded.clicks,
           without_results = kept.without_results + excluded.without_results`.execute(db);
}

export type CountedKind = 'all' | 'without_results' | 'without_clicks';

export interface CountedQuery {
  readonly query: string;
  readonly searches: number;
  readonly without_results: number;
  readonly clicks: number;
}

const KINDS = {
  all: sql`true`,
  without_results: sql`sum(without_results) > 0`,
  without_clicks: sql`sum(clicks) = 0 AND sum(without_results) < sum(searches)`,
} as const satisfies Record<CountedKind, unknown>;

/** What was searched for in the last thirty days, the most frequent first. */
export async function listSearchCounts(
  db: Database,
  { kind, search }: { readonly kind: CountedKind; readonly search: string },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: CountedQuery[]; total: number }> {
  const pattern = patternOf(search.toLowerCase());
  const { rows } = await sql<CountedQuery & { total: number }>`
    SELECT query, sum(searches)::integer AS searches, sum(without_results)::integer AS without_results,
           sum(clicks)::integer AS clicks, count(*) OVER ()::integer AS total
      FROM search_count WHERE query LIKE ${pattern}
     GROUP BY query HAVING sum(searches) > 0 AND ${KINDS[kind]}
     ORDER BY sum(searches) DESC, query LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
