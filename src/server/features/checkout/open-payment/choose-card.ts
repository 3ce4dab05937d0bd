import { type CardChoice, chooseCardOfIntent } from '#server/features/payments/index.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { findCheckoutOfIntent } from '../lifecycle/checkout.store.ts';

/**
 * Chooses a saved card for the customer's open payment, or whether its new card is saved.
 * @throws Refusal `payment.not_found` (also for another customer's), `payment.already_completed`, `checkout.expired`,
 * `payment.method_unavailable`, those of `chooseCardOfIntent`. @throws ProviderUnavailable.
 */
export async function chooseCard(services: CheckoutServices, userId: number, choice: CardChoice): Promise<void> {
  const checkout = await findCheckoutOfIntent(services.db, choice.intentId);
  if (!checkout || checkout.user_id !== userId) throw new Refusal('payment.not_found');
  if (checkout.order_id !== null) throw new Refusal('payment.already_completed');
  if (checkout.status !== 'open') throw new Refusal('checkout.expired');
  const provider = await services.paymentProviders.onlineNamed(checkout.provider);
  if (!provider) throw new Refusal('payment.method_unavailable');
  await chooseCardOfIntent(services, provider, userId, choice);
}
