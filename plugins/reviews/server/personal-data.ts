import type { Services } from '../tables.ts';
import { releaseUploadsOf } from './pictures.store.ts';
import { deleteRejectionsOf, listRejectedProducts } from './rejections.store.ts';
import { deleteRequestsTo, hasOptedOut } from './review-requests.store.ts';
import { anonymiseReviews, listAllOf } from './reviews.store.ts';

/** What is stored about a customer, for the file with their data. */
export async function exportPersonalData({ db }: Services, customerId: number) {
  const rows = await listAllOf(db, customerId);
  return {
    reviews: rows.map(({ created_at, ...review }) => ({ ...review, written_at: created_at.toISOString() })),
    products_with_rejected_reviews: await listRejectedProducts(db, customerId),
    wants_no_review_requests: await hasOptedOut(db, customerId),
  };
}

/** After the deletion of an account: its reviews stay without a name, everything else about it is deleted. */
export function forgetCustomer(services: Services, customerId: number): Promise<void> {
  return services.transaction(async (tx) => {
    await deleteRequestsTo(tx, customerId);
    await deleteRejectionsOf(tx, customerId);
    await releaseUploadsOf(services, tx, customerId);
    await services.products.announceChange(tx, await anonymiseReviews(tx, customerId));
  });
}
