import {
  isOutOfUnits,
  sellAvailable,
  sellHeld,
  sellingCondition,
  sellingWrites,
  setHolds,
  type UnitsByStock,
  unitsByStock,
} from '#server/features/catalogue/index.ts';
import { deliverSoon } from '#server/features/mail/index.ts';
import { type PlacedOrder, placedOrder, readShopFacts, type ShopFacts } from '#server/features/orders/index.ts';
import type { PaymentProvider } from '#server/features/payments/index.ts';
import { readSection } from '#server/features/settings/index.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { outcomeWrites, type RepeatableWrite, unlessCommitted } from '#server/platform/http/repeatable-write.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { withPluginPrices } from './ask-plugins.ts';
import { type CheckoutRow, insertCheckout } from './checkout.store.ts';
import { type CheckoutServices, checkRulesUnchanged, readCheckoutRules } from './checkout-services.ts';
import { placeSoldOrder } from './complete-checkout.ts';
import { type CheckoutInput, checkCurrency, checkStock, deliveryChoice, draftCheckout } from './draft-checkout.ts';
import { takeCoupon } from './freeze-cart.ts';
import type { Waiting } from './order-queue.ts';
import { cancelEarlierPayment } from './settle-earlier-intent.ts';

export type OfflineOrderInput = Pick<CheckoutInput, 'address' | 'method'> &
  Waiting & { readonly write: RepeatableWrite | undefined };

/**
 * Places an order that is paid later. An online payment for the same cart is cancelled first.
 * @throws Refusal `payment.method_unavailable` unless enabled; those of `draftCheckout`; `stock.insufficient`,
 * `coupon.refused`, `payment.already_completed`, `payment.in_progress`, those of `OrderQueue.take`.
 * @throws ProviderUnavailable.
 */
export async function placeOfflineOrder(services: CheckoutServices, wanted: OfflineOrderInput): Promise<PlacedOrder> {
  const placed = await unlessCommitted(wanted.write, placedOrder, () => placeOrder(services, wanted));
  await deliverSoon(services.jobs);
  return placed;
}

async function placeOrder(services: CheckoutServices, wanted: OfflineOrderInput): Promise<PlacedOrder> {
  const { db, now, paymentProviders, orderQueue } = services;
  const [providers, rules, shop] = await Promise.all([
    paymentProviders.enabled({ isFresh: true }),
    readCheckoutRules(services),
    readShopFacts(services),
  ]);
  const provider = providers.find(({ kind }) => kind === 'offline');
  if (!provider) throw new Refusal('payment.method_unavailable');
  const asking = { userId: wanted.userId, rules, choice: deliveryChoice(wanted) };
  const place = () =>
    withPluginPrices(services, asking, (asked) =>
      orderQueue.take(wanted, async (hasWaited) => {
        if (hasWaited) await checkRulesUnchanged(services, rules);
        const placeOnce = (sellsFirst: boolean) =>
          inTransaction(db, (tx) => {
            const request = { ...wanted, seenTotal: undefined, rules, asked, isHeldUnpaid: false, at: now() };
            return placeUnpaid(
              tx,
              { ...request, checkTotal: () => undefined },
              { provider, shop, sellsFirst, write: wanted.write },
            );
          });
        return placeOnce(false).catch((error: unknown) => {
          if (isOutOfUnits(error)) return placeOnce(true);
          throw error;
        });
      }),
    );
  let placed = await place();
  if ('paying' in placed) {
    await cancelEarlierPayment(services, placed.paying);
    placed = await place();
  }
  // Another window has just started an online payment again.
  if ('paying' in placed) throw new Refusal('payment.in_progress');
  return placed;
}

/**
 * @param sellsFirst false: if possible, the last statement sells the units, so that their rows are locked only while
 * PostgreSQL commits.
 * @returns the order; or, with nothing changed, the checkout that is being paid online.
 */
async function placeUnpaid(
  tx: Transaction,
  wanted: CheckoutInput,
  {
    provider,
    shop,
    sellsFirst,
    write,
  }: {
    readonly provider: PaymentProvider;
    readonly shop: ShopFacts;
    readonly sellsFirst: boolean;
    readonly write: RepeatableWrite | undefined;
  },
): Promise<PlacedOrder | { readonly paying: CheckoutRow }> {
  const { userId, at } = wanted;
  const { customer, open, order, lines } = await draftCheckout(tx, wanted);
  if (open && open.intent_id !== null) return { paying: open };
  // Also without a hold: it says when the account last bought, and binds the use of a coupon.
  const { checkout, currency } = open
    ? { checkout: open, currency: (await readSection(tx, 'site')).currency }
    : await insertCheckout(tx, { userId, heldSince: at, expiresAt: at, at });
  checkCurrency(currency, wanted.rules);
  const units = unitsByStock(lines);
  const sold = { checkout, customer, order, lines, provider, isPaid: false, shop, at };
  // A coupon is locked after the stock, and a hold is more than one statement.
  if (!sellsFirst && !open && order.coupon_id === null) {
    return placeSoldOrder(tx, sold, (placed) => {
      const { writes, conditions } = outcomeWrites(write, placed);
      return { writes: { ...sellingWrites(units), ...writes }, conditions: [sellingCondition, ...conditions] };
    });
  }
  checkStock(await sellUnits(tx, open, units), lines);
  await takeCoupon(tx, checkout, { couponId: order.coupon_id, isNew: open === undefined });
  return placeSoldOrder(tx, sold, (placed) => outcomeWrites(write, placed));
}

/**
 * Sells the units of an order, whatever the open checkout holds. Its units and those to sell are locked together, in id
 * order.
 * @returns the lowest id of a stock row without enough units.
 */
async function sellUnits(
  tx: Transaction,
  open: CheckoutRow | undefined,
  units: UnitsByStock,
): Promise<number | undefined> {
  if (!open) return sellAvailable(tx, units);
  const missing = await setHolds(tx, open.id, units);
  if (missing === undefined) await sellHeld(tx, open.id);
  return missing;
}
