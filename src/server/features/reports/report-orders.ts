import { type OrderReport, REPORT_CHUNK } from '#contract/admin/reports.ts';
import type { DaySpan } from '#domain/shop/analytics-period.ts';
import { auditReportPart } from '#server/features/orders/index.ts';
import type { AuditContext } from '#server/platform/audit/audit.store.ts';
import { readPeriod } from './read-period.ts';
import type { ReportServices } from './report-services.ts';
import { countOrdersWithin, listReportedOrderRows } from './reports.store.ts';
import { reportedOrderView } from './reports.view.ts';

/**
 * A part of the report of a period's orders, which the audit log records.
 * @param after the last id of the part before; 0 for the first part.
 */
export async function reportOrders(
  services: ReportServices,
  { from, to, after }: DaySpan & { readonly after: number },
  by: AuditContext,
): Promise<OrderReport> {
  const { db, now } = services;
  const period = await readPeriod(services, { from, to });
  await auditReportPart(db, { from, to }, { isFirst: after === 0 }, { ...by, at: now() });
  const [total, rows] = await Promise.all([
    countOrdersWithin(db, period),
    listReportedOrderRows(db, period, { after, limit: REPORT_CHUNK }),
  ]);
  const last = rows.at(-1);
  return {
    total,
    rows: rows.map(reportedOrderView),
    next: last && rows.length === REPORT_CHUNK ? last.id : null,
  };
}
