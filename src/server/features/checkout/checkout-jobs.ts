import type { Jobs } from '#server/platform/jobs.ts';
import type { CheckoutServices } from './checkout-services.ts';
import { expireCheckouts } from './holds/expire-checkouts.ts';
import { reconcilePayments } from './payment-results/reconcile-payments.ts';

const EVERY_MINUTE = '* * * * *';
const EVERY_FIVE_MINUTES = '*/5 * * * *';

/** Registers the jobs that expire holds and find unfinished payments and refunds. */
export function defineCheckoutJobs(jobs: Pick<Jobs, 'define'>, services: CheckoutServices): void {
  jobs.define('expire-checkouts', () => expireCheckouts(services), EVERY_MINUTE);
  jobs.define('reconcile-payments', () => reconcilePayments(services), EVERY_FIVE_MINUTES);
}
