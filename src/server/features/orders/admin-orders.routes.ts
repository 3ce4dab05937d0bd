import type { adminOrderEndpoints } from '#contract/admin/orders.ts';
import { paymentCurrency } from '#domain/money/currency.ts';
import { addMoney, formatDecimal } from '#domain/money/money.ts';
import { type OrderStatus, orderStatusLabel } from '#domain/orders/order-status.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import { flaggedPaymentView, listFlaggedPaymentRows, orProviderFailed } from '#server/features/payments/index.ts';
import { retryOnBrokenConnection } from '#server/platform/database/database-unavailable.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { adminOrderView } from './admin-order.view.ts';
import { auditOrderExport } from './audit-export.ts';
import { changeAddress } from './change-address.ts';
import {
  type DocumentServices,
  listCreditNotes,
  readIssuedInvoice,
  writeCreditNote,
  writeOrderDocument,
} from './documents/order-documents.ts';
import { exportOrders } from './export-orders.ts';
import { countOrdersByStatus, listOrderRows, type StatusCount } from './order-lists.store.ts';
import type { OrderServices } from './order-services.ts';
import { listLineRows } from './orders.store.ts';
import { previewStatus } from './preview-status.ts';
import { readOrderDetail } from './read-order.ts';
import { recordOfflinePayment } from './record-offline-payment.ts';
import { refundOrder } from './refund-order.ts';
import { resendOrderMail } from './resend-order-mail.ts';
import { type DoneToOrder, setOrderStatus } from './set-order-status.ts';

function statsOf(counts: readonly StatusCount[]) {
  const of = (status: StatusCount['status']) => counts.find((row) => row.status === status)?.count ?? 0;
  const live = counts.filter((row) => row.status !== 'cancelled');
  return {
    total: counts.reduce((sum, row) => sum + row.count, 0),
    pending: of('pending'),
    confirmed: of('confirmed'),
    processing: of('processing'),
    shipped: of('shipped'),
    delivered: of('delivered'),
    cancelled: of('cancelled'),
    totalValue: formatDecimal(addMoney(...live.map((row) => row.value))),
  };
}

export function adminOrderHandlers(services: OrderServices & DocumentServices): Handlers<typeof adminOrderEndpoints> {
  const { db, now, log, settings } = services;
  return {
    'GET /admin/orders': async ({ query }) => {
      const { status, payment, search } = query;
      const page = { page: query.page, per_page: query.limit };
      const filter = { status, payment, search: search || undefined };
      const { rows, total } = await listOrderRows(db, filter, rangeOf(page));
      const orderIds = rows.map(({ id }) => id);
      const lines = await listLineRows(db, orderIds);
      const data = rows.map((row) => adminOrderView(row, lines.get(row.id) ?? []));
      return respond(pageOf(page, total, data));
    },
    'GET /admin/orders/stats': async () => {
      const { currency } = await settings.get('site');
      return respond(statsOf(await countOrdersByStatus(db, paymentCurrency(currency))));
    },
    'GET /admin/orders/export': async ({ caller, request, query: { status, payment, from, to, ...query } }) => {
      const search = query.search || undefined;
      const { timezone } = await settings.get('site');
      await auditOrderExport(db, { status, payment, search, from, to }, { actor: caller, request, at: now() });
      const filter = { status, payment, search, days: { from, to, timeZone: timezone } };
      return respond({ name: 'orders.csv', content: exportOrders(db, filter, timezone) });
    },
    'GET /admin/orders/status-preview': async ({ query: { ids, status } }) =>
      respond(await previewStatus(db, ids, status)),
    'GET /admin/orders/{id}': async ({ params }) => respond(await readOrderDetail(services, params.id)),
    'PUT /admin/orders/{id}/status': async ({ caller, request, params, body }) => {
      const { status, tracking_number: trackingNumber, note } = body;
      const wanted = {
        status,
        statusSeen: body.status_seen,
        addressSeen: body.shipping_address_seen,
        refundableSeen: body.refundable_seen,
        trackingNumber: trackingNumber === '' ? null : trackingNumber,
        trackingNumberSeen: body.tracking_number_seen,
        note: note || null,
      };
      const done = await setOrderStatus(services, params.id, wanted, { actor: caller, request });
      const order = await retryOnBrokenConnection(() => readOrderDetail(services, params.id));
      return respond(order, doneMessage(done, order.id, status));
    },
    'POST /admin/orders/{id}/refunds': async ({ caller, request, params, body }) => {
      const { amount, reason, refundable_seen: refundableSeen } = body;
      const wanted = { amount, reason, refundableSeen };
      const refundId = await refundOrder(services, params.id, wanted, { actor: caller, request });
      const order = await retryOnBrokenConnection(() => readOrderDetail(services, params.id));
      const refund = order.refunds.find(({ id }) => id === refundId);
      if (!refund) throw new Error(`Refund ${refundId} is gone`);
      return respond({ refund, order }, REFUND_MESSAGES[refund.status]);
    },
    'POST /admin/orders/{id}/payment': async ({ caller, request, params }) => {
      await recordOfflinePayment(services, params.id, { actor: caller, request });
      return respond(await retryOnBrokenConnection(() => readOrderDetail(services, params.id)), 'Payment recorded');
    },
    'PUT /admin/orders/{id}/address': async ({ caller, request, params, body }) => {
      const wanted = { address: body.shipping_address, seen: body.shipping_address_seen };
      await changeAddress(services, params.id, wanted, { actor: caller, request });
      return respond(await retryOnBrokenConnection(() => readOrderDetail(services, params.id)), 'Address changed');
    },
    'GET /admin/orders/{id}/invoice': async ({ caller, params }) =>
      respond(await writeOrderDocument(services, params, caller, 'invoice')),
    'GET /admin/orders/{id}/issued-invoice': async ({ caller, params }) =>
      respond(await readIssuedInvoice(services, params, caller)),
    'GET /admin/orders/{id}/credit-notes': async ({ caller, params }) =>
      respond(await listCreditNotes(services, params, caller)),
    'GET /admin/orders/{id}/credit-notes/{number}': async ({ caller, params }) =>
      respond(await writeCreditNote(services, { id: { id: params.id }, number: params.number }, caller)),
    'GET /admin/orders/{id}/packing-slip': async ({ caller, params }) =>
      respond(await writeOrderDocument(services, params, caller, 'packing-slip')),
    'POST /admin/orders/{id}/mails': async ({ caller, request, params, body }) => {
      await orProviderFailed(log, () => resendOrderMail(services, params.id, body.kind, { actor: caller, request }));
      return respond(null, 'The email is on its way');
    },
    'GET /admin/payments/problems': async ({ query }) => {
      const page = { page: query.page, per_page: query.limit };
      const { rows, total } = await listFlaggedPaymentRows(db, rangeOf(page));
      return respond(pageOf(page, total, rows.map(flaggedPaymentView)));
    },
  };
}

const TRACKING_MESSAGES = {
  kept: '',
  saved: 'Tracking number saved',
  mailed: 'Tracking number saved and sent to the customer',
  removed: 'Tracking number removed',
} as const satisfies Record<DoneToOrder['tracking'], string>;

/** The success message. A repeated request gets the first one's message: its status is the requested one. */
function doneMessage({ isStatusChanged, tracking, isNoteAdded }: DoneToOrder, id: number, status: OrderStatus): string {
  const others = [TRACKING_MESSAGES[tracking], isNoteAdded ? 'Note added' : ''].filter(Boolean);
  if (isStatusChanged || others.length === 0) return `Order ${id} status updated to ${orderStatusLabel(status)}`;
  return others.join('. ');
}

const REFUND_MESSAGES = {
  succeeded: 'Refund sent',
  pending: 'The refund is on its way',
  failed: 'The payment provider refused the refund',
} as const;
