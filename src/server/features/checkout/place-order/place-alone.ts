import { formatMoney } from '#domain/money/money-format.ts';
import { sellAvailable, sellingHeldWrites, setHolds, unitsByStock } from '#server/features/catalogue/index.ts';
import type { PlacedOrder, ShopFacts } from '#server/features/orders/index.ts';
import type { PaymentProvider } from '#server/features/payments/index.ts';
import { readSection } from '#server/features/settings/index.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { outcomeWrites } from '#server/platform/http/idempotency/outcomes.store.ts';
import type { RepeatableWrite } from '#server/platform/http/idempotency/repeatable-write.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type CheckoutRow, insertCheckout } from '../lifecycle/checkout.store.ts';
import { completeOpen, placeSoldOrders } from '../lifecycle/complete-checkout.ts';
import { takeCoupon } from '../open-payment/freeze-cart.ts';
import { retryWhileLocked } from '../order-transactions/retry-while-locked.ts';
import { checkTotal } from '../pricing/check-total.ts';
import { type CheckoutInput, checkCurrency, checkStock, draftCheckout } from '../pricing/draft-checkout.ts';

/** An order that is paid later, with the current settings of the shop. */
export interface UnpaidOrder
  extends Pick<CheckoutInput, 'userId' | 'address' | 'method' | 'options' | 'rules' | 'asked'> {
  readonly provider: PaymentProvider;
  readonly shop: ShopFacts;
  /** Cents: the order's total that the shopper confirmed; undefined if the client has not sent it. */
  readonly confirmedTotal: number | undefined;
  readonly write: RepeatableWrite | undefined;
}

/** @throws Refusal `cart.changed` for a total other than the one that the shopper confirmed. */
function checkConfirmed(
  total: number,
  { confirmedTotal, rules: { currency } }: Pick<UnpaidOrder, 'confirmedTotal' | 'rules'>,
): void {
  if (confirmedTotal === undefined || confirmedTotal === total) return;
  const [now, before] = [formatMoney(total, currency), formatMoney(confirmedTotal, currency)];
  const message = `Your order comes to ${now} now instead of ${before}. Please review it and place it again.`;
  throw new Refusal('cart.changed', { message });
}

/** The order with what the checks of its cart need. */
export const withoutHold = (unpaid: UnpaidOrder) => ({
  ...unpaid,
  seenTotal: undefined,
  checkTotal(total: number) {
    checkConfirmed(total, unpaid);
    checkTotal(total, unpaid.provider, unpaid.rules.currency);
  },
  isHeldUnpaid: false,
});

/** The order; or, with nothing changed, the checkout that is being paid online. */
export type OfflineOrderResult = PlacedOrder | { readonly paying: CheckoutRow };

/**
 * Places an order in a transaction of its own, whatever state its cart and checkout are in.
 * @param deadline see {@link retryWhileLocked}.
 * @throws Refusal those of `placeOfflineOrder`.
 */
export function placeAlone(db: Database, unpaid: UnpaidOrder, at: Date, deadline: number): Promise<OfflineOrderResult> {
  return retryWhileLocked((lockTimeoutMs) => placeInTransaction(db, unpaid, at, lockTimeoutMs), deadline);
}

function placeInTransaction(
  db: Database,
  unpaid: UnpaidOrder,
  at: Date,
  lockTimeoutMs: number,
): Promise<OfflineOrderResult> {
  return inTransaction(db, async (tx) => {
    const { provider, shop, write } = unpaid;
    const { customer, open, order, lines } = await draftCheckout(tx, { ...withoutHold(unpaid), at }, lockTimeoutMs);
    if (open && open.intent_id !== null) return { paying: open };
    // Also without a hold: it says when the account last bought, and binds the use of a coupon.
    const { checkout, currency } = open
      ? { checkout: open, currency: (await readSection(tx, 'site')).currency }
      : await insertCheckout(tx, { userId: unpaid.userId, heldSince: at, expiresAt: at }, at);
    checkCurrency(currency, unpaid.rules);
    const units = unitsByStock(lines);
    // The units of the open checkout and those to sell are locked together, in id order.
    const missing = open ? await setHolds(tx, open.id, units) : await sellAvailable(tx, units);
    checkStock(missing, lines);
    await takeCoupon(tx, checkout, { couponId: order.coupon_id, isNew: open === undefined });
    const sold = { customer, order, lines, provider, shop, isPaid: false };
    const sale = open && sellingHeldWrites([{ checkoutId: open.id, units }]);
    const [placed] = await placeSoldOrders(tx, [sold], { at, sale }, (placedOrders) =>
      placedOrders.flatMap((outcome) => [
        completeOpen(tx, checkout, { orderId: outcome.id, provider: provider.name, couponId: order.coupon_id, at }),
        outcomeWrites([{ write, outcome }]),
      ]),
    );
    if (!placed) throw new Error('An order was not placed');
    return placed;
  });
}
