import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  findPaymentCustomer,
  type PaymentCustomerRow,
  recordPaymentCustomer,
  renewPaymentCustomer,
  reservePaymentCustomer,
} from './payment-customer.store.ts';
import { ProviderUnavailable, type SavedCardProvider } from './payment-provider.ts';

/** How often the row is read again while another request creates the customer. */
const MAX_ATTEMPTS = 5;

/**
 * The user's customer at the provider, created with the first saved card. Concurrent and repeated calls use the same
 * idempotency key, so the provider creates one.
 * @throws ProviderUnavailable; it is safe to retry.
 */
export async function findOrCreateCustomer(
  { db, now }: { readonly db: Database; readonly now: Clock },
  provider: SavedCardProvider,
  userId: number,
): Promise<PaymentCustomerRow & { readonly customer_id: string }> {
  await reservePaymentCustomer(db, userId, provider.name, now());
  for (let attempt = 1; ; attempt += 1) {
    const row = await findPaymentCustomer(db, userId, provider.name);
    if (!row || row.delete_at !== null) throw new Refusal('auth.expired');
    if (row.customer_id !== null) return { ...row, customer_id: row.customer_id };
    try {
      const customerId = await provider.savedCards.createCustomer(userId, row.key);
      if (await recordPaymentCustomer(db, row, customerId)) return { ...row, customer_id: customerId };
      if (attempt === MAX_ATTEMPTS)
        throw new ProviderUnavailable('Other requests kept replacing the customer', 'broken');
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      // The provider repeats this failure for our key.
      if (error.kind === 'failed') await renewPaymentCustomer(db, row);
      // Busy: another window is creating it.
      if (error.kind !== 'busy' || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
