import { sql } from 'kysely';
import type { Services, Transaction } from '../tables.ts';
import { ratingOf } from './rating.ts';

/**
 * Locks the ratings of products, in the order of their ids. Call it before changing reviews of these products: whoever comes
 * second counts what the first has committed.
 */
export async function lockRatings(tx: Transaction, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  await tx
    .insertInto('plugin_reviews.rating')
    .columns(['product_id'])
    .expression((eb) => eb.selectFrom('product').select('id').where('id', 'in', productIds).orderBy('id'))
    .onConflict((conflict) =>
      conflict.column('product_id').doUpdateSet(({ ref }) => ({ product_id: ref('excluded.product_id') })),
    )
    .execute();
}

/** Counts the published reviews of products and tells the shop their rating. Call it after `lockRatings` and the change. */
export async function refreshRatings(services: Services, tx: Transaction, productIds: readonly number[]) {
  for (const id of productIds) {
    const row = await tx
      .updateTable('plugin_reviews.rating')
      .set({
        counts: sql<number[]>`ARRAY(
          SELECT count(review.id)::integer
            FROM generate_series(1, 5) AS star
            LEFT JOIN plugin_reviews.review
              ON review.product_id = ${id} AND review.stars = star AND review.status = 'published'
           GROUP BY star ORDER BY star)`,
      })
      .where('product_id', '=', id)
      .returning('counts')
      .executeTakeFirst();
    if (row) await services.products.setRating(tx, id, ratingOf(row.counts));
  }
  await services.products.announceChange(tx, productIds);
}
