import type { Jobs } from '#server/platform/jobs.ts';
import type { Logger } from '#server/platform/log.ts';
import {
  deletePaymentCustomer,
  listDuePaymentCustomers,
  type PaymentCustomerRow,
  postponeDeletion,
} from './payment-customer.store.ts';
import { ProviderRefused, ProviderUnavailable } from './payment-provider.ts';
import type { SavedCardServices } from './saved-cards.ts';

interface DeletionServices extends SavedCardServices {
  readonly log: Logger;
}

const EVERY_TEN_MINUTES = '*/10 * * * *';
const BATCH = 100;
/** After a failure, so that one provider that is gone does not delay the customers of others. */
const RETRY_MS = 60 * 60 * 1000;

/** @returns false when the provider is not connected. */
async function deleteAtProvider(
  { paymentProviders }: SavedCardServices,
  { user_id, provider, key, customer_id }: PaymentCustomerRow,
): Promise<boolean> {
  const cards = (await paymentProviders.onlineNamed(provider))?.savedCards;
  if (!cards) return false;
  // One that was created without being recorded is found by its key.
  await cards.deleteCustomer(customer_id ?? (await cards.createCustomer(user_id, key)));
  return true;
}

/** Deletes the customers of deleted accounts, with their cards, at their provider. Repeatable. */
export async function deletePaymentCustomers(services: DeletionServices): Promise<void> {
  const { db, now, log } = services;
  for (const row of await listDuePaymentCustomers(db, now(), BATCH)) {
    const about = { userId: row.user_id, provider: row.provider };
    try {
      if (await deleteAtProvider(services, row)) {
        await deletePaymentCustomer(db, row);
        continue;
      }
      log.warn(about, 'The saved cards of a deleted account wait for their provider to be connected');
    } catch (error) {
      if (error instanceof ProviderUnavailable || error instanceof ProviderRefused) {
        log.warn({ ...about, reason: error.message }, 'The saved cards of a deleted account wait for their provider');
      } else {
        log.error({ ...about, err: error }, 'The saved cards of a deleted account could not be deleted');
      }
    }
    await postponeDeletion(db, row, new Date(now().getTime() + RETRY_MS));
  }
}

export function definePaymentJobs(jobs: Pick<Jobs, 'define'>, services: DeletionServices): void {
  jobs.define('delete-payment-customers', () => deletePaymentCustomers(services), EVERY_TEN_MINUTES);
}
