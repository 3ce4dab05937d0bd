import type { SalesReport } from '#contract/admin/reports.ts';
import { formatDecimal } from '#domain/money/money.ts';
import type { DaySpan } from '#domain/shop/analytics-period.ts';
import { readPeriod } from './read-period.ts';
import type { ReportServices } from './report-services.ts';
import { listSalesDayRows } from './reports.store.ts';

/** Orders and revenue of each day with orders. */
export async function reportSales(services: ReportServices, span: DaySpan): Promise<SalesReport> {
  const period = await readPeriod(services, span);
  const rows = await listSalesDayRows(services.db, period);
  return {
    currency: period.currency,
    rows: rows.map(({ date, orders, cancelled, items, revenue_cents }) => ({
      date,
      orders,
      cancelled,
      items,
      revenue: formatDecimal(revenue_cents),
    })),
  };
}
