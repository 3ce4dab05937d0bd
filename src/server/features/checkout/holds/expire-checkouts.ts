import { isHoldOver } from '#domain/checkout/hold-limits.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { forEachReachable } from '../for-each-reachable.ts';
import { type CheckoutRow, findCheckout, listOverdueCheckouts } from '../lifecycle/checkout.store.ts';
import { releaseCheckout } from './release-checkout.ts';

/** More than these wait for the next minute. */
const MAX_PER_RUN = 500;

/** Closes checkouts with an expired hold. Several nodes may run this at once. */
export async function expireCheckouts(services: CheckoutServices): Promise<void> {
  const overdue = await listOverdueCheckouts(services.db, services.now(), MAX_PER_RUN);
  await forEachReachable(services.log, overdue, (checkout) => expireCheckout(services, checkout));
}

async function expireCheckout(services: CheckoutServices, overdue: CheckoutRow): Promise<void> {
  // Time has passed since the listing, and its shopper may have come back.
  const isDue = (checkout: CheckoutRow) => isHoldOver(checkout.expires_at, services.now());
  const checkout = await findCheckout(services.db, overdue.id);
  if (checkout?.status === 'open' && isDue(checkout)) await releaseCheckout(services, checkout, isDue);
}
