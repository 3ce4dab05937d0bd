import { z } from 'zod';
import {
  InvalidSignature,
  type OnlineProvider,
  type ProviderEvent,
  ProviderRefused,
} from '#server/features/payments/index.ts';
import type { PayPalClient } from './paypal-client.ts';

const TOLERANCE_MS = 300_000;
/** Forged events are no reason to look the webhook up again and again. */
const LOOKUP_PAUSE_MS = 60_000;

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
  const webhook = createWebhookLookup(connect, address);

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
    const { call } = await connect();
    const isSigned = async (webhookId: string | undefined): Promise<boolean> => {
      if (webhookId === undefined) return false;
      // PayPal verifies the event as sent, so pass it on unchanged.
      const facts = JSON.stringify({ ...signature, webhook_id: webhookId });
      try {
        const answer = await call(
          '/v1/notifications/verify-webhook-signature',
          `${facts.slice(0, -1)},"webhook_event":${text}}`,
        );
        return verification.parse(answer).verification_status === 'SUCCESS';
      } catch (error) {
        // PayPal refuses headers that it cannot have sent.
        if (error instanceof ProviderRefused) return false;
        throw error;
      }
    };
    const known = await webhook.id(receivedAt);
    if (await isSigned(known)) return event;
    // The merchant may have recreated the webhook, with another id.
    const current = await webhook.currentId(receivedAt);
    if (current !== known && (await isSigned(current))) return event;
    throw new InvalidSignature(
      current === undefined
        ? 'PayPal has no webhook with the address of this shop.'
        : 'The event is not signed by PayPal.',
    );
  };
}

interface WebhookLookup {
  /** Undefined when PayPal has no webhook with the shop's address. */
  id(at: Date): Promise<string | undefined>;
  /** The same, looked up again unless it was within the last minute. */
  currentId(at: Date): Promise<string | undefined>;
}

/** Looks up the id of the shop's webhook at most once a minute, however many events are forged. */
function createWebhookLookup(connect: () => Promise<PayPalClient>, address: string): WebhookLookup {
  let latest: { readonly id: Promise<string | undefined>; readonly at: Date } | undefined;

  async function find(): Promise<string | undefined> {
    const { call } = await connect();
    const { webhooks } = webhookList.parse(await call('/v1/notifications/webhooks'));
    return webhooks.find(({ url }) => url === address)?.id;
  }

  function lookUp(at: Date): Promise<string | undefined> {
    const id = find();
    latest = { id, at };
    id.catch(() => {
      if (latest?.id === id) latest = undefined;
    });
    return id;
  }

  return {
    id: (at) => latest?.id ?? lookUp(at),
    currentId: (at) => (latest && at.getTime() - latest.at.getTime() < LOOKUP_PAUSE_MS ? latest.id : lookUp(at)),
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
