import { type ExpressionBuilder, expressionBuilder, type Selectable } from 'kysely';
import { likePattern } from '#plugin';
import type { EntryStatus } from '../contract-fields.ts';
import type { Database, PageTable, Tables } from '../tables.ts';
import { entryStatements, type NewEntry } from './entries.store.ts';

export type PageRow = Selectable<PageTable>;
export type ListedPageRow = Omit<PageRow, 'body'>;

interface PageFilter {
  readonly search?: string | undefined;
  readonly status?: EntryStatus | undefined;
  readonly now: Date;
}

/** Every column of a page but its text. */
const LIST_COLUMNS = [
  'id',
  'title',
  'slug',
  'seo_title',
  'seo_description',
  'is_published',
  'publish_from',
  'publish_until',
  'revision',
  'created_at',
  'updated_at',
] as const;

function matching({ search, status, now }: PageFilter) {
  return (eb: ExpressionBuilder<Tables, 'plugin_content.page'>) => {
    const text = search ? likePattern(search) : undefined;
    return eb.and([
      ...(text ? [eb.or([eb('title', 'ilike', text), eb('slug', 'ilike', text)])] : []),
      ...(status === 'draft' ? [eb('is_published', '=', false)] : []),
      ...(status && status !== 'draft' ? [eb('is_published', '=', true)] : []),
      ...(status === 'scheduled' ? [eb('publish_from', '>', now)] : []),
      ...(status === 'ended' ? [eb('publish_until', '<=', now), started(eb, now)] : []),
      ...(status === 'published' ? [started(eb, now), notEnded(eb, now)] : []),
    ]);
  };
}

type PageExpressions = ExpressionBuilder<Tables, 'plugin_content.page'>;
const started = (eb: PageExpressions, now: Date) =>
  eb.or([eb('publish_from', 'is', null), eb('publish_from', '<=', now)]);
const notEnded = (eb: PageExpressions, now: Date) =>
  eb.or([eb('publish_until', 'is', null), eb('publish_until', '>', now)]);

const pages = (db: Database) => db.selectFrom('plugin_content.page');

export async function countPages(db: Database, filter: PageFilter): Promise<number> {
  const { count } = await pages(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matching(filter))
    .executeTakeFirstOrThrow();
  return count;
}

export function listPages(
  db: Database,
  { limit, offset, ...filter }: PageFilter & { limit: number; offset: number },
): Promise<ListedPageRow[]> {
  return pages(db)
    .select(LIST_COLUMNS)
    .where(matching(filter))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export const PAGES = entryStatements<PageRow, NewEntry<PageTable>>({
  table: 'plugin_content.page',
  columns: [...LIST_COLUMNS, 'body'],
  isPublic: (now) => matching({ status: 'published', now })(expressionBuilder()),
});
