import { type DeliveryWindow, expectedDelivery } from '#domain/checkout/delivery-date.ts';
import { boughtFromCartWrites } from '#server/features/cart/index.ts';
import { sellingHeldWrites, unitsByStock } from '#server/features/catalogue/index.ts';
import { couponUseWrites } from '#server/features/coupons/index.ts';
import { composeOrders, type OrderDraft, type PlacedOrder, type ShopFacts } from '#server/features/orders/index.ts';
import { type Intent, type PaymentProvider, paymentWrites } from '#server/features/payments/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { type ConditionalWrites, executeAndCommit } from '#server/platform/database/execute-together.ts';
import type { FrozenLine, FrozenOrder } from '../pricing/draft-checkout.ts';
import type { CheckoutRow } from './checkout.store.ts';
import type { CustomerRow } from './checkout-customers.store.ts';
import { closingWrites } from './close-checkout.store.ts';

/** An order whose units are sold, or are sold by the last statement of its transaction. */
export interface SoldOrder {
  readonly customer: CustomerRow;
  readonly order: FrozenOrder;
  readonly lines: readonly FrozenLine[];
  readonly provider: PaymentProvider;
  readonly shop: ShopFacts;
  readonly isPaid: boolean;
}

/** Undefined for a shipping method without days, and for a cart frozen by an earlier version. */
function expectedOf(
  { delivery_days_from: from, delivery_days_to: to }: FrozenOrder,
  { timeZone }: ShopFacts,
  at: Date,
): DeliveryWindow | undefined {
  return from === null || to === null ? undefined : expectedDelivery(at, { from, to }, timeZone);
}

/** Creates the order of a paid checkout, locked, which holds its units and coupon; records the payment, and commits. */
export async function completeCheckout(
  tx: Transaction,
  {
    checkout,
    intent,
    at,
    ...sold
  }: Omit<SoldOrder, 'isPaid'> & { readonly checkout: CheckoutRow; readonly intent: Intent; readonly at: Date },
): Promise<PlacedOrder> {
  const provider = sold.provider.name;
  const sale = sellingHeldWrites([{ checkoutId: checkout.id, units: unitsByStock(sold.lines) }]);
  const [placed] = await placeSoldOrders(tx, [{ ...sold, isPaid: true }], { at, sale }, ([order]) => {
    if (!order) throw new Error('A paid checkout has no order');
    const payment = paymentWrites(tx, {
      order_id: order.id,
      checkout_id: checkout.id,
      provider,
      intent_id: intent.id,
      currency: intent.currency,
      captured_cents: intent.amountReceived,
      card_brand: intent.card?.brand ?? null,
      card_last4: intent.card?.last4 ?? null,
      created_at: at,
      updated_at: at,
    });
    return [
      completeOpen(tx, checkout, { orderId: order.id, provider, couponId: sold.order.coupon_id, at }),
      { writes: payment, conditions: [] },
    ];
  });
  if (!placed) throw new Error('A paid checkout has no order');
  return placed;
}

/** Completes an open checkout; the coupon's use belongs to the order from now on. */
export function completeOpen(
  tx: Transaction,
  { id }: CheckoutRow,
  completed: {
    readonly orderId: number;
    readonly provider: string;
    readonly couponId: number | null;
    readonly at: Date;
  },
): ConditionalWrites {
  const { writes, conditions } = closingWrites(tx, id, {
    status: 'completed',
    order_id: completed.orderId,
    provider: completed.provider,
    updated_at: completed.at,
  });
  const couponUse = completed.couponId === null ? {} : couponUseWrites(id, completed.orderId);
  return { writes: { ...writes, ...couponUse }, conditions };
}

function draftOf({ order: frozen, customer, lines, provider, isPaid, shop }: SoldOrder, at: Date): OrderDraft {
  return {
    customer,
    payment: {
      method: provider.method,
      provider: provider.name,
      // An order of 0, such as with a coupon for everything, awaits no payment.
      isPaid: isPaid || frozen.total_cents === 0,
      instructions: provider.kind === 'offline' ? provider.instructions : '',
    },
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
    options: frozen.options,
    coupon: frozen.coupon_code === null ? null : { id: frozen.coupon_id, code: frozen.coupon_code },
    shipping: { method: frozen.shipping_method, label: frozen.shipping_label },
    shippingAddress: frozen.shipping_address,
    expected: expectedOf(frozen, shop, at),
    lines,
    shop,
  };
}

/**
 * Creates orders in one statement, sells their units in the next, and commits in the same round trip; purchased items leave
 * the carts.
 * @param sale undefined: the units are sold.
 * @param alsoWrite returns additional writes for the orders, and their conditions.
 */
export async function placeSoldOrders(
  tx: Transaction,
  sold: readonly SoldOrder[],
  { at, sale }: { readonly at: Date; readonly sale: ConditionalWrites | undefined },
  alsoWrite: (orders: readonly PlacedOrder[]) => readonly ConditionalWrites[],
): Promise<readonly PlacedOrder[]> {
  const { orders, writes } = await composeOrders(
    tx,
    sold.map((each) => draftOf(each, at)),
    at,
  );
  const more = alsoWrite(orders);
  const carts = sold.map(({ customer, order, lines }) => ({ userId: customer.id, lines, couponId: order.coupon_id }));
  const all = {
    writes: Object.assign({}, writes, boughtFromCartWrites(carts), ...more.map((each) => each.writes)),
    conditions: more.flatMap(({ conditions }) => conditions),
  };
  await executeAndCommit(tx, all, ...(sale ? [sale] : []));
  return orders;
}
