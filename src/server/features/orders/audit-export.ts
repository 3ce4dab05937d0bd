import { type AuditedChange, recordAudit } from '#server/platform/audit.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';

interface ExportedOrders {
  /** Days of the shop, both included; without them of all time. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly status?: string | undefined;
  readonly search?: string | undefined;
}

/** Names and addresses of customers leave the shop: who takes them is written down before. */
export async function auditOrderExport(
  db: Database,
  { from, to, status, search }: ExportedOrders,
  by: Pick<AuditedChange, 'actor' | 'request' | 'at'>,
): Promise<void> {
  const after = { status: status ?? 'all', is_searched: search !== undefined, from: from ?? null, to: to ?? null };
  await inTransaction(db, (tx) =>
    recordAudit(tx, { ...by, action: 'order.exported', entity: 'order', entityId: 'all', before: null, after }),
  );
}
