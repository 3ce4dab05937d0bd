/**
 * Shopper-facing texts, as in Stripe's own form, for errors whose API message is written for developers: 'The provided
 * PaymentMethod has failed authentication. You can provide payment_method_data …'.
 */
const FOR_SHOPPERS: ReadonlyMap<string, string> = new Map([
  [
    'payment_intent_authentication_failure',
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  ],
]);

interface PaymentError {
  readonly code?: string | null | undefined;
  readonly message?: string | undefined;
}

/** Why a payment was refused, worded for shoppers; undefined when the provider gave no reason. */
export const refusalText = (error: PaymentError | null): string | undefined =>
  FOR_SHOPPERS.get(error?.code ?? '') ?? error?.message;
