import { isHoldOver } from '#domain/hold-limits.ts';
import { releaseHolds } from '#server/features/catalogue/index.ts';
import { setCouponUse } from '#server/features/coupons/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { CheckoutRow } from './checkout.store.ts';
import { closeCheckoutAs } from './close-checkout.store.ts';

/** Releases what a locked checkout holds, and closes it if it was open: expired, or cancelled before. */
export async function closeCheckout(tx: Transaction, checkout: CheckoutRow, at: Date): Promise<void> {
  await releaseHolds(tx, checkout.id);
  await setCouponUse(tx, checkout, null);
  if (checkout.status !== 'open') return;
  await closeCheckoutAs(tx, checkout.id, isHoldOver(checkout.expires_at, at) ? 'expired' : 'cancelled', { at });
}
