import { type Selectable, sql } from 'kysely';
import { likePattern } from '#plugin';
import type { Database, ReviewStatus, ReviewTable, Transaction } from '../tables.ts';
import type { StarCounts } from './rating.ts';

export interface ReviewFilter {
  readonly productId: number;
  readonly stars?: number | undefined;
  readonly onlyWithPictures?: boolean;
}

export type ReviewSort = 'newest' | 'highest' | 'lowest';

const published = (db: Database, { productId, stars, onlyWithPictures = false }: ReviewFilter) =>
  db
    .selectFrom('plugin_reviews.review')
    .where('product_id', '=', productId)
    .where('status', '=', 'published')
    .$if(stars !== undefined, (query) => query.where('stars', '=', stars ?? 0))
    .$if(onlyWithPictures, (query) => query.where('pictures', '<>', sql<string[]>`'{}'`));

const PUBLIC_COLUMNS = [
  'id',
  'author',
  'stars',
  'title',
  'text',
  'pictures',
  'created_at',
  'updated_at',
  'reply',
  'replied_at',
] as const;

/** Published reviews of a product, one page of them. */
export function listPublished(
  db: Database,
  filter: ReviewFilter & { readonly sort: ReviewSort; readonly limit: number; readonly offset: number },
) {
  return published(db, filter)
    .select(PUBLIC_COLUMNS)
    .$if(filter.sort !== 'newest', (query) => query.orderBy('stars', filter.sort === 'highest' ? 'desc' : 'asc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
}

/** The numbers of published reviews by stars; a product that never had one is missing. */
export async function readStarCounts(db: Database, productIds: readonly number[]): Promise<Map<number, StarCounts>> {
  const { rows } = await sql<{ product_id: number; counts: StarCounts }>`
    SELECT product_id, array_to_json(counts) AS counts FROM plugin_reviews.rating
     WHERE product_id = ANY(${productIds}::integer[])`.execute(db);
  return new Map(rows.map(({ product_id, counts }) => [product_id, counts]));
}

/** The newest published reviews of several products, at most `limit` of each. */
export async function listNewest(db: Database, productIds: readonly number[], limit: number) {
  const of = (table: string) =>
    sql.join(['product_id', ...PUBLIC_COLUMNS].map((column) => sql.ref(`${table}.${column}`)));
  const { rows } = await sql<Pick<Selectable<ReviewTable>, (typeof PUBLIC_COLUMNS)[number] | 'product_id'>>`
    SELECT ${of('newest')}
      FROM unnest(${productIds}::integer[]) AS asked (product_id)
     CROSS JOIN LATERAL (
       SELECT ${of('review')} FROM plugin_reviews.review
        WHERE product_id = asked.product_id AND status = 'published'
        ORDER BY created_at DESC, id DESC LIMIT ${limit}) newest
     ORDER BY newest.created_at DESC, newest.id DESC`.execute(db);
  return rows;
}

export async function countPublished(db: Database, filter: ReviewFilter): Promise<number> {
  const { count } = await published(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const OWN_COLUMNS = ['id', 'product_id', 'stars', 'title', 'text', 'pictures', 'status'] as const;

/** The reviews of a customer of these products. */
export async function listOwn(db: Database | Transaction, userId: number, productIds: readonly number[]) {
  if (productIds.length === 0) return [];
  return db
    .selectFrom('plugin_reviews.review')
    .select(OWN_COLUMNS)
    .where('user_id', '=', userId)
    .where('product_id', 'in', productIds)
    .execute();
}

export interface AdminFilter {
  readonly search?: string | undefined;
  readonly status?: ReviewStatus | undefined;
  readonly stars?: number | undefined;
}

/**
 * The reviews whose text has words that begin like the typed ones, and those of products and customers whose name contains
 * the typed text. Each part has an index for its way to the reviews.
 */
const matching = (typed: string) => sql<number>`(
  SELECT id FROM plugin_reviews.review
   WHERE words @@ (SELECT string_agg(quote_literal(lexeme) || ':*', ' & ')::tsquery
                     FROM unnest(to_tsvector('simple', ${typed})))
   UNION
  SELECT review.id FROM product JOIN plugin_reviews.review ON review.product_id = product.id
   WHERE product.name ILIKE ${likePattern(typed)}
   UNION
  SELECT review.id FROM users JOIN plugin_reviews.review ON review.user_id = users.id
   WHERE users.name ILIKE ${likePattern(typed)})`;

const all = (db: Database, { search, status, stars }: AdminFilter) =>
  db
    .selectFrom('plugin_reviews.review as review')
    .innerJoin('product', 'product.id', 'review.product_id')
    .leftJoin('users', 'users.id', 'review.user_id')
    .$if(status !== undefined, (query) => query.where('review.status', '=', status ?? 'pending'))
    .$if(stars !== undefined, (query) => query.where('review.stars', '=', stars ?? 0))
    .$if(Boolean(search), (query) => query.where('review.id', 'in', matching(search ?? '')));

const adminRows = (db: Database, filter: AdminFilter) =>
  all(db, filter).select([
    'review.id',
    'review.author',
    'review.stars',
    'review.title',
    'review.text',
    'review.pictures',
    'review.status',
    'review.reply',
    'review.replied_at',
    'review.created_at',
    'review.updated_at',
    'product.id as product_id',
    'product.name as product_name',
    'product.slug as product_slug',
    'users.id as customer_id',
    'users.name as customer_name',
    'users.email as customer_email',
  ]);

export type AdminRow = Awaited<ReturnType<typeof listForAdmin>>[number];

/** One page of all reviews, newest first. */
export function listForAdmin(db: Database, filter: AdminFilter & { readonly limit: number; readonly offset: number }) {
  return adminRows(db, filter).orderBy('review.id', 'desc').limit(filter.limit).offset(filter.offset).execute();
}

export function readForAdmin(db: Database, id: number): Promise<AdminRow | undefined> {
  return adminRows(db, {}).where('review.id', '=', id).executeTakeFirst();
}

export async function countForAdmin(db: Database, filter: AdminFilter): Promise<number> {
  const { count } = await all(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The products of reviews, to lock their ratings. */
export async function listProductsOf(db: Database | Transaction, reviewIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('plugin_reviews.review')
    .select('product_id')
    .distinct()
    .where('id', 'in', reviewIds)
    .orderBy('product_id')
    .execute();
  return rows.map(({ product_id }) => product_id);
}

/** Those of these reviews that have another status, locked. */
export const lockWithOtherStatus = (tx: Transaction, ids: readonly number[], status: ReviewStatus) =>
  tx
    .selectFrom('plugin_reviews.review')
    .select(['id', 'product_id', 'status', 'updated_at'])
    .where('id', 'in', ids)
    .where('status', '<>', status)
    .orderBy('id')
    .forUpdate()
    .execute();

export async function updateStatus(tx: Transaction, ids: readonly number[], status: ReviewStatus): Promise<void> {
  await tx.updateTable('plugin_reviews.review').set({ status }).where('id', 'in', ids).execute();
}

/** The shop's reply to a review, which is locked. */
export const lockReply = (tx: Transaction, id: number) =>
  tx
    .selectFrom('plugin_reviews.review')
    .select(['reply', 'replied_at', 'updated_at', 'product_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export async function updateReply(tx: Transaction, id: number, reply: string | null, at: Date): Promise<void> {
  await tx
    .updateTable('plugin_reviews.review')
    .set({ reply, replied_at: reply === null ? null : sql<Date>`GREATEST(${at}::timestamptz, updated_at)` })
    .where('id', '=', id)
    .execute();
}

/**
 * Inserts or replaces the review of a customer about a product. A new text is later than the former one and the reply to it,
 * even if the clocks of nodes differ or it waited for a lock since `at`.
 */
export async function upsertReview(
  tx: Transaction,
  { productId, userId }: { readonly productId: number; readonly userId: number },
  content: Pick<Selectable<ReviewTable>, 'author' | 'stars' | 'title' | 'text' | 'status'> & {
    readonly pictures: readonly string[];
  },
  at: Date,
): Promise<void> {
  const later = sql<Date>`GREATEST(
    ${at}::timestamptz,
    GREATEST(review.updated_at, review.replied_at) + interval '1 millisecond')`;
  await tx
    .insertInto('plugin_reviews.review')
    .values({ ...content, product_id: productId, user_id: userId, created_at: at, updated_at: at })
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'user_id']).doUpdateSet({ ...content, updated_at: later }),
    )
    .execute();
}

/** Deletes a review of a product, found by its id or its author. */
export const deleteReviewRow = (
  tx: Transaction,
  productId: number,
  which: { readonly id: number } | { readonly user_id: number },
) =>
  tx
    .deleteFrom('plugin_reviews.review')
    .where('product_id', '=', productId)
    .where((eb) => eb.and(which))
    .returning(['id', 'stars', 'status', 'pictures'])
    .executeTakeFirst();

/** Everything that a customer has written, oldest first. */
export const listAllOf = (db: Database, userId: number) =>
  db
    .selectFrom('plugin_reviews.review as review')
    .innerJoin('product', 'product.id', 'review.product_id')
    .select([
      'product.name as product',
      'review.stars',
      'review.title',
      'review.text',
      'review.pictures',
      'review.status',
      'review.created_at',
    ])
    .where('review.user_id', '=', userId)
    .orderBy('review.id')
    .execute();

/** Keeps the reviews of a customer without a name. @returns their products */
export async function anonymiseReviews(tx: Transaction, userId: number): Promise<number[]> {
  const reviews = await tx
    .updateTable('plugin_reviews.review')
    .set({ user_id: null, author: null })
    .where('user_id', '=', userId)
    .returning('product_id')
    .execute();
  return reviews.map(({ product_id }) => product_id);
}
