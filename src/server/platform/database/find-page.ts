import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { FORCE_CUSTOM_PLAN } from './database.ts';
import type { DB } from './schema.ts';

export interface Span {
  readonly limit: number;
  readonly offset: number;
}

/** The ids of one page in order, and the number of rows in the whole list. */
export interface FoundPage {
  readonly ids: number[];
  readonly total: number;
}

const forceCustomPlan = sql.raw(FORCE_CUSTOM_PLAN);

/** A pattern for `LIKE` that finds a typed term literally. */
export const patternOf = (typed: string): string => `%${typed.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether `search_text` contains a typed term; the term is matched literally and case-insensitively. */
export const holdsText = (column: string, typed: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} LIKE lower(${patternOf(typed)})`;

/** Finds a page of a list in the order of an index: the page is a range of that index, and the count another scan. */
export async function findPage<TB extends keyof DB>(
  list: SelectQueryBuilder<DB, TB, object>,
  { id, order }: { readonly id: string; readonly order: RawBuilder<unknown> },
  { limit, offset }: Span,
): Promise<FoundPage> {
  const [page, [counted]] = await Promise.all([
    list
      .modifyFront(forceCustomPlan)
      .select(sql<number>`${sql.ref(id)}`.as('id'))
      .orderBy(order)
      .limit(limit)
      .offset(offset)
      .execute() as Promise<{ id: number }[]>,
    list.modifyFront(forceCustomPlan).select(sql<number>`count(*)`.as('total')).execute() as Promise<
      { total: number }[]
    >,
  ]);
  return { ids: page.map((row) => row.id), total: counted?.total ?? 0 };
}

/** Selects the ids of a page from all matches, which have to be scanned anyway. */
export const idsOfPage = (id: RawBuilder<unknown>, order: RawBuilder<unknown>, { limit, offset }: Span) => sql<
  number[]
>`
  coalesce((array_agg(${id} ORDER BY ${order}))[${offset + 1}::integer : ${offset + limit}::integer], '{}')`;

/** Finds a page of search results. Scanning the matches is the expensive part, so page and count share one scan. */
export async function searchPage<TB extends keyof DB>(
  list: SelectQueryBuilder<DB, TB, object>,
  { id, order }: { readonly id: string; readonly order: RawBuilder<unknown> },
  span: Span,
): Promise<FoundPage> {
  const rows = (await list
    .modifyFront(forceCustomPlan)
    .select([sql<number>`count(*)`.as('total'), idsOfPage(sql.ref(id), order, span).as('ids')])
    .execute()) as FoundPage[];
  return rows[0] ?? { ids: [], total: 0 };
}
