import { z } from 'zod';
import { PAYMENT_STATUSES } from '#domain/checkout/payment-status.ts';
import { parseOrderNumber } from '#domain/orders/order-number.ts';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { MAX_ORDER_SEARCH } from '#domain/search/search-limits.ts';
import { defineEndpoints, sentFile } from '../endpoint.ts';
import { paged } from '../envelope.ts';
import { amount, blankAsMissing, idParam, page, perPage, singleLine, timestamp } from '../fields.ts';
import { adjustments } from './adjustments.ts';
import { orderOptions } from './checkout-options.ts';
import { keptAddress } from './shipping-address.ts';

export const orderStatus = z.enum(ORDER_STATUSES);
export const paymentStatus = z.enum(PAYMENT_STATUSES);

/** Values of a status filter: `all` means no filter (storefront §4). */
export const statusFilter = blankAsMissing(
  z.enum([...ORDER_STATUSES, 'all']).transform((status) => (status === 'all' ? undefined : status)),
);

/** The purchased item at that time: later catalogue changes do not affect it. */
export const orderItem = z
  .object({
    id: z.int(),
    /** Null for a deleted product. */
    product_id: z.int().nullable(),
    product_slug: z.string().nullable(),
    name: z.string(),
    variant_name: z.string().nullable(),
    sku: z.string(),
    image: z.string().nullable(),
    /** Per unit. */
    price: amount,
    quantity: z.int(),
    adjustments,
    /** With adjustments. */
    line_total: amount,
  })
  .meta({ id: 'OrderItem' });

/** The first and the last day, such as `2026-11-25`. */
export const deliveryWindow = z.object({ from: z.iso.date(), to: z.iso.date() });

export const order = z
  .object({
    id: z.int(),
    order_number: z.string(),
    status: orderStatus,
    payment_status: paymentStatus,
    /** `card`, `offline`, or the name of another provider. */
    payment_method: z.string(),
    currency: z.string(),
    subtotal: amount,
    discount: amount,
    /** On the whole order. */
    adjustments,
    options: orderOptions,
    tax: amount,
    shipping: amount,
    total: amount,
    /** Same as `total`: storefront §3 reads either. */
    total_amount: amount,
    /** Refunded to the customer, including pending refunds. */
    refunded: amount,
    coupon_code: z.string().nullable(),
    shipping_method: z.string(),
    /** As chosen by the shopper; omitted for the shop’s own methods. */
    shipping_label: z.string().optional(),
    shipping_address: keptAddress,
    billing_address: keptAddress.nullable(),
    tracking_number: z.string().nullable(),
    /** When it should arrive, as promised with the order; null if its shipping method names no days. */
    expected_delivery: deliveryWindow.nullable(),
    /** Whether its customer can cancel it now. */
    can_cancel: z.boolean(),
    items: z.array(orderItem),
    user: z.object({ name: z.string(), email: z.string() }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Order' });
export type Order = z.output<typeof order>;

export const orderDetail = order
  .extend({
    /** The payment method as the checkout names it. */
    payment_label: z.string(),
    /** The merchant's payment instructions; null unless the order waits for an offline payment and there are any. */
    payment_instructions: z.string().nullable(),
    /** As printed, such as `INV-000123`; null until it is issued, within about a minute, and for orders of old versions. */
    invoice_number: z.string().nullable(),
  })
  .meta({ id: 'OrderDetail' });
export type OrderDetail = z.output<typeof orderDetail>;

export const orderTracking = z.object({
  order_number: z.string(),
  status: orderStatus,
  tracking_number: z.string().nullable(),
  /** The parcel's page, if the tracking number has the format of a known carrier. */
  carrier: z.object({ name: z.string(), url: z.url() }).nullable(),
  expected_delivery: deliveryWindow.nullable(),
  /** Oldest first. */
  steps: z.array(z.object({ status: orderStatus, label: z.string(), at: timestamp })),
  /** The statuses still to come, in order. */
  upcoming: z.array(z.object({ status: orderStatus, label: z.string() })),
});
export type OrderTracking = z.output<typeof orderTracking>;

export const creditNote = z
  .object({
    /** Part of the path of its document. */
    id: z.int(),
    /** As printed, such as `CN-000123`. */
    number: z.string(),
    refund_id: z.int(),
    amount,
    currency: z.string(),
    issued_at: timestamp,
    /** True if the refund failed later because the bank returned it. */
    is_void: z.boolean(),
  })
  .meta({ id: 'CreditNote' });
export type CreditNote = z.output<typeof creditNote>;

export const issuedInvoice = z
  .object({
    /** As printed, such as `INV-000123`; null for orders of versions without such numbers. */
    number: z.string().nullable(),
    /** Null unless the order is cancelled. */
    cancelled_at: timestamp.nullable(),
  })
  .meta({ id: 'IssuedInvoice' });
export type IssuedInvoice = z.output<typeof issuedInvoice>;

/** `{id}` is an order's id, or its number `ORD-2026-000123`. */
export const orderParams = z.object({
  id: z.union([
    z
      .string()
      .refine((text) => parseOrderNumber(text) !== undefined, 'Must be the id or the number of an order.')
      .transform((order_number) => ({ order_number })),
    idParam.transform((id) => ({ id })),
  ]),
});
export type OrderReference = z.output<typeof orderParams>['id'];

export const orderEndpoints = defineEndpoints({
  'GET /orders': {
    access: 'customer',
    summary: 'The customer’s own orders, newest first; `search` matches the number and names of products',
    query: z.object({
      page,
      per_page: perPage,
      status: statusFilter,
      search: blankAsMissing(singleLine(0, MAX_ORDER_SEARCH)),
      /** In which the order was placed, in the shop's time zone. */
      year: blankAsMissing(z.coerce.number().int().min(2000).max(2999)),
    }),
    data: paged(order),
  },
  'GET /orders/{id}': {
    access: 'customer',
    summary: 'One order: the customer’s own, or any for an admin',
    params: orderParams,
    data: orderDetail,
    refusals: ['order.not_found'],
  },
  'PUT /orders/{id}/cancel': {
    access: 'customer',
    canRunAgain: true,
    summary: 'Cancels one of the customer’s orders before shipping: returns its stock and refunds the payment',
    params: orderParams,
    data: orderDetail,
    refusals: ['order.not_found', 'order.not_cancellable'],
  },
  'GET /orders/{id}/track': {
    access: 'customer',
    summary: 'The history of an order and its tracking number',
    params: orderParams,
    data: orderTracking,
    refusals: ['order.not_found'],
  },
  'GET /orders/{id}/credit-notes': {
    access: 'customer',
    summary: 'The credit notes of one of the customer’s orders by number, one for each refund',
    params: orderParams,
    data: z.array(creditNote),
    refusals: ['order.not_found'],
  },
  'GET /orders/{id}/credit-notes/{number}': {
    access: 'customer',
    costly: true,
    summary: 'A credit note of one of the customer’s orders as PDF',
    params: orderParams.extend({ number: idParam }),
    sends: 'application/pdf',
    data: sentFile,
    refusals: ['order.not_found', 'credit_note.not_found'],
  },
  'GET /orders/{id}/invoice': {
    access: 'customer',
    costly: true,
    summary: 'The invoice of one of the customer’s orders as PDF',
    params: orderParams,
    sends: 'application/pdf',
    data: sentFile,
    refusals: ['order.not_found'],
  },
  'GET /orders/{id}/issued-invoice': {
    access: 'customer',
    summary: 'What the invoice of one of the customer’s orders states besides the order; issues it if need be',
    params: orderParams,
    data: issuedInvoice,
    refusals: ['order.not_found'],
  },
});
