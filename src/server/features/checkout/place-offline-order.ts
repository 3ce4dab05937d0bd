import { deliverSoon } from '#server/features/mail/index.ts';
import { type PlacedOrder, placedOrder, readShopFacts } from '#server/features/orders/index.ts';
import { type RepeatableWrite, unlessCommitted } from '#server/platform/http/repeatable-write.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { withPluginPrices } from './ask-plugins.ts';
import { type CheckoutServices, checkRulesUnchanged, readCheckoutRules } from './checkout-services.ts';
import { type CheckoutInput, deliveryChoice } from './draft-checkout.ts';
import type { Waiting } from './order-queue.ts';
import { type Placed, placeAlone, type UnpaidOrder } from './place-alone.ts';
import { placeTogether } from './place-together.ts';
import { cancelEarlierPayment } from './settle-earlier-intent.ts';

export type OfflineOrderInput = Pick<CheckoutInput, 'address' | 'method'> &
  Waiting & {
    /** The provider's payment method. */
    readonly payBy: string;
    readonly write: RepeatableWrite | undefined;
  };

/**
 * Places an order that is paid later. An online payment for the same cart is cancelled first.
 * @throws Refusal `payment.method_unavailable` unless enabled; those of `draftCheckout`; `stock.insufficient`,
 * `coupon.refused`, `payment.already_completed`, `payment.in_progress`, those of `OrderQueue.take`.
 * @throws ProviderUnavailable.
 */
export async function placeOfflineOrder(services: CheckoutServices, wanted: OfflineOrderInput): Promise<PlacedOrder> {
  const placed = await unlessCommitted(wanted.write, placedOrder, () => placeOrder(services, wanted));
  deliverSoon(services.jobs);
  return placed;
}

function placeInLine(services: CheckoutServices, order: UnpaidOrder & Waiting): Promise<Placed> {
  return services.orderQueue.takeTogether(order, order, {
    kind: 'order',
    together: (orders, hasWaited) => placeTogether(services, orders, hasWaited),
    async alone(hasWaited) {
      if (hasWaited) await checkRulesUnchanged(services, order.rules);
      return placeAlone(services.db, order, services.now());
    },
  });
}

async function placeOrder(services: CheckoutServices, wanted: OfflineOrderInput): Promise<PlacedOrder> {
  const { paymentProviders } = services;
  const [providers, rules, shop] = await Promise.all([
    paymentProviders.enabled({ isFresh: true }),
    readCheckoutRules(services),
    readShopFacts(services),
  ]);
  const provider = providers.find(({ kind, method }) => kind === 'offline' && method === wanted.payBy);
  if (!provider) throw new Refusal('payment.method_unavailable');
  const asking = { userId: wanted.userId, rules, choice: deliveryChoice(wanted) };
  const place = () =>
    withPluginPrices(services, asking, (asked) => placeInLine(services, { ...wanted, rules, asked, provider, shop }));
  let placed = await place();
  if ('paying' in placed) {
    await cancelEarlierPayment(services, placed.paying);
    placed = await place();
  }
  // Another window has just started an online payment again.
  if ('paying' in placed) throw new Refusal('payment.in_progress');
  return placed;
}
