import { listPendingRefunds, performRefund } from '#server/features/payments/index.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { forEachReachable } from '../for-each-reachable.ts';
import { listQuietIntents } from '../lifecycle/checkout.store.ts';
import { applyIntent } from './apply-intent.ts';

/** Newer ones are still being processed by their request. */
const QUIET_MS = 60_000;
const MAX_PER_RUN = 500;

/** Finds what a crash or lost message left behind: unapplied payments and unsent refunds. All of it is idempotent. */
export async function reconcilePayments(services: CheckoutServices): Promise<void> {
  const { db, now, log, paymentProviders } = services;
  const before = new Date(now().getTime() - QUIET_MS);
  const intents = await listQuietIntents(db, before, MAX_PER_RUN);
  await forEachReachable(log, intents, async ({ provider: name, intent_id: intentId }) => {
    const provider = await paymentProviders.onlineNamed(name);
    if (provider) await applyIntent(services, provider, intentId);
  });
  const refunds = await listPendingRefunds(db, before, MAX_PER_RUN);
  await forEachReachable(log, refunds, ({ id }) => performRefund(services, id, { isFirstTry: false }));
}
