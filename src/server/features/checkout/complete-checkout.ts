import { type DeliveryWindow, expectedDelivery } from '#domain/delivery-date.ts';
import { boughtFromCartWrites } from '#server/features/cart/index.ts';
import { couponUseWrites } from '#server/features/coupons/index.ts';
import { composeOrder, type PlacedOrder, type ShopFacts } from '#server/features/orders/index.ts';
import { type Intent, type PaymentProvider, paymentWrites } from '#server/features/payments/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Condition, Writes } from '#server/platform/database/execute-together.ts';
import { type CheckoutRow, type CustomerRow, completeWith } from './checkout.store.ts';
import type { FrozenLine, FrozenOrder } from './draft-checkout.ts';

interface Frozen {
  readonly checkout: CheckoutRow;
  readonly order: FrozenOrder;
  readonly lines: readonly FrozenLine[];
  readonly shop: ShopFacts;
  readonly at: Date;
}

/** Undefined for a shipping method without days, and for a cart frozen by an earlier version. */
function expectedOf(
  { delivery_days_from: from, delivery_days_to: to }: FrozenOrder,
  { timeZone }: ShopFacts,
  at: Date,
): DeliveryWindow | undefined {
  return from === null || to === null ? undefined : expectedDelivery(at, { from, to }, timeZone);
}

/** Creates the order of a paid checkout, locked, whose units are sold and whose coupon is held; records the payment, and commits. */
export function completeCheckout(
  tx: Transaction,
  {
    intent,
    ...sold
  }: Frozen & { readonly intent: Intent; readonly customer: CustomerRow; readonly provider: PaymentProvider },
): Promise<PlacedOrder> {
  const { checkout, provider, at } = sold;
  return placeSoldOrder(tx, { ...sold, isPaid: true }, (order) => ({
    writes: paymentWrites(tx, {
      order_id: order.id,
      checkout_id: checkout.id,
      provider: provider.name,
      intent_id: intent.id,
      currency: intent.currency,
      captured_cents: intent.amountReceived,
      card_brand: intent.card?.brand ?? null,
      card_last4: intent.card?.last4 ?? null,
      created_at: at,
      updated_at: at,
    }),
  }));
}

/** Writes that belong to an order. */
interface AlsoWritten {
  readonly writes: Writes;
  readonly conditions?: readonly Condition[];
}

/**
 * Creates the order of a locked checkout whose units are sold, and commits; purchased items leave the cart.
 * @param alsoWrite returns additional writes for the order, and their conditions.
 */
export async function placeSoldOrder(
  tx: Transaction,
  {
    checkout,
    customer,
    order: frozen,
    lines,
    provider,
    isPaid,
    shop,
    at,
  }: Frozen & { readonly customer: CustomerRow; readonly provider: PaymentProvider; readonly isPaid: boolean },
  alsoWrite: (order: PlacedOrder) => AlsoWritten,
): Promise<PlacedOrder> {
  const { order, writes } = await composeOrder(tx, {
    customer,
    payment: { method: provider.method, provider: provider.name, isPaid },
    currency: frozen.currency,
    totals: {
      subtotal: frozen.subtotal_cents,
      discount: frozen.discount_cents,
      adjustment: frozen.adjustment_cents,
      tax: frozen.tax_cents,
      shipping: frozen.shipping_cents,
      total: frozen.total_cents,
    },
    adjustments: frozen.adjustments,
    coupon: frozen.coupon_code === null ? null : { id: frozen.coupon_id, code: frozen.coupon_code },
    shipping: { method: frozen.shipping_method, label: frozen.shipping_label },
    shippingAddress: frozen.shipping_address,
    expected: expectedOf(frozen, shop, at),
    lines,
    shop,
    at,
  });
  const { writes: more, conditions = [] } = alsoWrite(order);
  await completeWith(tx, checkout.id, {
    orderId: order.id,
    provider: provider.name,
    at,
    conditions,
    writes: {
      ...writes,
      ...boughtFromCartWrites(customer.id, { lines, couponId: frozen.coupon_id }),
      ...(frozen.coupon_id !== null && couponUseWrites(checkout.id, order.id)),
      ...more,
    },
  });
  return order;
}
