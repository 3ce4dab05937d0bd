import { isHoldOver } from '#domain/checkout/hold-limits.ts';
import { releaseHolds, releasingWrites } from '#server/features/catalogue/index.ts';
import { findCouponUse, setCouponUse } from '#server/features/coupons/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { executeAndCommit } from '#server/platform/database/execute-together.ts';
import type { CheckoutRow } from './checkout.store.ts';
import { closeCheckoutAs, closingWrites } from './close-checkout.store.ts';

/** Releases what a locked checkout holds, and closes it if it was open: expired, or cancelled before. */
export async function closeCheckout(tx: Transaction, checkout: CheckoutRow, at: Date): Promise<void> {
  await releaseHolds(tx, checkout.id);
  await setCouponUse(tx, checkout, null);
  if (checkout.status === 'open') await closeCheckoutAs(tx, checkout.id, closedStatus(checkout, at), { at });
}

const closedStatus = (checkout: CheckoutRow, at: Date) =>
  isHoldOver(checkout.expires_at, at) ? 'expired' : 'cancelled';

/** Like {@link closeCheckout}, and commits if possible, so that the stock is locked only for the commit. Call it last. */
export async function closeCheckoutAndCommit(tx: Transaction, checkout: CheckoutRow, at: Date): Promise<void> {
  // Coupons are locked after the stock.
  if (checkout.status !== 'open' || (await findCouponUse(tx, checkout.id))) return closeCheckout(tx, checkout, at);
  const closing = closingWrites(tx, checkout.id, {
    status: closedStatus(checkout, at),
    order_id: null,
    updated_at: at,
  });
  await executeAndCommit(tx, closing, releasingWrites(checkout.id));
}
