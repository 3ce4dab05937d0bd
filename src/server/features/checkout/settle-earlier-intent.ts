import type { Intent, PaymentProvider } from '#server/features/payments/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { applyKnownIntent } from './apply-intent.ts';
import { lockCheckout } from './checkout.store.ts';
import type { CheckoutServices } from './checkout-services.ts';
import { closeCheckout } from './close-checkout.ts';

/**
 * Looks at the intent of an open checkout before it is asked for money again.
 * @param intent as the provider just told it; undefined when it does not know it (any more).
 * @returns the intent if it can still be paid; undefined when the checkout is over and a new one may begin.
 * @throws Refusal `payment.already_completed` with the order's number in `data`, or `payment.in_progress`.
 */
export async function settleEarlierIntent(
  services: CheckoutServices,
  provider: PaymentProvider,
  checkoutId: number,
  intent: Intent | undefined,
): Promise<Intent | undefined> {
  if (!intent) {
    await abandonCheckout(services, checkoutId);
    return undefined;
  }
  if (intent.status === 'unpaid') return intent;
  const outcome = await applyKnownIntent(services, provider, intent);
  if (outcome.kind === 'processing') throw new Refusal('payment.in_progress');
  if (outcome.kind === 'order') {
    throw new Refusal('payment.already_completed', {
      message: `This cart has already been paid for. Your order number is ${outcome.orderNumber}.`,
      data: { order_number: outcome.orderNumber },
    });
  }
  return undefined;
}

/** Gives up an open checkout that nobody can pay. */
export async function abandonCheckout({ db, now }: CheckoutServices, checkoutId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    if (checkout?.status === 'open') await closeCheckout(tx, checkout, now());
  });
}
