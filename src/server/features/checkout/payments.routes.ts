import type { paymentEndpoints } from '#contract/storefront/payments.ts';
import { createPlacedOrderReader } from '#server/features/orders/index.ts';
import { orProviderFailed } from '#server/features/payments/index.ts';
import { retryOnBrokenConnection } from '#server/platform/database/database-unavailable.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import type { CheckoutServices } from './checkout-services.ts';
import { chooseCard } from './open-payment/choose-card.ts';
import { openPayment } from './open-payment/open-payment.ts';
import { confirmPayment } from './payment-results/confirm-payment.ts';
import { openPaymentView, paymentMethodsView, quoteView } from './payments.view.ts';
import { placeOfflineOrder } from './place-order/place-offline-order.ts';
import { quoteCheckout } from './pricing/quote-checkout.ts';
import { withFreshCart } from './with-fresh-cart.ts';

export function paymentHandlers(services: CheckoutServices): Handlers<typeof paymentEndpoints> {
  const { log, settings, paymentProviders, orderQueue } = services;
  const readPlacedOrder = createPlacedOrderReader(services);
  return {
    'GET /payments/methods': async () => {
      const [providers, { currency }] = await Promise.all([paymentProviders.enabled(), settings.get('site')]);
      return respond(paymentMethodsView(providers, currency));
    },
    'POST /checkout/quote': async ({ caller, body }) =>
      respond(quoteView(await quoteCheckout(services, caller.userId, body))),
    'GET /checkout/place': async ({ caller }) =>
      respond({ place: (await orderQueue.findPlace(caller.userId)) ?? null }),
    'POST /payments/create-intent': async ({ caller, body, request: { signal } }) => {
      const { amount: seenTotal, currency, shipping_address: address, shipping_method: method, options } = body;
      const wanted = {
        userId: caller.userId,
        seenTotal,
        currency,
        address,
        method,
        wantedOptions: options,
        signal,
        since: performance.now(),
      };
      const opened = await withFreshCart(services, caller.userId, () =>
        orProviderFailed(log, () => openPayment(services, body.provider, wanted)),
      );
      return respond(openPaymentView(opened), 'Payment intent created');
    },
    'POST /payments/card': async ({ caller, body }) => {
      const { payment_intent_id: intentId, saved_card: savedCardId, save: isSaved } = body;
      await orProviderFailed(log, () => chooseCard(services, caller.userId, { intentId, savedCardId, isSaved }));
      return respond(null);
    },
    'POST /payments/confirm': async ({ caller, body }) => {
      const order = await orProviderFailed(log, () => confirmPayment(services, caller.userId, body.payment_intent_id));
      return respond({ order_id: order.orderId, order_number: order.orderNumber }, 'Payment confirmed');
    },
    'POST /orders': async ({ caller, body, request: { signal, write } }) => {
      const since = performance.now();
      const { shipping_address: address, shipping_method: method, payment_method: paymentMethod, options } = body;
      const wanted = {
        userId: caller.userId,
        confirmedTotal: body.total,
        currency: body.currency,
        address,
        method,
        paymentMethod,
        wantedOptions: options,
        signal,
        since,
        write,
      };
      const order = await withFreshCart(services, caller.userId, () =>
        orProviderFailed(log, () => placeOfflineOrder(services, wanted)),
      );
      const read = () => readPlacedOrder(order.id, caller.userId);
      return respond(await retryOnBrokenConnection(read), `Order ${order.orderNumber} placed`);
    },
  };
}
