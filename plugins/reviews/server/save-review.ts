import { refuse } from '#plugin';
import { reviewRefusals } from '../contract.ts';
import type { ReviewStatus, Services } from '../tables.ts';
import { publicName } from './author.ts';
import { claimUploads, releaseUnused } from './pictures.store.ts';
import { type Buyer, hasBought } from './purchases.store.ts';
import { lockRatings, refreshRatings } from './ratings.store.ts';
import { hasRejection } from './rejections.store.ts';
import { listOwn, upsertReview } from './reviews.store.ts';

export interface ReviewInput {
  readonly stars: number;
  readonly title: string;
  readonly text: string;
  readonly pictures: readonly string[];
}

/** @throws a refusal `reviews.off` while the merchant has no reviews. */
export async function requireEnabled(services: Services): Promise<void> {
  if (!(await services.settings()).isEnabled) throw refuse(reviewRefusals.off);
}

/**
 * Writes or replaces a customer's review of a product. Saving the same text again changes nothing.
 * @returns whether it is published or waits for approval
 * @throws a refusal: `reviews.off`, `product.not_found`, `reviews.not_bought`, `reviews.picture_unknown`
 */
export async function saveReview(
  services: Services,
  customer: Buyer & { readonly name: string },
  productId: number,
  { stars, title, text, pictures }: ReviewInput,
): Promise<ReviewStatus> {
  const { isEnabled, needsApproval } = await services.settings();
  if (!isEnabled) throw refuse(reviewRefusals.off);
  if ((await services.products.byIds([productId])).length === 0) throw refuse('product.not_found');
  if (!(await hasBought(services.db, customer, productId))) throw refuse(reviewRefusals.not_bought);
  return services.transaction(async (tx) => {
    await lockRatings(tx, [productId]);
    const [former] = await listOwn(tx, customer.userId, [productId]);
    if (former && isSame(former, { stars, title, text, pictures })) return former.status;
    const kept = former?.pictures ?? [];
    await claimUploads(
      services,
      tx,
      customer.userId,
      pictures.filter((address) => !kept.includes(address)),
    );
    // A node of the previous release, which may still run during an upgrade, notes no rejections.
    const isRejected = former?.status === 'rejected' || (await hasRejection(tx, productId, customer.userId));
    // After a rejection the next text is read, even where reviews are shown without approval.
    const status = needsApproval || isRejected ? 'pending' : 'published';
    const content = { author: publicName(customer.name), stars, title, text, pictures, status } as const;
    await upsertReview(tx, { productId, userId: customer.userId }, content, services.now());
    await releaseUnused(
      services,
      tx,
      kept.filter((address) => !pictures.includes(address)),
    );
    if (status === 'published' || former?.status === 'published') await refreshRatings(services, tx, [productId]);
    return status;
  });
}

const isSame = (former: ReviewInput, next: ReviewInput): boolean =>
  former.stars === next.stars &&
  former.title === next.title &&
  former.text === next.text &&
  former.pictures.join() === next.pictures.join();
