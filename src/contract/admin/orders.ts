import { z } from 'zod';
import { PAYMENT_STATUSES } from '#domain/checkout/payment-status.ts';
import { ORDER_LIMITS } from '#domain/form-limits.ts';
import { parseDecimal } from '#domain/money/money.ts';
import { defineEndpoints, sentFile } from '../endpoint.ts';
import { paged } from '../envelope.ts';
import {
  amount,
  BACKWARD,
  blankAsMissing,
  day,
  idParam,
  isForward,
  multiLine,
  page,
  perPage,
  singleLine,
} from '../fields.ts';
import { creditNote, issuedInvoice, orderStatus, statusFilter } from '../storefront/orders.ts';
import { keptAddress, shippingAddress } from '../storefront/shipping-address.ts';
import { adminOrder, adminOrderDetail, flaggedPayment, refund } from './order-fields.ts';

const refundAmount = z
  .union([z.number(), z.string()])
  .transform((value) => parseDecimal(value))
  .refine((value) => value !== undefined && value > 0, 'Must be an amount above 0 with at most two decimals.')
  .transform((value) => value ?? 0);

const paymentFilter = blankAsMissing(
  z.enum([...PAYMENT_STATUSES, 'all']).transform((status) => (status === 'all' ? undefined : status)),
);

const params = z.object({ id: idParam });

/** Comma-separated ids in a query; at most one page of orders. */
const idList = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9}){0,99}$/, 'Must be 1 to 100 ids, separated by commas.')
  .transform((list) => [...new Set(list.split(',').map(Number))]);

export const adminOrderEndpoints = defineEndpoints({
  'GET /admin/orders': {
    access: 'admin',
    summary: 'All orders, newest first; `search` matches number, name, email address and tracking number',
    query: z.object({
      page,
      limit: perPage,
      status: statusFilter,
      payment: paymentFilter,
      search: blankAsMissing(singleLine(0, 200)),
    }),
    data: paged(adminOrder),
  },
  'GET /admin/orders/stats': {
    access: 'admin',
    summary: 'Number of orders by status, and the total of those not cancelled',
    data: z.object({
      total: z.int(),
      pending: z.int(),
      confirmed: z.int(),
      processing: z.int(),
      shipped: z.int(),
      delivered: z.int(),
      cancelled: z.int(),
      totalValue: amount,
    }),
  },
  'GET /admin/orders/export': {
    access: 'admin',
    costly: true,
    summary: 'The matching orders as CSV, newest first; `from` and `to` are inclusive days',
    query: z
      .object({
        status: statusFilter,
        payment: paymentFilter,
        search: blankAsMissing(singleLine(0, 200)),
        from: blankAsMissing(day),
        to: blankAsMissing(day),
      })
      .refine(isForward, BACKWARD),
    sends: 'text/csv; charset=utf-8',
    data: sentFile,
  },
  'GET /admin/orders/status-preview': {
    access: 'admin',
    summary: 'Previews setting orders to a status, without changing them',
    query: z.object({ status: orderStatus, ids: idList }),
    data: z.object({
      /** Number of orders that do not have the status yet. */
      orders: z.int(),
      /** Numbers of those that are unpaid or fully refunded. */
      unpaid: z.array(z.string()),
      /** Number of mails to customers. */
      mails: z.int(),
    }),
  },
  'GET /admin/orders/{id}': {
    access: 'admin',
    summary: 'One order with its payment, refunds and history',
    params,
    data: adminOrderDetail,
    refusals: ['order.not_found'],
  },
  'PUT /admin/orders/{id}/status': {
    access: 'admin',
    canRunAgain: true,
    summary: 'Sets any status; cancelling returns stock and refunds, reopening takes the stock again',
    params,
    body: z.object({
      status: orderStatus,
      /** The status that the admin saw, which must still be current. Omitted: any. */
      status_seen: orderStatus.optional(),
      /** The address that the admin saw, which must still be current when the status changes. Omitted: any. */
      shipping_address_seen: keptAddress.optional(),
      /** The refund amount that the admin saw, which must still be current. Omitted: whatever is left. */
      refundable_seen: amount.optional(),
      tracking_number: singleLine(0, ORDER_LIMITS.trackingNumber).nullish(),
      /** The tracking number that the admin saw, null for none; it must still be current to be replaced. */
      tracking_number_seen: singleLine(0, ORDER_LIMITS.trackingNumber).nullish(),
      note: multiLine(0, ORDER_LIMITS.note).nullish(),
    }),
    data: adminOrderDetail,
    refusals: ['order.not_found', 'order.changed', 'stock.insufficient'],
  },
  'POST /admin/orders/{id}/refunds': {
    access: 'admin',
    canRunAgain: true,
    status: 201,
    summary: 'Refunds part or all of the payment',
    params,
    body: z.object({
      amount: refundAmount,
      reason: singleLine(1, ORDER_LIMITS.refundReason),
      /** The amount that the admin saw as left to refund, which must still be current. Omitted: any. */
      refundable_seen: amount.optional(),
    }),
    data: z.object({ refund, order: adminOrderDetail }),
    refusals: ['order.not_found', 'order.changed', 'refund.exceeds_captured'],
  },
  'POST /admin/orders/{id}/payment': {
    access: 'admin',
    canRunAgain: true,
    summary: 'Records that an order without a card has been paid',
    params,
    data: adminOrderDetail,
    refusals: ['order.not_found', 'order.takes_no_payment'],
  },
  'PUT /admin/orders/{id}/address': {
    access: 'admin',
    canRunAgain: true,
    summary: 'Sends an order that has not been shipped to another address; its amounts stay as they are',
    params,
    body: z.object({
      shipping_address: shippingAddress,
      /** The address that the admin saw, which must still be current. Omitted: any. */
      shipping_address_seen: keptAddress.optional(),
    }),
    data: adminOrderDetail,
    refusals: ['order.not_found', 'order.address_fixed', 'order.changed'],
  },
  'GET /admin/orders/{id}/invoice': {
    access: 'admin',
    costly: true,
    summary: 'The invoice as PDF',
    params,
    sends: 'application/pdf',
    data: sentFile,
    refusals: ['order.not_found'],
  },
  'GET /admin/orders/{id}/issued-invoice': {
    access: 'admin',
    summary: 'What the invoice states besides the order; issues it if need be',
    params,
    data: issuedInvoice,
    refusals: ['order.not_found'],
  },
  'GET /admin/orders/{id}/credit-notes': {
    access: 'admin',
    summary: 'The credit notes of an order by number, one for each refund',
    params,
    data: z.array(creditNote),
    refusals: ['order.not_found'],
  },
  'GET /admin/orders/{id}/credit-notes/{number}': {
    access: 'admin',
    costly: true,
    summary: 'A credit note as PDF',
    params: params.extend({ number: idParam }),
    sends: 'application/pdf',
    data: sentFile,
    refusals: ['order.not_found', 'credit_note.not_found'],
  },
  'GET /admin/orders/{id}/packing-slip': {
    access: 'admin',
    costly: true,
    summary: 'The packing slip as PDF, without prices',
    params,
    sends: 'application/pdf',
    data: sentFile,
    refusals: ['order.not_found'],
  },
  'POST /admin/orders/{id}/mails': {
    access: 'admin',
    canRunAgain: true,
    status: 202,
    summary: 'Sends the confirmation or shipping notice again',
    params,
    body: z.object({ kind: z.enum(['order-placed', 'order-shipped']) }),
    data: z.null(),
    refusals: ['order.not_found', 'order.mail_untrue', 'payment.provider_failed'],
  },
  'GET /admin/payments/problems': {
    access: 'admin',
    summary: 'Payments that need the merchant’s attention, newest first',
    query: z.object({ page, limit: perPage }),
    data: paged(flaggedPayment),
  },
});
