import type { ExpressionBuilder, Insertable } from 'kysely';
import { likePattern } from '#plugin';
import type { EntryStatus } from '../contract-fields.ts';
import type { Database, Tables, Transaction } from '../tables.ts';
import type { ListedPageRow, PageRow } from './page.view.ts';

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

const PAGE_COLUMNS = [...LIST_COLUMNS, 'body'] as const;

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

const pages = (db: Database | Transaction) => db.selectFrom('plugin_content.page');

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

export const readPage = (db: Database | Transaction, id: number): Promise<PageRow | undefined> =>
  pages(db).select(PAGE_COLUMNS).where('id', '=', id).executeTakeFirst();

/** The page as it is until the end of the transaction. */
export const lockPage = (tx: Transaction, id: number): Promise<PageRow | undefined> =>
  pages(tx).select(PAGE_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();

/** A page that shoppers see now. */
export const readPublicPage = (db: Database, slug: string, now: Date): Promise<PageRow | undefined> =>
  pages(db)
    .select(PAGE_COLUMNS)
    .where('slug', '=', slug)
    .where(matching({ status: 'published', now }))
    .executeTakeFirst();

/** Pages that shoppers see now, in the order of their ids. */
export const listPublicPages = (
  db: Database,
  { now, afterId, limit }: { readonly now: Date; readonly afterId: number; readonly limit: number },
): Promise<Pick<PageRow, 'id' | 'slug' | 'updated_at'>[]> =>
  pages(db)
    .select(['id', 'slug', 'updated_at'])
    .where('id', '>', afterId)
    .where(matching({ status: 'published', now }))
    .orderBy('id')
    .limit(limit)
    .execute();

type NewPage = Omit<Insertable<Tables['plugin_content.page']>, 'id' | 'revision' | 'created_at' | 'updated_at'>;

/** @returns undefined when another page has the slug */
export const insertPage = (tx: Transaction, page: NewPage, at: Date): Promise<PageRow | undefined> =>
  tx
    .insertInto('plugin_content.page')
    .values({ ...page, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning(PAGE_COLUMNS)
    .executeTakeFirst();

export const updatePage = (
  tx: Transaction,
  id: number,
  page: NewPage & { readonly revision: number },
  at: Date,
): Promise<PageRow> =>
  tx
    .updateTable('plugin_content.page')
    .set({ ...page, updated_at: at })
    .where('id', '=', id)
    .returning(PAGE_COLUMNS)
    .executeTakeFirstOrThrow();
