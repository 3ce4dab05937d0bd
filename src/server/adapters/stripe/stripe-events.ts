import type Stripe from 'stripe';
import { InvalidSignature, type OnlineProvider, type ProviderEvent } from '#server/features/payments/index.ts';
import type { StripeClient } from './stripe-client.ts';

const SIGNATURE_TOLERANCE_SECONDS = 300;

/** The request that created the intent already has it: there is nothing to read. */
const NEW_INTENT = 'payment_intent.created';

function subjectOf(object: string | undefined): ProviderEvent['about'] {
  if (object === 'payment_intent') return 'intent';
  return object === 'refund' ? 'refund' : 'other';
}

/** Reads Stripe's webhooks after checking their signature. */
export function createEventReader(
  client: StripeClient,
  webhookSecret: string | undefined,
): OnlineProvider['readEvent'] {
  return async ({ body, headers }, receivedAt) => {
    const signature = headers['stripe-signature'];
    if (typeof signature !== 'string') throw new InvalidSignature('The event is not signed.');
    if (webhookSecret === undefined) throw new InvalidSignature('No signing secret was entered.');
    const { stripe } = await client.open();
    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(
        body,
        signature,
        webhookSecret,
        SIGNATURE_TOLERANCE_SECONDS,
        undefined,
        receivedAt.getTime(),
      );
    } catch {
      throw new InvalidSignature('The event is not signed by the provider, or is too old.');
    }
    const object = event.data.object as { readonly object?: string; readonly id?: string };
    const about = event.type === NEW_INTENT ? 'other' : subjectOf(object.object);
    return { id: event.id, type: event.type, about, objectId: object.id };
  };
}
