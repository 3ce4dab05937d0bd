import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import { likePattern } from '#plugin';
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

/** Every column of a post except its text. */
const LIST_COLUMNS = [
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

const POST_COLUMNS = [...LIST_COLUMNS, 'body'] as const;

function matching({ search, tag, status, now }: PostFilter) {
  return (eb: ExpressionBuilder<Tables, 'plugin_content.post'>) => {
    const text = search ? likePattern(search) : undefined;
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
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matching(filter))
    .executeTakeFirstOrThrow();
  return count;
}

/** For the back office: most recently changed first. */
export const listPosts = (db: Database, { limit, offset, ...filter }: PostFilter & Range): Promise<ListedPostRow[]> =>
  posts(db)
    .select(LIST_COLUMNS)
    .where(matching(filter))
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
    .select(LIST_COLUMNS)
    .where(matching({ status: 'published', tag, now }))
    .orderBy('publish_from', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** When the next scheduled post appears. */
export async function nextPublication(db: Database, now: Date): Promise<Date | undefined> {
  const { next } = await posts(db)
    .select(({ fn }) => fn.min('publish_from').as('next'))
    .where(matching({ status: 'scheduled', now }))
    .executeTakeFirstOrThrow();
  return next ?? undefined;
}

/** The date of the oldest published post, which may be in the future. */
export async function firstPublication(db: Database): Promise<Date | undefined> {
  const { first } = await posts(db)
    .select(({ fn }) => fn.min('publish_from').as('first'))
    .where('is_published', '=', true)
    .executeTakeFirstOrThrow();
  return first ?? undefined;
}

export const readPost = (db: Database | Transaction, id: number): Promise<PostRow | undefined> =>
  posts(db).select(POST_COLUMNS).where('id', '=', id).executeTakeFirst();

/** The post, locked until the end of the transaction. */
export const lockPost = (tx: Transaction, id: number): Promise<PostRow | undefined> =>
  posts(tx).select(POST_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();

/** A post that shoppers see now. */
export const readPublicPost = (db: Database, slug: string, now: Date): Promise<PostRow | undefined> =>
  posts(db)
    .select(POST_COLUMNS)
    .where('slug', '=', slug)
    .where(matching({ status: 'published', now }))
    .executeTakeFirst();

/** Posts that shoppers see now, in the order of their ids. */
export const listPostAddresses = (
  db: Database,
  { now, afterId, limit }: { readonly now: Date; readonly afterId: number; readonly limit: number },
): Promise<Pick<PostRow, 'id' | 'slug' | 'updated_at'>[]> =>
  posts(db)
    .select(['id', 'slug', 'updated_at'])
    .where('id', '>', afterId)
    .where(matching({ status: 'published', now }))
    .orderBy('id')
    .limit(limit)
    .execute();

type NewPost = Omit<Insertable<Tables['plugin_content.post']>, 'id' | 'revision' | 'created_at' | 'updated_at'>;

/** @returns undefined when another post has the slug */
export const insertPost = (tx: Transaction, post: NewPost, at: Date): Promise<PostRow | undefined> =>
  tx
    .insertInto('plugin_content.post')
    .values({ ...post, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning(POST_COLUMNS)
    .executeTakeFirst();

export const updatePost = (
  tx: Transaction,
  id: number,
  post: NewPost & { readonly revision: number },
  at: Date,
): Promise<PostRow> =>
  tx
    .updateTable('plugin_content.post')
    .set({ ...post, updated_at: at })
    .where('id', '=', id)
    .returning(POST_COLUMNS)
    .executeTakeFirstOrThrow();
