import type { Services } from '../tables.ts';
import { deleteEnded, deleteUnconfirmed } from './alerts.store.ts';
import { checkAllProducts } from './check-products.ts';
import { claimGuestAlerts } from './confirm-alert.ts';
import { confirmableSince } from './request-guest-alert.ts';

/** Ended alerts are kept for the pause after a mail, and so that the link in it works. */
const ENDED_DAYS = 60;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Job, once a day: deletes unconfirmed addresses and alerts that ended long ago, gives the alerts of guests to their
 * accounts, and checks all products.
 */
export async function cleanUp(services: Services): Promise<void> {
  const now = services.now();
  await deleteUnconfirmed(services.db, confirmableSince(now));
  await deleteEnded(services.db, new Date(now.getTime() - ENDED_DAYS * DAY_MS));
  await claimGuestAlerts(services);
  await checkAllProducts(services);
}
