import { deliverSoon } from '#server/features/mail/index.ts';
import { type PlacedOrder, readShopFacts } from '#server/features/orders/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { withPluginPrices } from './ask-plugins.ts';
import { findFreeze, findOpenCheckout, listFrozenLines } from './checkout.store.ts';
import { type CheckoutServices, readCheckoutRules } from './checkout-services.ts';
import { completeCheckout } from './complete-checkout.ts';
import { deliveryChoice, freezeCart, type WantedCheckout } from './freeze-cart.ts';
import { cancelEarlierPayment } from './settle-earlier-intent.ts';

export type WantedOrder = Pick<WantedCheckout, 'userId' | 'address' | 'method'>;

/**
 * Places an order that is paid later. An online payment for the same cart is cancelled first.
 * @throws Refusal `payment.method_unavailable` unless enabled; those of `freezeCart`; `payment.already_completed`,
 * `payment.in_progress`, `checkout.price_unavailable`. @throws ProviderUnavailable.
 */
export async function placeOfflineOrder(services: CheckoutServices, wanted: WantedOrder): Promise<PlacedOrder> {
  const { db, now, jobs, paymentProviders } = services;
  const provider = (await paymentProviders.enabled({ isFresh: true })).find(({ kind }) => kind === 'offline');
  if (!provider) throw new Refusal('payment.method_unavailable');
  const open = await findOpenCheckout(db, wanted.userId);
  if (open) await cancelEarlierPayment(services, open);
  const rules = await readCheckoutRules(services);
  const shop = await readShopFacts(services);
  const asking = { userId: wanted.userId, rules, choice: deliveryChoice(wanted) };
  const order = await withPluginPrices(services, asking, (asked) =>
    inTransaction(db, async (tx) => {
      const at = now();
      const acceptAnyTotal = () => undefined;
      const checkout = await freezeCart(tx, {
        ...wanted,
        seenTotal: undefined,
        rules,
        asked,
        checkTotal: acceptAnyTotal,
        isHeldUnpaid: false,
        at,
      });
      // Another window has just started an online payment again.
      if (checkout.intent_id !== null) throw new Refusal('payment.in_progress');
      const freeze = await findFreeze(tx, checkout.id, checkout.revision);
      if (!freeze) throw new Error(`Freeze ${checkout.revision} of checkout ${checkout.id} is gone`);
      const lines = await listFrozenLines(tx, checkout.id, checkout.revision);
      return completeCheckout(tx, { checkout, freeze, lines, paid: { intent: undefined, provider }, shop, at });
    }),
  );
  await deliverSoon(jobs);
  return order;
}
