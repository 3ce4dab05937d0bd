import { Refusal } from '#server/platform/refusal.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { findCheckoutOfIntent, findOrderNumber } from '../lifecycle/checkout.store.ts';
import { applyIntent, type Outcome } from './apply-intent.ts';

export interface ConfirmedOrder {
  readonly orderId: number;
  readonly orderNumber: string;
}

/**
 * Creates the order of a customer's payment, or returns the existing one.
 * @throws Refusal `payment.not_found` (also for another customer's), `payment.not_completed`, `payment.in_progress`,
 * `payment.refunded`, `checkout.expired`. @throws ProviderUnavailable.
 */
export async function confirmPayment(
  services: CheckoutServices,
  userId: number,
  intentId: string,
): Promise<ConfirmedOrder> {
  const checkout = await findCheckoutOfIntent(services.db, intentId);
  if (!checkout || checkout.user_id !== userId) throw new Refusal('payment.not_found');
  if (checkout.order_id !== null) {
    const order = await findOrderNumber(services.db, checkout.order_id);
    if (order) return { orderId: checkout.order_id, orderNumber: order.order_number };
  }
  const provider = await services.paymentProviders.onlineNamed(checkout.provider);
  if (!provider) throw new Refusal('payment.method_unavailable');
  return orderOf(await applyIntent(services, provider, intentId));
}

function orderOf(outcome: Outcome): ConfirmedOrder {
  switch (outcome.kind) {
    case 'order':
      return { orderId: outcome.orderId, orderNumber: outcome.orderNumber };
    case 'unpaid':
      throw new Refusal('payment.not_completed', outcome.reason === undefined ? {} : { message: outcome.reason });
    case 'processing':
      throw new Refusal('payment.in_progress');
    case 'closed':
      throw new Refusal('checkout.expired');
    case 'returned':
      throw new Refusal('payment.refunded');
    case 'unknown':
      throw new Refusal('payment.not_found');
  }
}
