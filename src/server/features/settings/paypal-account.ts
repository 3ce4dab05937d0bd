import type { Logger } from '#server/platform/log.ts';
import type { Settings } from './settings.ts';
import { UnreadableSecret } from './unreadable-secret.ts';

/**
 * PayPal's credentials from the settings; undefined while incomplete, or if they cannot be decrypted.
 * @throws when the database cannot be read. If that counted as missing credentials, pages without the payment method would
 * be cached, and refunds would be recorded as failed.
 */
export async function readPayPalAccount(settings: Settings, log: Logger) {
  const { paypalClientId: clientId } = await settings.get('payment');
  if (clientId === '') return undefined;
  try {
    const clientSecret = await settings.getSecret('paypalClientSecret');
    return clientSecret === undefined ? undefined : { clientId, clientSecret };
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    log.error({ err: error }, 'The PayPal secret cannot be read: it was encrypted with another APP_SECRET');
    return undefined;
  }
}
