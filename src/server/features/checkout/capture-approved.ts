import { isHoldOver } from '#domain/hold-limits.ts';
import type { Intent, OnlineProvider } from '#server/features/payments/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { type CheckoutRow, endCapture, findFreeze, lockCheckoutOfIntent, startCapture } from './checkout.store.ts';
import type { CheckoutServices } from './checkout-services.ts';

/** A capture that was sent longer ago has reached the provider or never will: calls to it time out after seconds. */
const MAX_CAPTURE_MS = 60_000;

/** Whether the money of a checkout may be moving at this moment, so that it cannot be cancelled. */
export function isCaptureRunning({ capture_started_at: startedAt }: CheckoutRow, at: Date): boolean {
  return startedAt !== null && at.getTime() - startedAt.getTime() < MAX_CAPTURE_MS;
}

/**
 * Captures the money of an intent that the shopper has approved. Only an open checkout whose hold lasts is captured, and
 * only for the sum that was frozen. Everything that cancels the checkout locks it as well: it either finds the capture
 * started, or closes the checkout before, and then nothing is captured any more.
 * @returns the intent afterwards; `canceled` when the checkout is over and was not captured.
 * @throws ProviderUnavailable; the reconciler repeats the capture.
 */
export async function captureApproved(
  { db, now }: Pick<CheckoutServices, 'db' | 'now'>,
  provider: OnlineProvider,
  intent: Intent,
): Promise<Intent> {
  if (!provider.captureIntent) throw new Error(`${provider.name} has no capture for an approved payment`);
  const at = now();
  const checkout = await inTransaction(db, async (tx) => {
    const locked = await lockCheckoutOfIntent(tx, provider.name, intent.id);
    if (locked?.status !== 'open' || isHoldOver(locked.expires_at, at)) return undefined;
    const freeze = intent.revision === undefined ? undefined : await findFreeze(tx, locked.id, intent.revision);
    const isOurs = intent.checkoutKey === locked.key && locked.user_id !== null && intent.userId === locked.user_id;
    const isAsFrozen = intent.amount === freeze?.total_cents && intent.currency === freeze.currency;
    if (!isOurs || !isAsFrozen) return undefined;
    await startCapture(tx, locked.id, at);
    return locked;
  });
  if (!checkout) return { ...intent, status: 'canceled' };
  const captured = await provider.captureIntent(intent.id);
  if (captured.status === 'unpaid') await endCapture(db, checkout.id, at);
  return captured;
}
