import type { Services } from '../tables.ts';
import { hasOptedOut } from './review-requests.ts';

/** What is stored about a customer, for the file with their data. */
export async function exportPersonalData(services: Services, customerId: number) {
  const rows = await services.db
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
    .where('review.user_id', '=', customerId)
    .orderBy('review.id')
    .execute();
  return {
    reviews: rows.map(({ created_at, ...review }) => ({ ...review, written_at: created_at.toISOString() })),
    wants_no_review_requests: await hasOptedOut(services, customerId),
  };
}

/** After the deletion of an account: its reviews stay without a name, everything else about it is deleted. */
export function forgetCustomer(services: Services, customerId: number): Promise<void> {
  return services.transaction(async (tx) => {
    for (const table of ['plugin_reviews.request', 'plugin_reviews.opt_out', 'plugin_reviews.upload'] as const) {
      await tx.deleteFrom(table).where('user_id', '=', customerId).execute();
    }
    const reviews = await tx
      .updateTable('plugin_reviews.review')
      .set({ user_id: null, author: null })
      .where('user_id', '=', customerId)
      .returning('product_id')
      .execute();
    await services.products.announceChange(
      tx,
      reviews.map(({ product_id }) => product_id),
    );
  });
}
