import { sql } from 'kysely';
import { createBatchedReader } from '#server/platform/concurrency/batched-reader.ts';
import { anyOf, type Database } from '#server/platform/database/database.ts';

/** Reads the products in a customer's cart; customers who ask at the same time share a statement. */
export function createCartProductsReader(db: Database): (userId: number) => Promise<readonly number[]> {
  const carts = createBatchedReader(
    (userIds: number[]) =>
      db
        .selectFrom('cart_line')
        .select(['user_id', sql<number[]>`array_agg(DISTINCT product_id)`.as('product_ids')])
        .where('user_id', '=', anyOf(userIds, 'integer'))
        .groupBy('user_id')
        .execute(),
    ({ user_id }) => user_id,
  );
  return async (userId) => (await carts.read([userId])).get(userId)?.product_ids ?? [];
}
