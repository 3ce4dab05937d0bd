import { REPORT_CHUNK, type reportEndpoints } from '#contract/admin/reports.ts';
import { paymentCurrency } from '#domain/money/currency.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { auditReportPart } from '#server/features/orders/index.ts';
import type { Settings } from '#server/features/settings/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { countOrdersWithin, listReportedOrderRows, listSalesDayRows } from './reports.store.ts';
import { reportedOrderView } from './reports.view.ts';

export interface ReportServices {
  readonly db: Database;
  readonly now: Clock;
  readonly settings: Settings;
}

export function reportHandlers({ db, now, settings }: ReportServices): Handlers<typeof reportEndpoints> {
  const readPlace = async () => {
    const { timezone: timeZone, currency } = await settings.get('site');
    return { timeZone, currency: paymentCurrency(currency) };
  };
  return {
    'GET /admin/reports/orders': async ({ caller, request, query: { from, to, after = 0 } }) => {
      const period = { from, to, ...(await readPlace()) };
      const by = { actor: caller, request, at: now() };
      await auditReportPart(db, { from, to }, { isFirst: after === 0 }, by);
      const [total, rows] = await Promise.all([
        countOrdersWithin(db, period),
        listReportedOrderRows(db, period, { after, limit: REPORT_CHUNK }),
      ]);
      const last = rows.at(-1);
      return respond({
        total,
        rows: rows.map(reportedOrderView),
        next: last && rows.length === REPORT_CHUNK ? last.id : null,
      });
    },
    'GET /admin/reports/sales': async ({ query: { from, to } }) => {
      const place = await readPlace();
      const rows = await listSalesDayRows(db, { from, to, ...place });
      return respond({
        currency: place.currency,
        rows: rows.map(({ date, orders, cancelled, items, revenue_cents }) => ({
          date,
          orders,
          cancelled,
          items,
          revenue: formatDecimal(revenue_cents),
        })),
      });
    },
  };
}
