import { type AuditContext, type AuditedChange, recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { deleteDelivery, wakeBlocked } from '#server/platform/events/events.store.ts';
import {
  type DeliveryFacts,
  type LockedDelivery,
  lockDelivery,
} from '#server/platform/events/pending-deliveries.store.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface DeliveryServices {
  readonly db: Database;
  readonly now: Clock;
}

/**
 * Skips an event for its subscriber, which then gets the later events of the same subject.
 * @throws Refusal `event_delivery.not_found`, `event_delivery.in_progress`.
 */
export async function dismissDelivery({ db, now }: DeliveryServices, id: number, by: AuditContext): Promise<void> {
  await inTransaction(db, async (tx) => {
    const at = now();
    const delivery = await lockPending(tx, id, at);
    await deleteDelivery(tx, delivery.id);
    await wakeBlocked(tx, delivery.subscriber, delivery);
    await recordAudit(tx, auditOf(delivery, { ...by, action: 'event.dismissed', at }));
  });
}

/** Locks a delivery whose last attempt failed, unless it is being handled. @throws Refusal otherwise. */
export async function lockPending(tx: Transaction, id: number, at: Date): Promise<LockedDelivery> {
  const delivery = await lockDelivery(tx, id);
  if (!delivery) throw new Refusal('event_delivery.not_found');
  if (delivery.claimedUntil && delivery.claimedUntil > at) throw new Refusal('event_delivery.in_progress');
  return delivery;
}

export const auditOf = (
  { id, type, subscriber, subjectKind, subjectId, attempts }: DeliveryFacts,
  by: AuditContext & Pick<AuditedChange, 'action' | 'at'>,
): AuditedChange => ({
  ...by,
  entity: 'event',
  entityId: String(id),
  before: { event: type, subscriber, subject: `${subjectKind} ${subjectId}`, attempts },
  after: null,
});
