import { sql } from 'kysely';
import { type Database, retryOnConflict } from '#server/platform/database/database.ts';

export interface WishlistRow {
  readonly id: number;
  readonly created_at: Date;
  readonly product_id: number;
  readonly name: string;
  readonly slug: string;
  readonly images: readonly { url: string; alt: string }[];
  readonly category_id: number;
  readonly category_name: string;
  readonly description: string;
  readonly price_cents: number;
  readonly sale_price_cents: number | null;
  readonly available: number;
  readonly has_variants: boolean;
}

/** Newest first, without products that are not visible. */
export async function listWishlistRows(
  db: Database,
  userId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<WishlistRow[]> {
  const { rows } = await sql<WishlistRow>`
    SELECT w.id, w.created_at, p.id AS product_id, p.name, p.slug, p.images, p.price_cents, p.sale_price_cents,
           c.id AS category_id, c.name AS category_name,
           COALESCE(NULLIF(p.short_description, ''), p.description) AS description,
           COALESCE((SELECT sum(received - sold - held) FROM stock s WHERE s.product_id = p.id), 0)::int AS available,
           EXISTS (SELECT FROM product_variant v WHERE v.product_id = p.id) AS has_variants
      FROM wishlist_entry w
      JOIN product p ON p.id = w.product_id AND p.is_active
      JOIN category c ON c.id = p.category_id AND c.is_active
     WHERE w.user_id = ${userId}
     ORDER BY w.created_at DESC, w.id DESC
     LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

export async function hasWishlistEntry(db: Database, userId: number, productId: number): Promise<boolean> {
  const row = await db
    .selectFrom('wishlist_entry')
    .select('id')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface AddedEntries {
  readonly added: number;
  /** How many of these products exist and are visible. */
  readonly known: number;
  /** Entries before. */
  readonly held: number;
}

/** Adds visible products that are not in the list yet, up to the list's limit. */
export async function addWishlistEntries(
  db: Database,
  userId: number,
  productIds: readonly number[],
  maxEntries: number,
  at: Date,
): Promise<AddedEntries> {
  const add = sql<AddedEntries>`
    WITH held AS (
      SELECT product_id FROM wishlist_entry WHERE user_id = ${userId}
    ), known AS (
      SELECT p.id, held.product_id IS NULL AS is_new
        FROM product p
        JOIN category c ON c.id = p.category_id AND c.is_active
        LEFT JOIN held ON held.product_id = p.id
       WHERE p.id = ANY(${productIds}::int[]) AND p.is_active
    ), added AS (
      INSERT INTO wishlist_entry (user_id, product_id, created_at)
      SELECT ${userId}, id, ${at} FROM known WHERE is_new
       ORDER BY array_position(${productIds}::int[], id)
       LIMIT GREATEST(0, ${maxEntries}::int - (SELECT count(*)::int FROM held))
      ON CONFLICT (user_id, product_id) DO NOTHING
      RETURNING id
    )
    SELECT (SELECT count(*)::int FROM added) AS added, (SELECT count(*)::int FROM known) AS known,
           (SELECT count(*)::int FROM held) AS held`;
  const { rows } = await retryOnConflict(() => add.execute(db));
  return rows[0] ?? { added: 0, known: 0, held: 0 };
}

/** @returns whether it was there. */
export async function removeWishlistEntry(db: Database, userId: number, productId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('wishlist_entry')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function clearWishlist(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('wishlist_entry').where('user_id', '=', userId).execute();
}
