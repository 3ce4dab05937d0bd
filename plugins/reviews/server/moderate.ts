import { type Caller, type RequestFacts, refuse } from '#plugin';
import { reviewRefusals } from '../contract.ts';
import type { Services } from '../tables.ts';
import { deleteReview } from './delete-review.ts';
import { lockRatings, refreshRatings } from './ratings.store.ts';
import { isOutdated } from './review.view.ts';
import { listProductsOf, lockReply, lockWithOtherStatus, updateReply, updateStatus } from './reviews.store.ts';

/** The admin behind a change. */
export interface Moderator {
  readonly caller: Caller;
  readonly request: RequestFacts;
}

const audited = ({ caller, request }: Moderator, id: number) =>
  ({ actor: caller, request, entity: 'review', entityId: String(id) }) as const;

interface Decision {
  readonly ids: readonly number[];
  readonly status: 'published' | 'rejected';
  /** Reviews that have changed since are left alone. */
  readonly changedUntil: Date | undefined;
}

/** Publishes or rejects reviews; those that are so already, or are gone, are left alone. @returns how many changed */
export function setStatus(services: Services, { ids, status, changedUntil }: Decision, by: Moderator): Promise<number> {
  return services.transaction(async (tx) => {
    const productIds = await listProductsOf(tx, ids);
    await lockRatings(tx, productIds);
    const reviews = await lockWithOtherStatus(tx, ids, status, changedUntil);
    if (reviews.length === 0) return 0;
    await updateStatus(
      tx,
      reviews.map(({ id }) => id),
      status,
    );
    for (const review of reviews) {
      const action = status === 'published' ? 'reviews.publish' : 'reviews.reject';
      await services.recordAudit(tx, {
        ...audited(by, review.id),
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
    return reviews.length;
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
  { reply, changedUntil }: { readonly reply: string | null; readonly changedUntil: Date | undefined },
  by: Moderator,
): Promise<void> {
  return services.transaction(async (tx) => {
    const former = await lockReply(tx, id);
    if (!former) throw refuse(reviewRefusals.not_found);
    if (changedUntil && reply !== null && former.updated_at > changedUntil) throw refuse(reviewRefusals.changed);
    const wasOutdated = isOutdated(former);
    if (former.reply === reply && !wasOutdated) return;
    await updateReply(tx, id, reply, services.now());
    const change = {
      action: 'reviews.reply',
      before: { reply: former.reply, ...(wasOutdated && { is_outdated: true }) },
      after: { reply, ...(wasOutdated && { is_outdated: false }) },
    };
    await services.recordAudit(tx, { ...audited(by, id), ...change });
    await services.products.announceChange(tx, [former.product_id]);
  });
}

/** Deletes a review for good. @throws a refusal `reviews.not_found` */
export async function removeReview(services: Services, id: number, by: Moderator): Promise<void> {
  const [productId] = await listProductsOf(services.db, [id]);
  const isDeleted =
    productId !== undefined &&
    (await deleteReview(services, productId, { id }, (tx, { stars, status }) =>
      services.recordAudit(tx, {
        ...audited(by, id),
        action: 'reviews.delete',
        before: { stars, status },
        after: null,
      }),
    ));
  if (!isDeleted) throw refuse(reviewRefusals.not_found);
}
