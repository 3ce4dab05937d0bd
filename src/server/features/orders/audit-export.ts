import { type AuditedChange, recordExport } from '#server/platform/audit/audit.store.ts';
import type { Database } from '#server/platform/database/database.ts';

interface ExportedOrders {
  /** Days of the shop, inclusive; all time without them. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly status?: string | undefined;
  readonly payment?: string | undefined;
  readonly search?: string | undefined;
}

/** Customers' names and addresses leave the shop: record who exports them, before sending. */
export async function auditOrderExport(
  db: Database,
  { from, to, status, payment, search }: ExportedOrders,
  by: Pick<AuditedChange, 'actor' | 'request' | 'at'>,
): Promise<void> {
  const after = {
    status: status ?? 'all',
    payment: payment ?? 'all',
    is_searched: search !== undefined,
    from: from ?? null,
    to: to ?? null,
  };
  await recordExport(db, 'order', by, after);
}
