import { inTransaction } from '#server/platform/database/database.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { type CheckoutRow, lockCheckout } from '../lifecycle/checkout.store.ts';
import { closeCheckoutAndCommit } from '../lifecycle/close-checkout.ts';
import { applyKnownIntent, type Outcome } from '../payment-results/apply-intent.ts';

/**
 * Releases an open checkout. The provider's intent is cancelled first, so that nobody pays for it; then the stock is
 * released. If the intent turns out to be paid, its order is created; if it is processing, the hold stays for now.
 * @param isDue checked again under the lock when there is no intent to cancel.
 * @throws ProviderUnavailable; nothing is released then.
 */
export async function releaseCheckout(
  services: CheckoutServices,
  checkout: CheckoutRow,
  isDue: (checkout: CheckoutRow) => boolean = () => true,
): Promise<Outcome> {
  const { db, now, paymentProviders } = services;
  if (checkout.intent_id !== null) {
    const provider = await paymentProviders.onlineNamed(checkout.provider);
    const intent = await provider?.cancelIntent(checkout.intent_id);
    if (intent && provider) return applyKnownIntent(services, provider, intent);
  }
  return inTransaction(db, async (tx) => {
    const locked = await lockCheckout(tx, checkout.id);
    const isStill = locked?.status === 'open' && locked.intent_id === checkout.intent_id;
    if (isStill && isDue(locked)) await closeCheckoutAndCommit(tx, locked, now());
    return { kind: 'closed' };
  });
}
