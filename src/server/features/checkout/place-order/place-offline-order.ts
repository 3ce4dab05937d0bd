import { deliverSoon } from '#server/features/mail/index.ts';
import { type PlacedOrder, placedOrder } from '#server/features/orders/index.ts';
import { ProviderUnavailable } from '#server/features/payments/index.ts';
import { unlessCommitted } from '#server/platform/http/idempotency/repeatable-write.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type CheckoutServices, readCheckoutRules, readShownRules } from '../checkout-services.ts';
import type { PaymentInput } from '../open-payment/open-payment.ts';
import { cancelEarlierPayment } from '../open-payment/settle-earlier-intent.ts';
import type { WaitingCustomer } from '../order-transactions/order-queue.ts';
import { deliveryChoice } from '../pricing/draft-checkout.ts';
import { hasCheckoutPlugins, withPluginPrices } from '../pricing/plugin-prices.ts';
import { applyTerms, type RequestedOrder, readOrderTerms } from './order-terms.ts';
import { type OfflineOrderResult, placeAlone } from './place-alone.ts';
import { placeTogether } from './place-together.ts';

export type OfflineOrderInput = Omit<RequestedOrder, 'options' | 'rules' | 'asked'> &
  Pick<PaymentInput, 'wantedOptions'> &
  WaitingCustomer;

/**
 * Places an order that is paid later. An online payment for the same cart is cancelled first.
 * @throws Refusal `payment.method_unavailable` unless enabled; `payment.amount_unsupported`; those of `draftCheckout`;
 * `stock.insufficient`, `coupon.refused`, `payment.already_completed`, `payment.in_progress`, those of `CheckoutChecks` and of `OrderQueue.take`.
 * @throws ProviderUnavailable.
 */
export async function placeOfflineOrder(services: CheckoutServices, wanted: OfflineOrderInput): Promise<PlacedOrder> {
  await checkMethod(services, wanted.paymentMethod);
  const placed = await unlessCommitted(wanted.write, placedOrder, () => placeOrder(services, wanted));
  deliverSoon(services.jobs);
  return placed;
}

/** @throws Refusal `request.invalid` for an unknown method; `payment.method_unavailable` while its plug-in fails. */
async function checkMethod({ paymentProviders }: CheckoutServices, method: string): Promise<void> {
  if (method === 'card') return;
  try {
    if (await paymentProviders.named(method)) return;
  } catch (error) {
    throw error instanceof ProviderUnavailable ? new Refusal('payment.method_unavailable') : error;
  }
  throw new Refusal('request.invalid', { errors: { payment_method: ['The shop has no such payment method.'] } });
}

function placeInLine(services: CheckoutServices, order: RequestedOrder & WaitingCustomer): Promise<OfflineOrderResult> {
  return services.orderQueue.takeTogether(order, order, {
    kind: 'order',
    together: (orders, hasWaited) => placeTogether(services, orders, hasWaited),
    async alone(hasWaited, deadline) {
      const unpaid = applyTerms(order, await readOrderTerms(services), hasWaited);
      return placeAlone(services.db, unpaid, services.now(), deadline);
    },
  });
}

async function placeOrder(services: CheckoutServices, wanted: OfflineOrderInput): Promise<PlacedOrder> {
  // The authoritative settings are read when it is the customer's turn. Plug-ins are asked for their prices before that.
  const rules = await (hasCheckoutPlugins(services) ? readCheckoutRules : readShownRules)(services);
  const options = await services.checkoutChecks.choose(wanted.wantedOptions);
  const purchase = { userId: wanted.userId, rules, choice: deliveryChoice(wanted), options };
  const place = () =>
    withPluginPrices(services, purchase, (asked) => placeInLine(services, { ...wanted, options, rules, asked }));
  let placed = await place();
  if ('paying' in placed) {
    await cancelEarlierPayment(services, placed.paying);
    placed = await place();
  }
  // Another window has just started an online payment again.
  if ('paying' in placed) throw new Refusal('payment.in_progress');
  return placed;
}
