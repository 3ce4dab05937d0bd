import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { PLANNED_ANEW } from './database.ts';
import type { DB } from './schema.ts';

export interface Span {
  readonly limit: number;
  readonly offset: number;
}

/** The ids of one page in their order, and how many rows the whole list has. */
export interface FoundPage {
  readonly ids: number[];
  readonly total: number;
}

const anew = sql.raw(PLANNED_ANEW);

/** Whether a `search_text` holds what somebody typed; what is typed means itself, in capitals or not. */
export const holdsText = (column: string, typed: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} LIKE lower(${`%${typed.replace(/[\\%_]/g, '\\$&')}%`})`;

/**
 * Finds a page of a list that an index holds in its order: the page is a stretch of that index, and the count another
 * walk.
 */
export async function findPage<TB extends keyof DB>(
  list: SelectQueryBuilder<DB, TB, object>,
  { id, order }: { readonly id: string; readonly order: RawBuilder<unknown> },
  { limit, offset }: Span,
): Promise<FoundPage> {
  const [page, [counted]] = await Promise.all([
    list
      .modifyFront(anew)
      .select(sql<number>`${sql.ref(id)}`.as('id'))
      .orderBy(order)
      .limit(limit)
      .offset(offset)
      .execute() as Promise<{ id: number }[]>,
    list.modifyFront(anew).select(sql<number>`count(*)`.as('total')).execute() as Promise<{ total: number }[]>,
  ]);
  return { ids: page.map((row) => row.id), total: counted?.total ?? 0 };
}

/** The ids of a page out of all that fit, for which these have to be gone through anyway. */
export const idsOfPage = (id: RawBuilder<unknown>, order: RawBuilder<unknown>, { limit, offset }: Span) => sql<
  number[]
>`
  coalesce((array_agg(${id} ORDER BY ${order}))[${offset + 1}::integer : ${offset + limit}::integer], '{}')`;

/**
 * Finds a page of what was searched for: going through all that fits is the work, so that it is done once for the page
 * and the count.
 */
export async function searchPage<TB extends keyof DB>(
  list: SelectQueryBuilder<DB, TB, object>,
  { id, order }: { readonly id: string; readonly order: RawBuilder<unknown> },
  span: Span,
): Promise<FoundPage> {
  const rows = (await list
    .modifyFront(anew)
    .select([sql<number>`count(*)`.as('total'), idsOfPage(sql.ref(id), order, span).as('ids')])
    .execute()) as FoundPage[];
  return rows[0] ?? { ids: [], total: 0 };
}
