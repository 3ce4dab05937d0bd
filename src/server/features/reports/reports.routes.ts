import type { reportEndpoints } from '#contract/admin/reports.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { reportOrders } from './report-orders.ts';
import { reportSales } from './report-sales.ts';
import type { ReportServices } from './report-services.ts';

export function reportHandlers(services: ReportServices): Handlers<typeof reportEndpoints> {
  return {
    'GET /admin/reports/orders': async ({ caller, request, query: { from, to, after = 0 } }) =>
      respond(await reportOrders(services, { from, to, after }, { actor: caller, request })),
    'GET /admin/reports/sales': async ({ query }) => respond(await reportSales(services, query)),
  };
}
