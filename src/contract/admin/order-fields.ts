import { z } from 'zod';
import { amount, timestamp } from '../fields.ts';
import { adjustments } from '../storefront/adjustments.ts';
import { orderOptions } from '../storefront/checkout-options.ts';
import { orderStatus, paymentStatus } from '../storefront/orders.ts';

const adminAddress = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

/** An order in the back office's list: field names of back-office §3 and of storefront §3. */
export const adminOrder = z
  .object({
    id: z.int(),
    order_number: z.string(),
    status: orderStatus,
    orderStatus,
    paymentStatus,
    /** `card`, `offline`, or the name of another provider. */
    paymentMethod: z.string(),
    items: z.array(
      z.object({
        id: z.int(),
        productId: z.int().nullable(),
        productName: z.string(),
        variantName: z.string().nullable(),
        sku: z.string(),
        image: z.string().nullable(),
        price: amount,
        quantity: z.int(),
        adjustments,
        /** With adjustments. */
        total: amount,
      }),
    ),
    /** Currency of the amounts, such as `usd`; an order keeps its currency. */
    currency: z.string(),
    subtotal: amount,
    shippingCost: amount,
    tax: amount,
    discount: amount,
    /** On the whole order. */
    adjustments,
    options: orderOptions,
    total: amount,
    total_amount: amount,
    /** Refunded, including pending refunds. */
    refundedAmount: amount,
    /** What a cancellation would refund now. */
    refundableAmount: amount,
    couponCode: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    shippingMethod: z.string(),
    /** As chosen by the shopper; omitted for the shop’s own methods. */
    shippingLabel: z.string().optional(),
    shippingAddress: adminAddress,
    billingAddress: adminAddress.nullable(),
    user: z.object({ id: z.int().nullable(), name: z.string(), email: z.string() }),
    created_at: timestamp,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'AdminOrder' });
export type AdminOrder = z.output<typeof adminOrder>;

export const paymentProblem = z.enum([
  'amount_mismatch',
  'currency_mismatch',
  'owner_mismatch',
  'out_of_stock',
  'coupon_used_up',
  'refund_failed',
]);

export const refund = z.object({
  id: z.int(),
  amount,
  status: z.enum(['pending', 'succeeded', 'failed']),
  reason: z.string().nullable(),
  /** The provider's message for a failed refund. */
  error: z.string().nullable(),
  requestedBy: z.string().nullable(),
  createdAt: timestamp,
  settledAt: timestamp.nullable(),
});
export type AdminRefund = z.output<typeof refund>;

export const adminOrderDetail = adminOrder
  .extend({
    /** The payment method as the checkout names it. */
    paymentLabel: z.string(),
    /** As printed, such as `INV-000123`; null until it is issued, within about a minute, and for orders of old versions. */
    invoiceNumber: z.string().nullable(),
    payment: z
      .object({
        provider: z.string(),
        intentId: z.string().nullable(),
        captured: amount,
        cardBrand: z.string().nullable(),
        cardLast4: z.string().nullable(),
        problem: paymentProblem.nullable(),
      })
      .nullable(),
    refunds: z.array(refund),
    /** Oldest first. */
    history: z.array(
      z.object({
        from: orderStatus.nullable(),
        to: orderStatus,
        note: z.string().nullable(),
        /** Null: the shop itself. */
        actor: z.string().nullable(),
        at: timestamp,
      }),
    ),
  })
  .meta({ id: 'AdminOrderDetail' });
export type AdminOrderDetail = z.output<typeof adminOrderDetail>;

/** A payment that made no order, or could not be refunded: shown to the merchant. */
export const flaggedPayment = z.object({
  id: z.int(),
  problem: paymentProblem,
  explanation: z.string(),
  provider: z.string(),
  intentId: z.string().nullable(),
  currency: z.string(),
  captured: amount,
  refunded: amount,
  orderNumber: z.string().nullable(),
  user: z.object({ id: z.int(), name: z.string(), email: z.string() }).nullable(),
  createdAt: timestamp,
});
export type FlaggedPayment = z.output<typeof flaggedPayment>;
