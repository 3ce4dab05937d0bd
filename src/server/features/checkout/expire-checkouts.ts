import { isHoldOver } from '#domain/checkout-status.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { applyKnownIntent } from './apply-intent.ts';
import { type CheckoutRow, findCheckout, listOverdueCheckouts, lockCheckout } from './checkout.store.ts';
import type { CheckoutServices } from './checkout-services.ts';
import { closeCheckout } from './close-checkout.ts';
import { forEachReachable } from './for-each-reachable.ts';

/** More than these wait for the next minute. */
const MAX_PER_RUN = 500;

/** Ends the checkouts whose hold has run out. Nodes may do so at the same time. */
export async function expireCheckouts(services: CheckoutServices): Promise<void> {
  const overdue = await listOverdueCheckouts(services.db, services.now(), MAX_PER_RUN);
  await forEachReachable(services.log, overdue, (checkout) => expireCheckout(services, checkout));
}

/**
 * Calls the provider's intent off first, so that nobody pays for what is given up; only then does the stock go back. An
 * intent that turns out to be paid makes its order; one that is being paid keeps its hold for now.
 */
async function expireCheckout(services: CheckoutServices, overdue: CheckoutRow): Promise<void> {
  const { db, now, cards } = services;
  // Many may have been worked through since it was listed, and its shopper may have come back.
  const checkout = await findCheckout(db, overdue.id);
  if (checkout?.status !== 'open' || !isHoldOver(checkout.expires_at, now())) return;
  const provider = await cards.current();
  const intent = checkout.intent_id === null ? undefined : await provider?.cancelIntent(checkout.intent_id);
  if (intent && provider) await applyKnownIntent(services, provider, intent);
  else await giveUp(services, checkout);
}

/** For a checkout that no intent of the provider belongs to. */
async function giveUp({ db, now }: CheckoutServices, { id, intent_id: intentId }: CheckoutRow): Promise<void> {
  await inTransaction(db, async (tx) => {
    const checkout = await lockCheckout(tx, id);
    const isStill = checkout?.status === 'open' && checkout.intent_id === intentId;
    if (isStill && isHoldOver(checkout.expires_at, now())) await closeCheckout(tx, checkout, now());
  });
}
