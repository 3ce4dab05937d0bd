import { checkPayPalAccount, PAYPAL_ENVIRONMENTS } from '../adapters/paypal/check-paypal-account.ts';
import { type SmtpEnvironment, sendTestMail } from '../adapters/smtp/smtp-transport.ts';
import { createStripeClient } from '../adapters/stripe/stripe-client.ts';
import type { ConnectionTester } from '../features/settings/index.ts';
import type { ProviderEndpoints } from './open-payment-providers.ts';

export interface ConnectionTesterOptions extends SmtpEnvironment {
  readonly endpoints?: ProviderEndpoints | undefined;
}

/** The connection tests of the settings: real calls that the service itself has to answer. */
export function openConnectionTester(options: ConnectionTesterOptions): ConnectionTester {
  const { stripeApiUrl: apiUrl, payPal } = options.endpoints ?? {};
  return {
    stripe: (secretKey) =>
      createStripeClient({ secretKey, publishableKey: '', webhookSecret: undefined, apiUrl }).checkConnection(),
    paypal: (clientId, clientSecret) =>
      checkPayPalAccount(clientId, clientSecret, payPal?.worlds ?? PAYPAL_ENVIRONMENTS),
    smtp: (server, mail) => sendTestMail(options, server, mail),
  };
}
