import checkoutOptions from 'virtual:checkout-options';
import { ApiError } from '#web/api/api-error.ts';
import type { Input } from '#web/api/calls.ts';
import { loadCart } from '#web/shared/cart/cart.ts';
import type { AddressDraft } from '#web/shared/checkout/draft.ts';
import { type CheckoutProblem, problemOfOpening } from './checkout-problem.ts';
import type { PaymentMethodName } from './payment-methods.ts';
import type { Quote, ShippingMethod } from './quote.ts';

/** What the customer has chosen when the order or its payment is requested. */
export interface CheckoutChoices {
  readonly address: AddressDraft;
  readonly shippingMethod: ShippingMethod | undefined;
  readonly paymentMethod: PaymentMethodName | undefined;
}

/** What requests for payments and for orders paid later have in common. */
export function requestOf({
  address,
  shippingMethod,
}: CheckoutChoices): Omit<Input<'POST /orders'>['body'], 'payment_method' | 'total' | 'currency'> {
  const body = { shipping_address: address, shipping_method: shippingMethod };
  return checkoutOptions ? { ...body, options: checkoutOptions.chosen() } : body;
}

/**
 * Why a payment or an order was refused.
 * @throws ApiError 422, which is shown beside the fields of the address
 */
export async function explainRefusal(error: unknown, quote: Quote | null): Promise<CheckoutProblem | null> {
  if (error instanceof ApiError && error.status === 422) {
    checkoutOptions?.showErrors(error.errors);
    // Loads the methods that are offered instead.
    if (error.errors.shipping_method) void loadCart();
    throw error;
  }
  return problemOfOpening(error, quote);
}
