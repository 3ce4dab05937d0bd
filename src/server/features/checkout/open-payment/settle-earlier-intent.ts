import type { Intent, OnlineProvider } from '#server/features/payments/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { type CheckoutRow, lockCheckout } from '../lifecycle/checkout.store.ts';
import { closeCheckoutAndCommit } from '../lifecycle/close-checkout.ts';
import { applyKnownIntent } from '../payment-results/apply-intent.ts';

/**
 * Checks the intent of an open checkout before requesting payment again.
 * @param intent as just read from the provider; undefined when the provider does not know it (any more).
 * @returns the intent if it can still be paid; undefined when the checkout is over and a new one may start.
 * @throws Refusal `payment.already_completed` with the order's number in `data`, or `payment.in_progress`.
 */
export async function settleEarlierIntent(
  services: CheckoutServices,
  provider: OnlineProvider,
  checkoutId: number,
  intent: Intent | undefined,
): Promise<Intent | undefined> {
  if (!intent) {
    await abandonCheckout(services, checkoutId);
    return undefined;
  }
  if (intent.status === 'unpaid') return intent;
  // Approved but not captured: the new payment replaces it, and the shop never captures it.
  const over: Intent = intent.status === 'approved' ? { ...intent, status: 'canceled' } : intent;
  const outcome = await applyKnownIntent(services, provider, over);
  if (outcome.kind === 'processing') throw new Refusal('payment.in_progress');
  if (outcome.kind === 'order') {
    throw new Refusal('payment.already_completed', {
      message: `This cart has already been paid for. Your order number is ${outcome.orderNumber}.`,
      data: { order_number: outcome.orderNumber },
    });
  }
  return undefined;
}

/** Checkouts of an earlier version have no provider: they belong to the card provider. */
export function isProviderOf(provider: OnlineProvider, checkout: CheckoutRow): boolean {
  return checkout.provider === null ? provider.method === 'card' : checkout.provider === provider.name;
}

/**
 * Cancels the payment of an open checkout at its provider, before the cart is paid in another way.
 * @throws Refusal `payment.already_completed`, `payment.in_progress`. @throws ProviderUnavailable.
 */
export async function cancelEarlierPayment(services: CheckoutServices, open: CheckoutRow): Promise<void> {
  if (open.intent_id === null) return;
  const provider = await services.paymentProviders.onlineNamed(open.provider);
  if (!provider) return abandonCheckout(services, open.id);
  const left = await settleEarlierIntent(services, provider, open.id, await provider.cancelIntent(open.intent_id));
  if (left) throw new Refusal('payment.in_progress');
}

/** Releases an open checkout that nobody can pay. */
export async function abandonCheckout({ db, now }: CheckoutServices, checkoutId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    if (checkout?.status === 'open') await closeCheckoutAndCommit(tx, checkout, now());
  });
}
