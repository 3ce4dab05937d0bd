import type { dashboardEndpoints } from '#contract/admin/dashboard.ts';
import { orderSummaryView } from '#server/features/orders/index.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { countStock, listRecentOrderRows } from './dashboard.store.ts';
import type { DashboardServices } from './dashboard-services.ts';
import { readStatistics } from './read-statistics.ts';

export function dashboardHandlers(services: DashboardServices): Handlers<typeof dashboardEndpoints> {
  const { db } = services;
  return {
    'GET /admin/dashboard/stats': async () => respond(await readStatistics(services)),
    'GET /admin/dashboard/product-stats': async () => respond(await countStock(db)),
    'GET /admin/dashboard/recent-orders': async ({ query }) =>
      respond((await listRecentOrderRows(db, query.limit)).map(orderSummaryView)),
  };
}
