import { z } from 'zod';
import type { KeptAddress } from '#contract/storefront/shipping-address.ts';
import type { CheckoutTotals } from '#domain/cart/cart-totals.ts';
import type { ChosenCheckoutOption } from '#domain/checkout/checkout-options.ts';
import type { DeliveryWindow } from '#domain/checkout/delivery-date.ts';
import type { PriceAdjustment } from '#domain/money/price-adjustments.ts';
import { formatOrderNumber } from '#domain/orders/order-number.ts';
import { INITIAL_ORDER_STATUS } from '#domain/orders/order-status.ts';
import type { ShopEvent } from '#domain/orders/shop-events.ts';
import { dayOf } from '#domain/shop/shop-day.ts';
import { shopEventWrites } from '#server/features/events/index.ts';
import { type MailToQueue, mailWrites } from '#server/features/mail/index.ts';
import { composeAdminMails, type NotifiedUser } from '#server/features/notifications/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Writes } from '#server/platform/database/execute-together.ts';
import type { NewRow } from '#server/platform/database/insert-records.ts';
import { orderNotification, orderPlacedMail } from './order-mails.ts';
import type { ShopFacts } from './order-services.ts';
import { type NewOrderRow, orderWrites, startOrders } from './orders.store.ts';

/** A frozen line; its units already count as sold. */
export interface DraftLine {
  readonly product_id: number | null;
  readonly variant_id: number | null;
  readonly stock_id: number | null;
  readonly sku: string;
  readonly product_name: string;
  readonly variant_name: string | null;
  readonly image: string | null;
  readonly unit_price_cents: number;
  readonly quantity: number;
  readonly adjustments: readonly PriceAdjustment[];
  /** Their total. */
  readonly adjustment_cents: number;
}

export interface OrderDraft {
  readonly customer: { readonly id: number; readonly name: string; readonly email: string };
  readonly payment: {
    readonly method: string;
    readonly provider: string;
    readonly isPaid: boolean;
    /** How to pay it later; empty when there are none. */
    readonly instructions: string;
  };
  readonly currency: string;
  readonly totals: CheckoutTotals;
  /** On the whole order. */
  readonly adjustments: readonly PriceAdjustment[];
  /** What was chosen of the checkout options of plug-ins. */
  readonly options: readonly ChosenCheckoutOption[];
  /** The code at that time and its coupon; no id: the coupon was deleted. */
  readonly coupon: { readonly id: number | null; readonly code: string } | null;
  /** The label is that of a plug-in's method; null for the shop's own. */
  readonly shipping: { readonly method: string; readonly label: string | null };
  readonly shippingAddress: Partial<KeptAddress>;
  /** When it should arrive, if the shipping method names its days. */
  readonly expected: DeliveryWindow | undefined;
  readonly lines: readonly DraftLine[];
  readonly shop: ShopFacts;
}

export const placedOrder = z.object({ id: z.int(), orderNumber: z.string() }).readonly();
export type PlacedOrder = z.infer<typeof placedOrder>;

/** An order with its rows, events and mails. */
interface ComposedOrder extends PlacedOrder {
  readonly row: NewOrderRow;
  readonly lines: Parameters<typeof orderWrites>[1]['lines'];
  readonly status: NewRow<'order_status_change'>;
  readonly events: readonly ShopEvent[];
  readonly mails: readonly MailToQueue[];
}

/**
 * Composes the orders of some checkouts: numbers, frozen lines, initial status, events and mails.
 * @param at the same for all of them.
 * @returns the orders, and the writes that create them: to be executed in the transaction that turns the holds into sales.
 */
export async function composeOrders(
  tx: Transaction,
  drafts: readonly OrderDraft[],
  at: Date,
): Promise<{ readonly orders: readonly PlacedOrder[]; readonly writes: Writes }> {
  const started = await startOrders(tx, drafts.length);
  const orders = drafts.map((draft, index) => {
    const numbered = started.orders[index];
    if (!numbered) throw new Error('An order has no number');
    return composeOrder(draft, { ...numbered, admins: started.admins, at });
  });
  const writes = {
    ...orderWrites(
      orders.map(({ row }) => row),
      { lines: orders.flatMap(({ lines }) => lines), statuses: orders.map(({ status }) => status) },
    ),
    ...shopEventWrites(
      orders.flatMap(({ events }) => events),
      at,
    ),
    ...mailWrites(
      orders.flatMap(({ mails }) => mails),
      at,
    ),
  };
  return { orders: orders.map(({ id, orderNumber }) => ({ id, orderNumber })), writes };
}

function composeOrder(
  draft: OrderDraft,
  {
    id,
    number,
    admins,
    at,
  }: { readonly id: number; readonly number: number; readonly admins: readonly NotifiedUser[]; readonly at: Date },
): ComposedOrder {
  const { customer, payment, totals, lines, shop } = draft;
  const year = Number(dayOf(at, shop.timeZone).slice(0, 4));
  const orderNumber = formatOrderNumber({ year, number });
  const order = {
    order_number: orderNumber,
    user_id: customer.id,
    customer_name: customer.name,
    customer_email: customer.email,
    currency: draft.currency,
    subtotal_cents: totals.subtotal,
    discount_cents: totals.discount,
    adjustment_cents: totals.adjustment,
    tax_cents: totals.tax,
    shipping_cents: totals.shipping,
    shipping_label: draft.shipping.label,
    total_cents: totals.total,
  };
  const row: NewOrderRow = {
    ...order,
    id,
    adjustments: draft.adjustments,
    options: draft.options,
    status: INITIAL_ORDER_STATUS,
    payment_status: payment.isPaid ? 'completed' : 'pending',
    payment_method: payment.method,
    coupon_id: draft.coupon?.id ?? null,
    coupon_code: draft.coupon?.code ?? null,
    shipping_method: draft.shipping.method,
    shipping_address: draft.shippingAddress,
    billing_address: draft.shippingAddress,
    expected_from: draft.expected?.from ?? null,
    expected_to: draft.expected?.to ?? null,
    created_at: at,
    updated_at: at,
  };
  const { adjustments, options, shippingAddress } = draft;
  const placed = { ...order, id, adjustments, options, shipping_address: shippingAddress };
  const news = orderNotification(placed, payment.isPaid, shop);
  return {
    id,
    orderNumber,
    row,
    lines: lines.map((line, index) => ({
      order_id: id,
      position: index + 1,
      product_id: line.product_id,
      variant_id: line.variant_id,
      stock_id: line.stock_id,
      sku: line.sku,
      product_name: line.product_name,
      variant_name: line.variant_name,
      image: line.image,
      unit_price_cents: line.unit_price_cents,
      quantity: line.quantity,
      adjustments: line.adjustments,
      adjustment_cents: line.adjustment_cents,
    })),
    status: { order_id: id, from_status: null, to_status: INITIAL_ORDER_STATUS, created_at: at },
    events: eventsOf(draft, { id, orderNumber }),
    mails: [
      orderPlacedMail(placed, { lines, payment, shop }),
      ...composeAdminMails(admins, 'orderNotifications', news, shop),
    ],
  };
}

function eventsOf(
  { customer, payment, currency, totals }: OrderDraft,
  { id: orderId, orderNumber }: PlacedOrder,
): ShopEvent[] {
  const { total } = totals;
  const { provider, isPaid } = payment;
  const placed = { orderId, orderNumber, customerId: customer.id, currency, total, isPaid };
  const paid = { orderId, orderNumber, currency, amount: total, provider };
  return [
    { type: 'order.placed', payload: placed },
    ...(isPaid ? [{ type: 'order.paid', payload: paid } as const] : []),
  ];
}
