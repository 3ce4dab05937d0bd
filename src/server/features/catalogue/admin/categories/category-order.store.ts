import { sql } from 'kysely';
import type { Handle, Transaction } from '#server/platform/database/database.ts';
import type { ProductOrderRow } from '../../storefront/categories.store.ts';

/** Undefined: the category has no order. */
export function findProductOrder(db: Handle, categoryId: number): Promise<ProductOrderRow | undefined> {
  return db
    .selectFrom('category_order')
    .select(['category_id', 'product_ids', 'revision'])
    .where('category_id', '=', categoryId)
    .executeTakeFirst();
}

/**
 * Writes an order, without products that no longer exist, unless its revision has changed.
 * @param revision of the order that was read; 0: there was none
 * @returns the new revision; undefined: somebody else has changed it, or deleted the category
 */
export async function writeProductOrder(
  tx: Transaction,
  categoryId: number,
  {
    productIds,
    revision,
    at,
  }: { readonly productIds: readonly number[]; readonly revision: number; readonly at: Date },
): Promise<number | undefined> {
  const existing = sql`ARRAY(SELECT p.id FROM unnest(${productIds}::integer[]) WITH ORDINALITY AS given (id, place)
                               JOIN product p ON p.id = given.id ORDER BY given.place)`;
  const { rows } =
    revision === 0
      ? await sql<{ revision: number }>`
          INSERT INTO category_order (category_id, product_ids, updated_at)
          SELECT id, ${existing}, ${at} FROM category WHERE id = ${categoryId} FOR KEY SHARE
          ON CONFLICT (category_id) DO NOTHING RETURNING revision`.execute(tx)
      : await sql<{ revision: number }>`
          UPDATE category_order SET product_ids = ${existing}, revision = revision + 1, updated_at = ${at}
           WHERE category_id = ${categoryId} AND revision = ${revision} RETURNING revision`.execute(tx);
  return rows[0]?.revision;
}
