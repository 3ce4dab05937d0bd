import { inTransaction } from '#server/platform/database/database.ts';
import { applyKnownIntent, type Outcome } from './apply-intent.ts';
import { type CheckoutRow, lockCheckout } from './checkout.store.ts';
import type { CheckoutServices } from './checkout-services.ts';
import { closeCheckout } from './close-checkout.ts';

/**
 * Gives up an open checkout. The provider's intent is cancelled first, so that nobody pays for what is given up; only
 * then does the stock go back. An intent that turns out to be paid makes its order, and one that is being paid keeps
 * its hold for now.
 * @param isDue asked once more under the lock when there is no intent to cancel.
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
    if (isStill && isDue(locked)) await closeCheckout(tx, locked, now());
    return { kind: 'closed' };
  });
}
