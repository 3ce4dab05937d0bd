import { checkPayPalAccount, PAYPAL_WORLDS, type PayPalWorld } from './adapters/paypal/check-paypal-account.ts';
import { type SmtpEnvironment, sendTestMail } from './adapters/smtp/smtp-transport.ts';
import { createStripeProvider } from './adapters/stripe/stripe-provider.ts';
import type { ConnectionTester } from './features/settings/index.ts';

export interface ConnectionTesterOptions extends SmtpEnvironment {
  /** Where the services answer, if not at their own addresses: for tests. */
  readonly stripeApiUrl?: string | undefined;
  readonly paypalWorlds?: Readonly<Record<PayPalWorld, string>>;
}

/** The true tests behind the settings' buttons: each one is a call that the service itself has to answer. */
export function openConnectionTester(options: ConnectionTesterOptions): ConnectionTester {
  const { stripeApiUrl: apiUrl, paypalWorlds = PAYPAL_WORLDS } = options;
  return {
    stripe: (secretKey) =>
      createStripeProvider({ secretKey, publishableKey: '', webhookSecret: undefined, apiUrl }).checkConnection(),
    paypal: (clientId, clientSecret) => checkPayPalAccount(clientId, clientSecret, paypalWorlds),
    smtp: (server, mail) => sendTestMail(options, server, mail),
  };
}
