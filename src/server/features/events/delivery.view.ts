import type { AdminEventDelivery } from '#contract/admin/events.ts';
import type { EventSubjectKind } from '#domain/shop-events.ts';
import type { PendingDelivery } from '#server/platform/events/pending-deliveries.store.ts';

export function deliveryView(row: PendingDelivery): AdminEventDelivery {
  return {
    id: row.id,
    status: row.failedAt ? 'failed' : 'retrying',
    subscriber: row.subscriber,
    event: { id: row.eventId, type: row.type, payload: { ...row.payload }, created_at: row.createdAt.toISOString() },
    subject: { kind: row.subjectKind as EventSubjectKind, id: row.subjectId },
    attempts: row.attempts,
    last_error: row.lastError,
    next_attempt_at: row.failedAt ? null : row.nextAttemptAt.toISOString(),
    blocked: row.blocked,
  };
}
