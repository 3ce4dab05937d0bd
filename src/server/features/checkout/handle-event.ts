import { canCheckoutBecome } from '#domain/checkout-status.ts';
import {
  isEventKnown,
  noteProviderRefund,
  type OnlineProvider,
  type WebhookRequest,
} from '#server/features/payments/index.ts';
import { applyIntent } from './apply-intent.ts';
import { findCheckoutOfIntent } from './checkout.store.ts';
import type { CheckoutServices } from './checkout-services.ts';

/**
 * Handles a provider's event. The event is only a trigger to read the provider's state, so duplicates and order do not
 * matter.
 * @throws InvalidSignature; ProviderUnavailable, after which the provider sends it again.
 */
export async function handleEvent(
  services: CheckoutServices,
  provider: OnlineProvider,
  request: WebhookRequest,
): Promise<void> {
  const event = await provider.readEvent(request, services.now());
  if (event.objectId === undefined || event.about === 'other') return;
  if (await isEventKnown(services.db, event.id)) return;
  if (event.about === 'intent') {
    await applyIntent(services, provider, event.objectId, event);
    return;
  }
  await applyRefundedIntent(services, provider, event.objectId);
  await noteProviderRefund(services, provider, event);
}

/**
 * A refund event may arrive before its payment. Apply the payment first: without it the refund cannot be recorded, and
 * an acknowledged event is not sent again.
 */
async function applyRefundedIntent(
  services: CheckoutServices,
  provider: OnlineProvider,
  refundId: string,
): Promise<void> {
  const refund = await provider.retrieveRefund(refundId);
  if (!refund) return;
  const checkout = await findCheckoutOfIntent(services.db, refund.intentId);
  if (checkout && canCheckoutBecome(checkout.status, 'completed')) {
    await applyIntent(services, provider, refund.intentId);
  }
}
