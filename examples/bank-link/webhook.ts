import { createHmac, timingSafeEqual } from 'node:crypto';
import { InvalidSignature, type ProviderEvent, type WebhookRequest } from '#plugin';

const MAX_AGE_SECONDS = 300;

/** The header is `t=<seconds>,v1=<HMAC-SHA256 of "seconds.body">`. */
export function readWebhook({ body, headers }: WebhookRequest, secret: string | undefined, at: Date): ProviderEvent {
  const [, seconds = '', signature = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['bank-signature'])) ?? [];
  if (secret === undefined || signature === '') throw new InvalidSignature('The event is not signed.');
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) throw new InvalidSignature('The signature is wrong.');
  if (Math.abs(at.getTime() / 1000 - Number(seconds)) > MAX_AGE_SECONDS) throw new InvalidSignature('It is too old.');
  const { id, type, object } = JSON.parse(body.toString()) as { id: string; type: string; object: string };
  const about = type.startsWith('payment.') ? 'intent' : type.startsWith('refund.') ? 'refund' : 'other';
  return { id: `bank-link:${id}`, type, about, objectId: object };
}
