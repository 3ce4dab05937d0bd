import { createHmac } from 'node:crypto';

/** The header `Stripe-Signature`: https://docs.stripe.com/webhooks#verify-manually */
export function signatureOf(payload: string, secret: string, atSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${atSeconds}.${payload}`).digest('hex');
  return `t=${atSeconds},v1=${signature}`;
}
