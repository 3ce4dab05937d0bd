import type { Database, Transaction } from '../tables.ts';

/** Remembers whose reviews these are, so that what they write next about the product is read first. */
export async function insertRejections(tx: Transaction, reviewIds: readonly number[]): Promise<void> {
  await tx
    .insertInto('plugin_reviews.rejection')
    .columns(['product_id', 'user_id'])
    .expression((eb) =>
      eb
        .selectFrom('plugin_reviews.review')
        .select(['product_id', eb.ref('user_id').$notNull().as('user_id')])
        .where('id', 'in', reviewIds)
        .where('user_id', 'is not', null)
        .orderBy('id'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The authors of these reviews are trusted again. */
export async function deleteRejections(tx: Transaction, reviewIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('plugin_reviews.rejection as rejection')
    .using('plugin_reviews.review as review')
    .whereRef('review.product_id', '=', 'rejection.product_id')
    .whereRef('review.user_id', '=', 'rejection.user_id')
    .where('review.id', 'in', reviewIds)
    .execute();
}

/** Whether a review of the customer was rejected, and none has been published since. */
export async function hasRejection(tx: Transaction, productId: number, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('plugin_reviews.rejection')
    .select('user_id')
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Names of the products whose reviews by the customer were rejected. */
export async function listRejectedProducts(db: Database, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('plugin_reviews.rejection as rejection')
    .innerJoin('product', 'product.id', 'rejection.product_id')
    .select('product.name')
    .where('rejection.user_id', '=', userId)
    .orderBy('product.id')
    .execute();
  return rows.map(({ name }) => name);
}

export async function deleteRejectionsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.deleteFrom('plugin_reviews.rejection').where('user_id', '=', userId).execute();
}
