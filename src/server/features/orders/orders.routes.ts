import type { orderEndpoints } from '#contract/storefront/orders.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import { retryOnBrokenConnection } from '#server/platform/database/database-unavailable.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { cancelOrder } from './cancel-order.ts';
import {
  type DocumentServices,
  listCreditNotes,
  readIssuedInvoice,
  writeCreditNote,
  writeOrderDocument,
} from './documents/order-documents.ts';
import { listOwnOrders } from './list-own-orders.ts';
import { orderTrackingView } from './order.view.ts';
import { ownerFor } from './order-owner.ts';
import type { OrderServices } from './order-services.ts';
import { findOrderRow, listStatusChangeRows } from './orders.store.ts';
import { readOrder } from './read-order.ts';

export function orderHandlers(services: OrderServices & DocumentServices): Handlers<typeof orderEndpoints> {
  const { db } = services;
  return {
    'GET /orders': async ({ caller, query: { page, per_page, status, search, year } }) => {
      const { timezone: timeZone } = await services.settings.get('site');
      const { orders, total } = await listOwnOrders(
        db,
        {
          userId: caller.userId,
          status,
          ownSearch: search || undefined,
          ...(year !== undefined && { days: { from: `${year}-01-01`, to: `${year}-12-31`, timeZone } }),
        },
        rangeOf({ page, per_page }),
      );
      return respond(pageOf({ page, per_page }, total, orders));
    },
    'GET /orders/{id}': async ({ caller, params }) => respond(await readOrder(services, params.id, ownerFor(caller))),
    'PUT /orders/{id}/cancel': async ({ caller, params, request: { write } }) => {
      await cancelOrder(services, caller.userId, params.id, write);
      const order = await retryOnBrokenConnection(() => readOrder(services, params.id, caller.userId));
      return respond(order, `Order ${order.order_number} has been cancelled`);
    },
    'GET /orders/{id}/track': async ({ caller, params }) => {
      const row = await findOrderRow(db, params.id, ownerFor(caller));
      if (!row) throw new Refusal('order.not_found');
      return respond(orderTrackingView(row, await listStatusChangeRows(db, row.id)));
    },
    'GET /orders/{id}/credit-notes': async ({ caller, params }) =>
      respond(await listCreditNotes(services, params.id, caller)),
    'GET /orders/{id}/credit-notes/{number}': async ({ caller, params }) =>
      respond(await writeCreditNote(services, params, caller)),
    'GET /orders/{id}/invoice': async ({ caller, params }) =>
      respond(await writeOrderDocument(services, params.id, caller, 'invoice')),
    'GET /orders/{id}/issued-invoice': async ({ caller, params }) =>
      respond(await readIssuedInvoice(services, params.id, caller)),
  };
}
