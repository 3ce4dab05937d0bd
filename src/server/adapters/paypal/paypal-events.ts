import { z } from 'zod';
import { InvalidSignature, type OnlineProvider, type ProviderEvent } from '#server/features/payments/index.ts';
import type { PayPalClient } from './paypal-client.ts';

const TOLERANCE_MS = 300_000;

/** https://developer.paypal.com/api/rest/webhooks/event-names/ */
const webhookEvent = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().max(100),
  resource_type: z.string().optional(),
  resource: z.object({
    id: z.string().optional(),
    supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }).optional() }).optional(),
  }),
});

const webhookList = z.object({ webhooks: z.array(z.object({ id: z.string(), url: z.string() })) });
const verification = z.object({ verification_status: z.string() });

/** The headers with PayPal's signature, by the names of the verification request. */
const SIGNATURE_HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const;

/**
 * Reads PayPal's webhooks after PayPal has verified their signature.
 * https://developer.paypal.com/docs/api/webhooks/v1/#verify-webhook-signature_post
 * @param address URL of the shop's webhook. The merchant enters it at PayPal; the webhook's id is looked up by it.
 */
export function createEventReader(connect: () => Promise<PayPalClient>, address: string): OnlineProvider['readEvent'] {
  let knownWebhookId: string | undefined;

  async function findWebhookId({ call }: PayPalClient): Promise<string> {
    const { webhooks } = webhookList.parse(await call('/v1/notifications/webhooks'));
    const webhook = webhooks.find(({ url }) => url === address);
    if (!webhook) throw new InvalidSignature('PayPal has no webhook with the address of this shop.');
    return webhook.id;
  }

  return async ({ body, headers }, receivedAt) => {
    const signature: Record<string, string> = {};
    for (const [field, header] of Object.entries(SIGNATURE_HEADERS)) {
      const value = headers[header];
      if (typeof value !== 'string') throw new InvalidSignature('The event is not signed.');
      signature[field] = value;
    }
    const age = Math.abs(receivedAt.getTime() - Date.parse(signature.transmission_time ?? ''));
    if (!(age <= TOLERANCE_MS)) throw new InvalidSignature('The event is too old.');
    const text = body.toString('utf8');
    const event = readEventBody(text);
    const client = await connect();
    knownWebhookId ??= await findWebhookId(client);
    // PayPal verifies the event as sent, so pass it on unchanged.
    const facts = JSON.stringify({ ...signature, webhook_id: knownWebhookId });
    const answer = await client.call(
      '/v1/notifications/verify-webhook-signature',
      `${facts.slice(0, -1)},"webhook_event":${text}}`,
    );
    if (verification.parse(answer).verification_status !== 'SUCCESS') {
      // The merchant may have recreated the webhook, with another id.
      knownWebhookId = undefined;
      throw new InvalidSignature('The event is not signed by PayPal.');
    }
    return event;
  };
}

function readEventBody(text: string): ProviderEvent {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new InvalidSignature('The event is not JSON.');
  }
  const parsed = webhookEvent.safeParse(json);
  if (!parsed.success) throw new InvalidSignature('The event is not one of PayPal’s.');
  const { id, event_type: type, resource_type: resourceType, resource } = parsed.data;
  const orderId = resource.supplementary_data?.related_ids?.order_id;
  const about = { id: `paypal:${id}`, type };
  if (resourceType === 'refund') return { ...about, about: 'refund', objectId: resource.id };
  if (resourceType === 'checkout-order') return { ...about, about: 'intent', objectId: resource.id };
  if (resourceType === 'capture' && orderId) return { ...about, about: 'intent', objectId: orderId };
  return { ...about, about: 'other', objectId: undefined };
}
