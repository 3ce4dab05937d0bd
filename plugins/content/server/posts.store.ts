import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Tables, Transaction } from '../tables.ts';
import type { ListedPostRow, PostRow } from './post.view.ts';

interface PostFilter {
  readonly search?: string | undefined;
  readonly tag?: string | undefined;
  readonly status?: 'draft' | 'scheduled' | 'published' | undefined;
  readonly now: Date;
}

interface Range {
  readonly limit: number;
  readonly offset: number;
}

/** Every column of a post but its text. */
const LISTED = [
  'id',
  'title',
  'slug',
  'summary',
  'beginning',
  'cover',
  'author',
  'tags',
  'seo_title',
  'seo_description',
  'is_published',
  'publish_from',
  'revision',
  'created_at',
  'updated_at',
] as const;

export const POST_COLUMNS = [...LISTED, 'body'] as const;

const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

function narrowed({ search, tag, status, now }: PostFilter) {
  return (eb: ExpressionBuilder<Tables, 'plugin_content.post'>) => {
    const text = search ? `%${literally(search)}%` : undefined;
    return eb.and([
      ...(text ? [eb.or([eb('title', 'ilike', text), eb('slug', 'ilike', text), eb('author', 'ilike', text)])] : []),
      ...(tag ? [sql<boolean>`tags @> ARRAY[${tag}::text]`] : []),
      ...(status ? [eb('is_published', '=', status !== 'draft')] : []),
      ...(status === 'scheduled' ? [eb('publish_from', '>', now)] : []),
      ...(status === 'published' ? [eb('publish_from', '<=', now)] : []),
    ]);
  };
}

const posts = (db: Database | Transaction) => db.selectFrom('plugin_content.post');

export async function countPosts(db: Database, filter: PostFilter): Promise<number> {
  const { count } = await posts(db)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(narrowed(filter))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** For the back office: changed last first. */
export const listPosts = (db: Database, { limit, offset, ...filter }: PostFilter & Range): Promise<ListedPostRow[]> =>
  posts(db)
    .select(LISTED)
    .where(narrowed(filter))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** Posts that shoppers see now, the newest first. */
export const listPublicPosts = (
  db: Database,
  { limit, offset, tag, now }: Range & { readonly tag?: string | undefined; readonly now: Date },
): Promise<ListedPostRow[]> =>
  posts(db)
    .select(LISTED)
    .where(narrowed({ status: 'published', tag, now }))
    .orderBy('publish_from', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const readPost = (db: Database | Transaction, id: number): Promise<PostRow | undefined> =>
  posts(db).select(POST_COLUMNS).where('id', '=', id).executeTakeFirst();

/** The post as it is until the end of the transaction. */
export const lockPost = (tx: Transaction, id: number): Promise<PostRow | undefined> =>
  posts(tx).select(POST_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();

/** A post that shoppers see now. */
export const readPublicPost = (db: Database, slug: string, now: Date): Promise<PostRow | undefined> =>
  posts(db)
    .select(POST_COLUMNS)
    .where('slug', '=', slug)
    .where(narrowed({ status: 'published', now }))
    .executeTakeFirst();

export const readPostBySlug = (tx: Transaction, slug: string): Promise<{ id: number } | undefined> =>
  posts(tx).select('id').where('slug', '=', slug).executeTakeFirst();

/** Posts that shoppers see now, in the order of their ids. */
export const listPostAddresses = (
  db: Database,
  { now, afterId, limit }: { readonly now: Date; readonly afterId: number; readonly limit: number },
): Promise<Pick<PostRow, 'id' | 'slug' | 'updated_at'>[]> =>
  posts(db)
    .select(['id', 'slug', 'updated_at'])
    .where('id', '>', afterId)
    .where(narrowed({ status: 'published', now }))
    .orderBy('id')
    .limit(limit)
    .execute();
