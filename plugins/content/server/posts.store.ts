import { type ExpressionBuilder, expressionBuilder, type Selectable, sql } from 'kysely';
import { likePattern } from '#plugin';
import type { Database, PostTable, Tables } from '../tables.ts';
import { entryStatements, type NewEntry } from './entries.store.ts';

export type PostRow = Selectable<PostTable>;
export type ListedPostRow = Omit<PostRow, 'body'>;

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

const posts = (db: Database) => db.selectFrom('plugin_content.post');

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

export const POSTS = entryStatements<PostRow, NewEntry<PostTable>>({
  table: 'plugin_content.post',
  columns: [...LIST_COLUMNS, 'body'],
  isPublic: (now) => matching({ status: 'published', now })(expressionBuilder()),
});
