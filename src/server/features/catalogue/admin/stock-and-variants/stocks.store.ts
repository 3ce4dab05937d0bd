import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';

/** A stock row of a product: its own, or a variant's. */
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

/** Locks stock rows in id order. */
export async function lockStocks(tx: Transaction, of: readonly StockOf[]): Promise<LockedStock[]> {
  const { rows } = await sql<LockedStock>`
    SELECT s.product_id AS "productId", s.variant_id AS "variantId", s.received - s.sold - s.held AS available, s.held
      FROM stock s
     WHERE (s.product_id, COALESCE(s.variant_id, 0)) IN
           (SELECT n.product_id, COALESCE(n.variant_id, 0) FROM ${listed(of)} AS n (product_id, variant_id))
     ORDER BY s.id FOR UPDATE`.execute(tx);
  return rows;
}

/** Adds to (or subtracts from) the received units. The rows are locked. */
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

/** Deletes the own stock of products that now have variants. The rows are locked. */
export async function deleteOwnStocks(tx: Transaction, productIds: readonly number[]): Promise<void> {
  await sql`
    DELETE FROM stock WHERE product_id = ANY(${productIds}::integer[]) AND variant_id IS NULL`.execute(tx);
}
