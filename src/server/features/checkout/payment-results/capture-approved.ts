import { isHoldOver } from '#domain/checkout/hold-limits.ts';
import type { Intent, OnlineProvider } from '#server/features/payments/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { type CheckoutRow, endCapture, lockCheckoutOfIntent, startCapture } from '../lifecycle/checkout.store.ts';
import { findFreeze } from '../lifecycle/checkout-freezes.store.ts';

/** A capture started longer ago has reached the provider or never will: calls to it time out within seconds. */
const MAX_CAPTURE_MS = 60_000;

/** Whether a capture may be running, so that the checkout cannot be cancelled. */
export function isCaptureRunning({ capture_started_at: startedAt }: CheckoutRow, at: Date): boolean {
  return startedAt !== null && at.getTime() - startedAt.getTime() < MAX_CAPTURE_MS;
}

/**
 * Captures an intent that the shopper has approved. Only an open checkout with an unexpired hold is captured, and only
 * for the frozen total. All code that cancels the checkout takes the same lock: it either sees that the capture has
 * started, or closes the checkout first, which is then never captured.
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
  const attempt = checkout.declined_captures + 1;
  const captured = await provider.captureIntent(intent.id, attempt);
  if (captured.status === 'unpaid') await endCapture(db, checkout.id, { attempt, startedAt: at });
  return captured;
}
