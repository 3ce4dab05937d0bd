import { type DeliveryWindow, expectedDelivery } from '#domain/delivery-date.ts';
import { takeBoughtFromCart } from '#server/features/cart/index.ts';
import { sellHeld } from '#server/features/catalogue/index.ts';
import { bindCouponUse } from '#server/features/coupons/index.ts';
import { type PlacedOrder, placeOrder, type ShopFacts } from '#server/features/orders/index.ts';
import { type Intent, insertPayment, type PaymentProvider } from '#server/features/payments/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import {
  type CheckoutLineRow,
  type CheckoutRow,
  closeCheckoutAs,
  type FreezeRow,
  findCustomer,
} from './checkout.store.ts';

export interface Completion {
  readonly checkout: CheckoutRow;
  readonly freeze: FreezeRow;
  readonly lines: readonly CheckoutLineRow[];
  /** How it was paid; without an intent: later. */
  readonly paid: { readonly intent: Intent | undefined; readonly provider: PaymentProvider };
  readonly shop: ShopFacts;
  readonly at: Date;
}

/** Undefined for a shipping method without days, and for a cart frozen by an earlier version. */
function expectedOf(
  { delivery_days_from: from, delivery_days_to: to }: FreezeRow,
  { timeZone }: ShopFacts,
  at: Date,
): DeliveryWindow | undefined {
  return from === null || to === null ? undefined : expectedDelivery(at, { from, to }, timeZone);
}

/**
 * Creates the order of a locked checkout whose units and coupon are held, in one transaction: holds become sales,
 * purchased items leave the cart, the payment is recorded, and the checkout is completed.
 */
export async function completeCheckout(
  tx: Transaction,
  { checkout, freeze, lines, paid: { intent, provider }, shop, at }: Completion,
): Promise<PlacedOrder> {
  const customer = checkout.user_id === null ? undefined : await findCustomer(tx, checkout.user_id);
  if (!customer) throw new Error(`The customer of checkout ${checkout.id} is gone`);
  await sellHeld(tx, checkout.id);
  await takeBoughtFromCart(tx, customer.id, {
    checkoutId: checkout.id,
    revision: freeze.revision,
    couponId: freeze.coupon_id,
  });
  const order = await placeOrder(tx, {
    customer,
    payment: { method: provider.method, provider: provider.name, isPaid: intent !== undefined },
    currency: freeze.currency,
    totals: {
      subtotal: freeze.subtotal_cents,
      discount: freeze.discount_cents,
      adjustment: freeze.adjustment_cents,
      tax: freeze.tax_cents,
      shipping: freeze.shipping_cents,
      total: freeze.total_cents,
    },
    adjustments: freeze.adjustments,
    coupon: freeze.coupon_code === null ? null : { id: freeze.coupon_id, code: freeze.coupon_code },
    shipping: { method: freeze.shipping_method, label: freeze.shipping_label },
    shippingAddress: freeze.shipping_address,
    expected: expectedOf(freeze, shop, at),
    lines,
    shop,
    at,
  });
  if (intent) {
    await insertPayment(tx, {
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
    });
  }
  await bindCouponUse(tx, checkout.id, order.id);
  await closeCheckoutAs(tx, checkout.id, 'completed', { orderId: order.id, provider: provider.name, at });
  return order;
}
