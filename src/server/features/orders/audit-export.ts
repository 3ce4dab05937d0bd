import { type AuditedExport, hasRecordedExport, recordExport } from '#server/platform/audit/audit.store.ts';
import type { Database } from '#server/platform/database/database.ts';

interface ExportedOrders {
  /** Days of the shop, inclusive; all time without them. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly status?: string | undefined;
  readonly payment?: string | undefined;
  readonly search?: string | undefined;
}

/** Longer than a report takes, part after part. */
const REPORT_MS = 60 * 60_000;

const exportedFacts = ({ from, to, status, payment, search }: ExportedOrders) => ({
  status: status ?? 'all',
  payment: payment ?? 'all',
  is_searched: search !== undefined,
  from: from ?? null,
  to: to ?? null,
});

/** Customers' names and addresses leave the shop: record who exports them, before sending. */
export const auditOrderExport = (db: Database, orders: ExportedOrders, by: AuditedExport): Promise<void> =>
  recordExport(db, 'order', by, exportedFacts(orders));

/** Records a report once: with its first part, or with a later one that somebody reads without the first. */
export async function auditReportPart(
  db: Database,
  period: Required<Pick<ExportedOrders, 'from' | 'to'>>,
  { isFirst }: { readonly isFirst: boolean },
  by: AuditedExport,
): Promise<void> {
  const facts = exportedFacts(period);
  const since = new Date(by.at.getTime() - REPORT_MS);
  if (!isFirst && (await hasRecordedExport(db, 'order', by, facts, since))) return;
  await recordExport(db, 'order', by, facts);
}
