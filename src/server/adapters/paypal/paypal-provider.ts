import {
  CheckoutPaymentIntent,
  type Order,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
} from '@paypal/paypal-server-sdk';
import { formatDecimal } from '#domain/money/money.ts';
import { type Intent, METHOD_LABELS, type OnlineProvider, ProviderRefused } from '#server/features/payments/index.ts';
import { createPayPalClient, type PayPalOptions, PayPalRefused, request, requestOptional } from './paypal-client.ts';
import { createEventReader } from './paypal-events.ts';
import { captureOf, customIdOf, readOrder, readRefund } from './paypal-objects.ts';

/** Cents; a purchase unit has at most seven digits before the decimal point. */
const LIMITS = { min: 1, max: 999_999_999 } as const;

const WITH_DETAILS = 'return=representation';

/** What the shopper sees at PayPal, and where they return to. */
const experienceOf = (appUrl: string) => ({
  returnUrl: `${appUrl}/order-success/pending`,
  cancelUrl: `${appUrl}/checkout`,
  userAction: PaypalExperienceUserAction.PayNow,
  shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
});

/**
 * PayPal: the shopper approves the payment on PayPal's page, and the shop captures it. Only the capture moves money, so
 * a payment is cancelled by never capturing it, and an order whose cart has changed is replaced, not updated.
 * https://developer.paypal.com/docs/api/orders/v2/
 */
export function createPayPalProvider(options: PayPalOptions): OnlineProvider {
  const { appUrl, clientId } = options;
  const connect = createPayPalClient(options);

  const findOrder = async (id: string): Promise<Order | undefined> => {
    const { orders } = await connect();
    return requestOptional(orders.getOrder({ id }));
  };
  const retrieveIntent = async (id: string): Promise<Intent | undefined> => {
    const order = await findOrder(id);
    return order && readOrder(order);
  };

  return {
    kind: 'online',
    name: 'paypal',
    method: 'paypal',
    label: METHOD_LABELS.paypal,
    publishableKey: clientId,
    // The browser goes to PayPal's own page; the shop's page loads nothing from PayPal.
    pagePolicy: { connect: [], scripts: [], frames: [] },
    limits: LIMITS,

    async createIntent(terms, key) {
      const { orders } = await connect();
      const order = await request(
        orders.createOrder({
          paypalRequestId: key,
          prefer: WITH_DETAILS,
          body: {
            intent: CheckoutPaymentIntent.Capture,
            purchaseUnits: [
              {
                amount: { currencyCode: terms.currency.toUpperCase(), value: formatDecimal(terms.amount) },
                customId: customIdOf(terms),
              },
            ],
            paymentSource: { paypal: { experienceContext: experienceOf(appUrl) } },
          },
        }),
      );
      return readOrder(order);
    },
    async updateIntent() {
      // The shopper may see, or have approved, the previous total.
      throw new ProviderRefused('A PayPal order is replaced, not changed.');
    },
    retrieveIntent,
    async cancelIntent(intentId) {
      const intent = await retrieveIntent(intentId);
      const isOver = intent === undefined || intent.status === 'succeeded' || intent.status === 'processing';
      return isOver ? intent : { ...intent, status: 'canceled' };
    },
    async captureIntent(intentId, attempt) {
      const { orders } = await connect();
      // PayPal repeats its response to the same id, also that of a declined capture.
      const paypalRequestId = attempt === 1 ? `capture-${intentId}` : `capture-${intentId}-${attempt}`;
      try {
        const captured = await request(orders.captureOrder({ id: intentId, paypalRequestId, prefer: WITH_DETAILS }));
        return readOrder(captured);
      } catch (error) {
        if (!(error instanceof PayPalRefused)) throw error;
        // Captured concurrently, declined, or no longer approved: read the order's state.
        const intent = await retrieveIntent(intentId);
        if (!intent) throw error;
        return intent.status === 'approved' ? { ...intent, status: 'unpaid', lastError: error.message } : intent;
      }
    },

    async createRefund({ intentId, amount, refundKey }) {
      const order = await findOrder(intentId);
      const capture = order && captureOf(order);
      if (!capture?.id) throw new ProviderRefused('PayPal knows no captured payment for this order.');
      const { payments } = await connect();
      const refund = await request(
        payments.refundCapturedPayment({
          captureId: capture.id,
          paypalRequestId: refundKey,
          prefer: WITH_DETAILS,
          body: {
            amount: { currencyCode: capture.amount?.currencyCode ?? '', value: formatDecimal(amount) },
            customId: refundKey,
          },
        }),
      );
      return readRefund(refund, intentId);
    },
    async retrieveRefund(refundId) {
      const { payments } = await connect();
      const refund = await requestOptional(payments.getRefund({ refundId }));
      const captureId = refund?.links
        ?.find(({ rel }) => rel === 'up')
        ?.href.split('/')
        .at(-1);
      const capture =
        captureId === undefined ? undefined : await requestOptional(payments.getCapturedPayment({ captureId }));
      return refund && readRefund(refund, capture?.supplementaryData?.relatedIds?.orderId ?? '');
    },
    async findRefund({ intentId, refundKey }) {
      const refunds = (await findOrder(intentId))?.purchaseUnits?.[0]?.payments?.refunds ?? [];
      const refund = refunds.find(({ customId }) => customId === refundKey);
      return refund && readRefund(refund, intentId);
    },

    async checkConnection() {
      await connect();
    },
    readsEventsRemotely: true,
    readEvent: createEventReader(connect, `${appUrl}/api/payments/paypal/webhook`),
  };
}
