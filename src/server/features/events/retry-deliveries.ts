import { MAX_RETRIED, type RetriedMany, type RetryMany } from '#contract/admin/retry-many.ts';
import { type AuditContext, recordAudits } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { countFailedDeliveries, makeDeliveriesDue } from '#server/platform/events/pending-deliveries.store.ts';
import { auditOf, type DeliveryServices, lockPending } from './dismiss-delivery.ts';

/**
 * Delivers events to their subscribers again within seconds, and gives them all their attempts again. Repeating it delivers nothing
 * twice: events that are due already, being handled, handled or dismissed stay as they are.
 */
export function retryDeliveries(
  { db, now }: DeliveryServices,
  wanted: RetryMany,
  by: AuditContext,
): Promise<RetriedMany> {
  return inTransaction(db, async (tx) => {
    const at = now();
    const choice = 'ids' in wanted ? wanted : { oldestFailed: MAX_RETRIED };
    const retried = await makeDeliveriesDue(tx, choice, at);
    await recordAudits(
      tx,
      retried.map((delivery) => auditOf(delivery, { ...by, action: 'event.retried', at })),
    );
    return { retried: retried.length, failed: await countFailedDeliveries(tx) };
  });
}

/**
 * The same for one event.
 * @throws Refusal `event_delivery.not_found`, `event_delivery.in_progress`.
 */
export async function retryDelivery(services: DeliveryServices, id: number, by: AuditContext): Promise<void> {
  const { retried } = await retryDeliveries(services, { ids: [id] }, by);
  // Another retry has just made it due, unless this throws.
  if (retried === 0) await inTransaction(services.db, (tx) => lockPending(tx, id, services.now()));
}
