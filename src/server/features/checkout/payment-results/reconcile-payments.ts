import { listPendingRefunds, mailUnmailedRefunds, retryRefund } from '#server/features/payments/index.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { forEachReachable } from '../for-each-reachable.ts';
import { listQuietCheckouts, startCheck } from '../lifecycle/checkout.store.ts';
import { applyIntent } from './apply-intent.ts';

/** Newer ones are still being processed by their request. */
const QUIET_MS = 60_000;
const MAX_PER_RUN = 500;

/** Finds what a crash or lost message left behind: unapplied payments and unsent refunds. All of it is idempotent. */
export async function reconcilePayments(services: CheckoutServices, limit = MAX_PER_RUN): Promise<void> {
  const { db, now, log, paymentProviders } = services;
  const before = new Date(now().getTime() - QUIET_MS);
  const quiet = await listQuietCheckouts(db, before, limit);
  await forEachReachable(log, quiet, async ({ id }) => {
    const checkout = await startCheck(db, id, now());
    if (!checkout?.intent_id) return;
    const provider = await paymentProviders.onlineNamed(checkout.provider);
    if (provider) await applyIntent(services, provider, checkout.intent_id);
  });
  const refunds = await listPendingRefunds(db, before, limit);
  await forEachReachable(log, refunds, ({ id }) => retryRefund(services, id));
  await mailUnmailedRefunds(services, limit);
}
