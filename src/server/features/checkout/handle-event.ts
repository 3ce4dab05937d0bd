import { isEventKnown, noteProviderRefund, type PaymentProvider } from '#server/features/payments/index.ts';
import { applyIntent } from './apply-intent.ts';
import type { CheckoutServices } from './checkout-services.ts';

export interface SignedEvent {
  readonly body: Buffer;
  readonly signature: string;
}

/**
 * Takes in what the provider tells. The event is only the occasion to ask: so duplicates do nothing, and the order of
 * arrival does not matter.
 * @throws InvalidSignature; ProviderUnavailable, after which the provider tells it again.
 */
export async function handleEvent(
  services: CheckoutServices,
  provider: PaymentProvider,
  { body, signature }: SignedEvent,
): Promise<void> {
  const event = provider.readEvent(body, signature, services.now());
  if (event.objectId === undefined || event.about === 'other') return;
  if (await isEventKnown(services.db, event.id)) return;
  if (event.about === 'intent') await applyIntent(services, provider, event.objectId, event);
  else await noteProviderRefund(services, provider, event);
}
