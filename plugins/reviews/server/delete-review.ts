import type { ReviewStatus, Services, Transaction } from '../tables.ts';
import { releaseUnused } from './pictures.store.ts';
import { lockRatings, refreshRatings } from './ratings.store.ts';
import { deleteReviewRow } from './reviews.store.ts';

interface DeletedReview {
  readonly id: number;
  readonly stars: number;
  readonly status: ReviewStatus;
}

/**
 * Deletes a review, its pictures and its share of the rating.
 * @param which one of a product, by its id or by its author
 * @param record runs in the same transaction
 * @returns false when there is none
 */
export function deleteReview(
  services: Services,
  productId: number,
  which: { readonly id: number } | { readonly user_id: number },
  record?: (tx: Transaction, review: DeletedReview) => Promise<void>,
): Promise<boolean> {
  return services.transaction(async (tx) => {
    await lockRatings(tx, [productId]);
    const review = await deleteReviewRow(tx, productId, which);
    if (!review) return false;
    await releaseUnused(services, tx, review.pictures);
    if (review.status === 'published') await refreshRatings(services, tx, [productId]);
    await record?.(tx, review);
    return true;
  });
}
