import type { Logger } from '#server/platform/log.ts';
import type { Settings } from './settings.ts';
import { UnreadableSecret } from './unreadable-secret.ts';

/**
 * Stripe's keys from the settings; undefined while a required one is missing, or cannot be decrypted.
 * @throws when the database cannot be read. If that counted as missing credentials, pages without the payment method would
 * be cached, and refunds would be recorded as failed.
 */
export async function readStripeKeys(settings: Settings, log: Logger) {
  const { stripePublishableKey: publishableKey } = await settings.get('payment');
  if (publishableKey === '') return undefined;
  try {
    const secretKey = await settings.getSecret('stripeSecretKey');
    if (secretKey === undefined) return undefined;
    return { publishableKey, secretKey, webhookSecret: await settings.getSecret('stripeWebhookSecret') };
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    log.error({ err: error }, 'The Stripe keys cannot be read: they were encrypted with another APP_SECRET');
    return undefined;
  }
}
