import { orProviderFailed } from '#server/features/payments/index.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { expireIfCartHoldsLess } from '../lifecycle/checkout.store.ts';
import { awaitRunningFreeze } from '../lifecycle/checkout-customers.store.ts';
import { releaseCheckout } from './release-checkout.ts';

/**
 * Called after a customer has removed units from their cart: if their open checkout holds more than the cart has, it is
 * released at once. The hold is marked as expired first, so that the expiry job completes the release after a crash or
 * if the provider does not answer.
 */
export async function releaseRemovedUnits(services: CheckoutServices, userId: number): Promise<void> {
  const { db, now, log } = services;
  await awaitRunningFreeze(db, userId);
  const checkout = await expireIfCartHoldsLess(db, userId, now());
  if (!checkout) return;
  try {
    await orProviderFailed(log, () => releaseCheckout(services, checkout));
  } catch (error) {
    // The cart has already changed. The expiry job tries again within a minute.
    if (!(error instanceof Refusal)) throw error;
  }
}
