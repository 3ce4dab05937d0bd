import type { Logger } from '#server/platform/log.ts';
import type { Settings } from './settings.ts';

/** PayPal's credentials from the settings; undefined while incomplete. */
export async function readPayPalAccount(settings: Settings, log: Logger) {
  const { paypalClientId: clientId } = await settings.get('payment');
  if (clientId === '') return undefined;
  try {
    const clientSecret = await settings.getSecret('paypalClientSecret');
    return clientSecret === undefined ? undefined : { clientId, clientSecret };
  } catch (error) {
    log.error({ err: error }, 'The PayPal secret cannot be read: it was sealed with another APP_SECRET');
    return undefined;
  }
}
