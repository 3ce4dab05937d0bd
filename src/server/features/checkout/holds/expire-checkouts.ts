import { isHoldOver } from '#domain/checkout/hold-limits.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { forEachReachable } from '../for-each-reachable.ts';
import {
  type CheckoutRow,
  type CheckoutToCheck,
  listOverdueCheckouts,
  startCheck,
} from '../lifecycle/checkout.store.ts';
import { releaseCheckout } from './release-checkout.ts';

/** More than these wait for the next minute. */
const MAX_PER_RUN = 500;

/** Closes checkouts with an expired hold. Several nodes may run this at once. */
export async function expireCheckouts(services: CheckoutServices, limit = MAX_PER_RUN): Promise<void> {
  const overdue = await listOverdueCheckouts(services.db, services.now(), limit);
  await forEachReachable(services.log, overdue, (checkout) => expireCheckout(services, checkout));
}

async function expireCheckout(services: CheckoutServices, { id }: CheckoutToCheck): Promise<void> {
  // Time has passed since the listing, and its shopper may have come back.
  const isDue = (checkout: CheckoutRow) => isHoldOver(checkout.expires_at, services.now());
  const checkout = await startCheck(services.db, id, services.now());
  if (checkout && isDue(checkout)) await releaseCheckout(services, checkout, isDue);
}
