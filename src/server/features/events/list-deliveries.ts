import type { AdminEventDelivery } from '#contract/admin/events.ts';
import type { EventSubjectKind } from '#domain/orders/shop-events.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Span } from '#server/platform/database/find-page.ts';
import {
  type DeliveryStatus,
  listPendingDeliveries,
  type PendingDelivery,
} from '#server/platform/events/pending-deliveries.store.ts';
import { readSubjectNames, type Subject } from './subject-names.store.ts';

const subjectOf = ({ subjectKind, subjectId }: PendingDelivery): Subject => ({
  kind: subjectKind as EventSubjectKind,
  id: subjectId,
});

/** Events that subscribers could not handle, newest first, with the names of what they are about. */
export async function listDeliveries(
  db: Database,
  status: DeliveryStatus | undefined,
  span: Span,
): Promise<{ deliveries: AdminEventDelivery[]; total: number }> {
  const { rows, total } = await listPendingDeliveries(db, status, span);
  const nameOf = await readSubjectNames(db, rows.map(subjectOf));
  return { deliveries: rows.map((row) => deliveryView(row, nameOf(subjectOf(row)))), total };
}

function deliveryView(row: PendingDelivery, name: string | undefined): AdminEventDelivery {
  return {
    id: row.id,
    status: row.failedAt ? 'failed' : 'retrying',
    subscriber: row.subscriber,
    event: { id: row.eventId, type: row.type, payload: { ...row.payload }, created_at: row.createdAt.toISOString() },
    subject: { ...subjectOf(row), name: name ?? null },
    attempts: row.attempts,
    last_error: row.lastError,
    next_attempt_at: row.failedAt ? null : row.nextAttemptAt.toISOString(),
    blocked: row.blocked,
  };
}
