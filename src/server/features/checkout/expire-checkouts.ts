import { isHoldOver } from '#domain/hold-limits.ts';
import { type CheckoutRow, findCheckout, listOverdueCheckouts } from './checkout.store.ts';
import type { CheckoutServices } from './checkout-services.ts';
import { forEachReachable } from './for-each-reachable.ts';
import { releaseCheckout } from './release-checkout.ts';

/** More than these wait for the next minute. */
const MAX_PER_RUN = 500;

/** Ends the checkouts whose hold has run out. Nodes may do so at the same time. */
export async function expireCheckouts(services: CheckoutServices): Promise<void> {
  const overdue = await listOverdueCheckouts(services.db, services.now(), MAX_PER_RUN);
  await forEachReachable(services.log, overdue, (checkout) => expireCheckout(services, checkout));
}

async function expireCheckout(services: CheckoutServices, overdue: CheckoutRow): Promise<void> {
  // Many may have been worked through since it was listed, and its shopper may have come back.
  const isDue = (checkout: CheckoutRow) => isHoldOver(checkout.expires_at, services.now());
  const checkout = await findCheckout(services.db, overdue.id);
  if (checkout?.status === 'open' && isDue(checkout)) await releaseCheckout(services, checkout, isDue);
}
