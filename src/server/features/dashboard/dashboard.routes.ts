import { type dashboardEndpoints, MAX_FOUND, REPORT_CHUNK } from '#contract/admin/dashboard.ts';
import { paymentCurrency } from '#domain/money/currency.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { auditReportPart } from '#server/features/orders/index.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { countStock, listRecentOrderRows } from './dashboard.store.ts';
import { recentOrderView, reportedOrderView } from './dashboard.view.ts';
import type { DashboardServices } from './dashboard-services.ts';
import { readStatistics } from './read-statistics.ts';
import { countOrdersWithin, listReportedOrderRows, listSalesDayRows } from './reports.store.ts';
import { findOrderRows, findProductRows, findUserRows, searchTermOf } from './search.store.ts';

export function dashboardHandlers(services: DashboardServices): Handlers<typeof dashboardEndpoints> {
  const { db, now, settings } = services;
  const readPlace = async () => {
    const { timezone: timeZone, currency } = await settings.get('site');
    return { timeZone, currency: paymentCurrency(currency) };
  };
  return {
    'GET /admin/dashboard/stats': async () => respond(await readStatistics(services)),
    'GET /admin/dashboard/product-stats': async () => respond(await countStock(db)),
    'GET /admin/dashboard/recent-orders': async ({ query }) =>
      respond((await listRecentOrderRows(db, query.limit)).map(recentOrderView)),
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
    'GET /admin/search': async ({ query }) => {
      const wanted = searchTermOf(query.q);
      const [orders, products, users] = await Promise.all([
        findOrderRows(db, wanted, MAX_FOUND),
        findProductRows(db, wanted, MAX_FOUND),
        findUserRows(db, wanted, MAX_FOUND),
      ]);
      return respond({ orders: orders.map(recentOrderView), products, users });
    },
  };
}
