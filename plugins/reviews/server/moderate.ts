import { type AuditContext, refuse } from '#plugin';
import { reviewRefusals } from '../contract.ts';
import type { DecisionResult } from '../decision-message.ts';
import type { Services } from '../tables.ts';
import { deleteReview } from './delete-review.ts';
import { lockRatings, refreshRatings } from './ratings.store.ts';
import { deleteRejections, insertRejections } from './rejections.store.ts';
import { isOutdated } from './review.view.ts';
import { listProductsOf, lockReply, lockWithOtherStatus, updateReply, updateStatus } from './reviews.store.ts';

interface Decision {
  readonly ids: readonly number[];
  readonly status: 'published' | 'rejected';
  /** Reviews that have changed since are skipped. */
  readonly unchangedSince: Date | undefined;
}

/**
 * Publishes or rejects reviews. Those that already are, or are gone, are left alone.
 * @returns how many changed, and the ids of those that were skipped
 * @throws a refusal `reviews.changed` in place of skipping a single review
 */
export function setStatus(
  services: Services,
  { ids, status, unchangedSince }: Decision,
  by: AuditContext,
): Promise<DecisionResult> {
  return services.transaction(async (tx) => {
    const productIds = await listProductsOf(tx, ids);
    await lockRatings(tx, productIds);
    const found = await lockWithOtherStatus(tx, ids, status);
    const isSkipped = ({ updated_at }: { readonly updated_at: Date }) =>
      unchangedSince !== undefined && updated_at > unchangedSince;
    const skipped = found.filter(isSkipped).map(({ id }) => id);
    if (skipped.length > 0 && new Set(ids).size === 1) throw refuse(reviewRefusals.changed);
    const reviews = found.filter((review) => !isSkipped(review));
    if (reviews.length === 0) return { changed: 0, skipped };
    const changedIds = reviews.map(({ id }) => id);
    await updateStatus(tx, changedIds, status);
    await (status === 'rejected' ? insertRejections : deleteRejections)(tx, changedIds);
    for (const review of reviews) {
      const action = status === 'published' ? 'reviews.publish' : 'reviews.reject';
      await services.recordAudit(tx, {
        ...by,
        entity: 'review',
        entityId: String(review.id),
        action,
        before: { status: review.status },
        after: { status },
      });
    }
    const changed = new Set(reviews.map(({ product_id }) => product_id));
    await refreshRatings(
      services,
      tx,
      productIds.filter((id) => changed.has(id)),
    );
    return { changed: reviews.length, skipped };
  });
}

/**
 * Sets, confirms or deletes the shop's reply.
 * @param reply with when the review that was read had changed
 * @throws a refusal: `reviews.not_found`, `reviews.changed`
 */
export function setReply(
  services: Services,
  id: number,
  { reply, unchangedSince }: { readonly reply: string | null; readonly unchangedSince: Date | undefined },
  by: AuditContext,
): Promise<void> {
  return services.transaction(async (tx) => {
    const former = await lockReply(tx, id);
    if (!former) throw refuse(reviewRefusals.not_found);
    if (unchangedSince && reply !== null && former.updated_at > unchangedSince) throw refuse(reviewRefusals.changed);
    const wasOutdated = isOutdated(former);
    if (former.reply === reply && !wasOutdated) return;
    await updateReply(tx, id, reply, services.now());
    const change = {
      action: 'reviews.reply',
      before: { reply: former.reply, ...(wasOutdated && { is_outdated: true }) },
      after: { reply, ...(wasOutdated && { is_outdated: false }) },
    };
    await services.recordAudit(tx, { ...by, entity: 'review', entityId: String(id), ...change });
    await services.products.announceChange(tx, [former.product_id]);
  });
}

/** Deletes a review for good. @throws a refusal `reviews.not_found` */
export async function removeReview(services: Services, id: number, by: AuditContext): Promise<void> {
  const [productId] = await listProductsOf(services.db, [id]);
  const isDeleted =
    productId !== undefined &&
    (await deleteReview(services, productId, { id }, (tx, { stars, status }) =>
      services.recordAudit(tx, {
        ...by,
        entity: 'review',
        entityId: String(id),
        action: 'reviews.delete',
        before: { stars, status },
        after: null,
      }),
    ));
  if (!isDeleted) throw refuse(reviewRefusals.not_found);
}
