import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { deleteDelivery, wakeBlocked } from '#server/platform/events/events.store.ts';
import {
  type LockedDelivery,
  lockDelivery,
  makeDeliveryDue,
} from '#server/platform/events/pending-deliveries.store.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface DeliveryServices {
  readonly db: Database;
  readonly now: Clock;
}

/**
 * Delivers an event to its subscriber again within seconds, with all attempts before it.
 * @throws Refusal `event_delivery.not_found`, `event_delivery.in_progress`.
 */
export function retryDelivery(services: DeliveryServices, id: number, by: AuditContext): Promise<void> {
  return change(services, id, { ...by, action: 'event.retried' }, (tx, delivery, at) =>
    makeDeliveryDue(tx, delivery.id, at),
  );
}

/**
 * Skips an event for its subscriber, which then gets the later events of the same subject.
 * @throws Refusal `event_delivery.not_found`, `event_delivery.in_progress`.
 */
export function dismissDelivery(services: DeliveryServices, id: number, by: AuditContext): Promise<void> {
  return change(services, id, { ...by, action: 'event.dismissed' }, async (tx, delivery) => {
    await deleteDelivery(tx, delivery.id);
    await wakeBlocked(tx, delivery.subscriber, delivery);
  });
}

async function change(
  { db, now }: DeliveryServices,
  id: number,
  by: AuditContext & { readonly action: string },
  apply: (tx: Transaction, delivery: LockedDelivery, at: Date) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const at = now();
    const delivery = await lockDelivery(tx, id);
    if (!delivery) throw new Refusal('event_delivery.not_found');
    if (delivery.claimedUntil && delivery.claimedUntil > at) throw new Refusal('event_delivery.in_progress');
    await apply(tx, delivery, at);
    await recordAudit(tx, { ...by, entity: 'event', entityId: String(id), before: factsOf(delivery), after: null, at });
  });
}

const factsOf = ({ type, subscriber, subjectKind, subjectId, attempts }: LockedDelivery) => ({
  event: type,
  subscriber,
  subject: `${subjectKind} ${subjectId}`,
  attempts,
});
