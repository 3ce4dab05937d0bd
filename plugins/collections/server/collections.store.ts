import { type Insertable, sql } from 'kysely';
import { likePattern } from '#plugin';
import type { Database, Tables, Transaction } from '../tables.ts';

const COLUMNS = [
  'id',
  'slug',
  'name',
  'description',
  'image',
  'seo_title',
  'seo_description',
  'kind',
  'rule',
  'sort',
  'max_products',
  'position',
  'is_published',
  'published_from',
  'published_until',
  'revision',
  'updated_at',
] as const;

interface Range {
  readonly limit: number;
  readonly offset: number;
}

/** Those that shoppers see at a moment. */
const visible = (db: Database, now: Date) =>
  db
    .selectFrom('plugin_collections.collection')
    .where('is_published', '=', true)
    .where(({ or, eb }) => or([eb('published_from', 'is', null), eb('published_from', '<=', now)]))
    .where(({ or, eb }) => or([eb('published_until', 'is', null), eb('published_until', '>', now)]));

export const listVisible = (db: Database, now: Date, { limit, offset }: Range) =>
  visible(db, now)
    .select(COLUMNS)
    .orderBy('position')
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countVisible(db: Database, now: Date): Promise<number> {
  const { count } = await visible(db, now)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** By its slug, or one that it had before. */
export async function findVisible(db: Database, now: Date, slug: string) {
  const found = await visible(db, now).select(COLUMNS).where('slug', '=', slug).executeTakeFirst();
  if (found) return found;
  return visible(db, now)
    .select(COLUMNS)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('plugin_collections.former_slug as former').select('collection_id').where('former.slug', '=', slug),
    )
    .executeTakeFirst();
}

/** When the next collection appears or disappears; undefined: never. */
export async function nextPublication(db: Database, now: Date): Promise<Date | undefined> {
  const { next } = await db
    .selectFrom('plugin_collections.collection')
    .select(
      sql<Date | null>`LEAST(min(published_from) FILTER (WHERE published_from > ${now}),
                             min(published_until) FILTER (WHERE published_until > ${now}))`.as('next'),
    )
    .where('is_published', '=', true)
    .executeTakeFirstOrThrow();
  return next ?? undefined;
}

export interface AdminFilter {
  readonly search?: string | undefined;
  readonly kind?: 'manual' | 'rule' | undefined;
  readonly status?: 'published' | 'hidden' | undefined;
}

/** The search uses the index `collection_by_words`. */
const filtered = (db: Database, { search, kind, status }: AdminFilter) =>
  db
    .selectFrom('plugin_collections.collection')
    .$if(Boolean(search), (query) =>
      query.where(sql`lower(name || ' ' || slug)`, 'like', likePattern((search ?? '').toLowerCase())),
    )
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'manual'))
    .$if(status !== undefined, (query) => query.where('is_published', '=', status === 'published'));

export const listForAdmin = (db: Database, filter: AdminFilter, { limit, offset }: Range) =>
  filtered(db, filter)
    .select(COLUMNS)
    .orderBy('position')
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countForAdmin(db: Database, filter: AdminFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const findCollection = (db: Database | Transaction, id: number) =>
  db.selectFrom('plugin_collections.collection').select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** Locked until the transaction ends. */
export const lockCollections = (tx: Transaction, ids: readonly number[]) =>
  tx
    .selectFrom('plugin_collections.collection')
    .select(COLUMNS)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();

/** The picked products of manual collections, in their order. @returns ids by collection */
export async function readPicked(
  db: Database | Transaction,
  collectionIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const picked = new Map<number, number[]>(collectionIds.map((id) => [id, []]));
  if (collectionIds.length === 0) return picked;
  const rows = await db
    .selectFrom('plugin_collections.collection_product')
    .select(['collection_id', 'product_id'])
    .where('collection_id', 'in', collectionIds)
    .orderBy('collection_id')
    .orderBy('position')
    .execute();
  for (const { collection_id, product_id } of rows) picked.get(collection_id)?.push(product_id);
  return picked;
}

/** Replaces the picked products. Those that do not exist any more are left out. */
export async function writePicked(tx: Transaction, collectionId: number, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('plugin_collections.collection_product').where('collection_id', '=', collectionId).execute();
  if (ids.length === 0) return;
  await sql`
    INSERT INTO plugin_collections.collection_product (collection_id, product_id, position)
    SELECT ${collectionId}, p.id, picked.position
      FROM unnest(${ids}::integer[]) WITH ORDINALITY AS picked (id, position)
      JOIN product p ON p.id = picked.id
     ORDER BY p.id
       FOR KEY SHARE OF p`.execute(tx);
}

/** Keeps an address working after its slug was changed; the address of another collection is not touched. */
export async function rememberSlug(tx: Transaction, collectionId: number, former: string, now: string): Promise<void> {
  await tx.deleteFrom('plugin_collections.former_slug').where('slug', '=', now).execute();
  if (former === now) return;
  await tx
    .insertInto('plugin_collections.former_slug')
    .values({ slug: former, collection_id: collectionId })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ collection_id: collectionId }))
    .execute();
}

/** For the sitemap, a part at a time. */
export const listVisibleAfter = (db: Database, now: Date, { id, limit }: { id: number; limit: number }) =>
  visible(db, now).select(['id', 'slug', 'updated_at']).where('id', '>', id).orderBy('id').limit(limit).execute();

/** Which of these pictures collections show, or will show when the form in which they were uploaded is saved. */
export async function listShown(tx: Transaction, images: readonly string[]): Promise<string[]> {
  if (images.length === 0) return [];
  const rows = await tx
    .selectFrom('plugin_collections.collection')
    .select('image')
    .distinct()
    .where('image', 'in', images)
    .execute();
  const uploads = await tx
    .selectFrom('plugin_collections.upload')
    .select('address')
    .where('address', 'in', images)
    .execute();
  return [...rows.flatMap(({ image }) => image ?? []), ...uploads.map(({ address }) => address)];
}

export async function recordUpload(tx: Transaction, address: string, at: Date): Promise<void> {
  await tx
    .insertInto('plugin_collections.upload')
    .values({ address, created_at: at })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ created_at: at }))
    .execute();
}

/** Forgets uploads before a moment. @returns their addresses */
export async function forgetUploads(tx: Transaction, before: Date): Promise<string[]> {
  const rows = await tx
    .deleteFrom('plugin_collections.upload')
    .where('created_at', '<', before)
    .returning('address')
    .execute();
  return rows.map(({ address }) => address);
}

type NewCollection = Omit<
  Insertable<Tables['plugin_collections.collection']>,
  'id' | 'revision' | 'created_at' | 'updated_at'
>;

/** @returns its id */
export async function insertCollection(tx: Transaction, collection: NewCollection, at: Date): Promise<number> {
  const { id } = await tx
    .insertInto('plugin_collections.collection')
    .values({ ...collection, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Each of them gets its next revision. */
export async function updateCollections(
  tx: Transaction,
  ids: readonly number[],
  change: Partial<NewCollection>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('plugin_collections.collection')
    .set((eb) => ({ ...change, updated_at: at, revision: eb('revision', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}

export async function deleteCollectionRows(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('plugin_collections.collection').where('id', 'in', ids).execute();
}
