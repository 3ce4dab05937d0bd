import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { ProductColumns } from './change-products.store.ts';

/** One statement for many rows: each column of the form by its name in a JSON text. */
const COLUMNS = sql.raw(`
  name text, slug text, description text, short_description text, price_cents integer, sale_price_cents integer, sku text,
  category_id integer, is_active boolean, is_featured boolean, brand text, weight_grams integer, images jsonb,
  specifications jsonb, features text[], tags text[], meta_title text, meta_description text`);
const NAMES = sql.raw(`
  name, slug, description, short_description, price_cents, sale_price_cents, sku, category_id, is_active, is_featured,
  brand, weight_grams, images, specifications, features, tags, meta_title, meta_description`);
const NEW_NAMES = sql.raw(`
  n.name, n.slug, n.description, n.short_description, n.price_cents, n.sale_price_cents, n.sku, n.category_id,
  n.is_active, n.is_featured, n.brand, n.weight_grams, n.images, n.specifications, n.features, n.tags, n.meta_title,
  n.meta_description`);

/**
 * With their stock, as far as their slugs are free: another transaction may have taken one since it was proposed.
 * @returns the ids of those that were inserted, by SKU.
 */
export async function insertManyProducts(
  tx: Transaction,
  products: readonly (ProductColumns & { readonly stock: number })[],
  at: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; sku: string }>`
    INSERT INTO product (${NAMES}, created_at, updated_at)
    SELECT ${NEW_NAMES}, ${at}::timestamptz, ${at}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(products)}::jsonb) AS n (${COLUMNS})
    ON CONFLICT (slug) DO NOTHING
    RETURNING id, sku`.execute(tx);
  const ids = new Map(rows.map(({ sku, id }) => [sku, id]));
  const inserted = products.filter(({ sku }) => ids.has(sku));
  await sql`
    INSERT INTO stock (product_id, received)
    SELECT n.product_id, n.received FROM unnest(${inserted.map(({ sku }) => ids.get(sku))}::integer[],
      ${inserted.map(({ stock }) => stock)}::integer[]) AS n (product_id, received)`.execute(tx);
  return ids;
}

export async function updateManyProductRows(
  tx: Transaction,
  products: readonly (ProductColumns & { readonly id: number })[],
  at: Date,
): Promise<void> {
  await sql`
    UPDATE product p SET (${NAMES}) = ROW (${NEW_NAMES}), updated_at = ${at}::timestamptz, revision = p.revision + 1
      FROM jsonb_to_recordset(${JSON.stringify(products)}::jsonb) AS n (id integer, ${COLUMNS})
     WHERE p.id = n.id`.execute(tx);
}

/** A stock of a product: its own, or that of a variant. */
export interface StockOf {
  readonly productId: number;
  /** Null: the product's own. */
  readonly variantId: number | null;
}

export interface LockedStock extends StockOf {
  readonly available: number;
  readonly held: number;
}

const listed = (of: readonly StockOf[]) => sql`
  unnest(${of.map(({ productId }) => productId)}::integer[], ${of.map(({ variantId }) => variantId)}::integer[])`;

/** Locks stocks by id, as everywhere. */
export async function lockStocks(tx: Transaction, of: readonly StockOf[]): Promise<LockedStock[]> {
  const { rows } = await sql<LockedStock>`
    SELECT s.product_id AS "productId", s.variant_id AS "variantId", s.received - s.sold - s.held AS available, s.held
      FROM stock s
     WHERE (s.product_id, COALESCE(s.variant_id, 0)) IN
           (SELECT n.product_id, COALESCE(n.variant_id, 0) FROM ${listed(of)} AS n (product_id, variant_id))
     ORDER BY s.id FOR UPDATE`.execute(tx);
  return rows;
}

/** Received more, or fewer. The rows are locked. */
export async function addToManyStocks(
  tx: Transaction,
  changes: readonly (StockOf & { readonly change: number })[],
): Promise<void> {
  await sql`
    UPDATE stock s SET received = received + n.change
      FROM unnest(${changes.map(({ productId }) => productId)}::integer[],
                  ${changes.map(({ variantId }) => variantId)}::integer[],
                  ${changes.map(({ change }) => change)}::integer[]) AS n (product_id, variant_id, change)
     WHERE s.product_id = n.product_id AND s.variant_id IS NOT DISTINCT FROM n.variant_id`.execute(tx);
}

/** The own stock of products that have variants from now on. The rows are locked. */
export async function deleteOwnStocks(tx: Transaction, productIds: readonly number[]): Promise<void> {
  await sql`
    DELETE FROM stock WHERE product_id = ANY(${productIds}::integer[]) AND variant_id IS NULL`.execute(tx);
}

/** Ids by slug; the categories stay there until the transaction ends. */
export async function lockCategories(tx: Transaction, slugs: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; slug: string }>`
    SELECT id, slug FROM category WHERE slug = ANY(${slugs}::text[]) ORDER BY id FOR KEY SHARE`.execute(tx);
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

/** The products that have one of the SKUs themselves or by a variant. */
export async function findProductIdsBySku(db: Database, skus: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM product WHERE sku = ANY(${skus}::text[])
    UNION
    SELECT product_id FROM product_variant WHERE sku = ANY(${skus}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

export function listCategoryNames(db: Database): Promise<{ name: string; slug: string }[]> {
  return db.selectFrom('category').select(['name', 'slug']).orderBy('id').execute();
}
