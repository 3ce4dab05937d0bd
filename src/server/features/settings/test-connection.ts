import type { SettingsOf } from '#contract/admin/settings.ts';
import type { BrandingReader } from '#server/features/branding/index.ts';
import { composeMail, readMailShop } from '#server/features/mail/index.ts';
import { type PaymentProviders, ProviderRefused, ProviderUnavailable } from '#server/features/payments/index.ts';
import type { Caller } from '#server/platform/http/handler.ts';
import { fieldRefusal, Refusal } from '#server/platform/refusal.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { ConnectionFailed, type ConnectionTester } from './connection-tester.ts';
import { modeOf, refuseOtherClient, refuseOtherServer } from './guard-stored-secrets.ts';
import type { Settings } from './settings.ts';

export interface TestServices {
  readonly settings: Settings;
  readonly paymentProviders: PaymentProviders;
  readonly connections: ConnectionTester;
  readonly config: { readonly appUrl: string };
  readonly sealer: Sealer;
  readonly branding: BrandingReader;
}

type Mode = 'live' | 'test';

/** @throws Refusal `settings.test_failed` when the service rejected the values, or did not answer. */
export async function orTestFailed<T>(service: string, test: () => Promise<T>): Promise<T> {
  try {
    return await test();
  } catch (error) {
    if (error instanceof ConnectionFailed) throw new Refusal('settings.test_failed', { message: error.message });
    if (error instanceof ProviderRefused) {
      throw new Refusal('settings.test_failed', { message: `${service} refused the connection. ${error.message}` });
    }
    if (error instanceof ProviderUnavailable) {
      throw new Refusal('settings.test_failed', { message: `${service} did not answer. Please try again.` });
    }
    throw error;
  }
}

/**
 * Tests the card provider with the given keys, or the stored ones. Keys of different modes are refused: the browser
 * could not pay the server's intents.
 * @throws Refusal `settings.test_failed`, `request.invalid`.
 */
export async function testStripe(
  { settings, paymentProviders, connections }: TestServices,
  given: { readonly stripePublishableKey?: string | undefined; readonly stripeSecretKey?: string | undefined },
): Promise<Mode> {
  const isFixed = (await paymentProviders.cardKeySource()) === 'environment';
  const publishableKey = given.stripePublishableKey ?? (await settings.getFresh('payment')).stripePublishableKey;
  const secretKey = given.stripeSecretKey ?? (isFixed ? undefined : await settings.getSecret('stripeSecretKey'));
  if (secretKey === undefined) {
    if (!isFixed && publishableKey !== '')
      throw fieldRefusal('request.invalid', 'stripeSecretKey', 'Please enter the secret key as well.');
    const provider = await paymentProviders.onlineNamed(null);
    if (!provider?.checkConnection)
      throw fieldRefusal('request.invalid', 'stripeSecretKey', 'Please enter the keys first.');
    await orTestFailed('Stripe', async () => provider.checkConnection?.());
    return modeOf(provider.publishableKey ?? '');
  }
  if (publishableKey === '')
    throw fieldRefusal('request.invalid', 'stripePublishableKey', 'Please enter the publishable key as well.');
  if (modeOf(publishableKey) !== modeOf(secretKey)) {
    const message = 'One of the two keys is for test payments, the other for real ones.';
    throw fieldRefusal('request.invalid', 'stripePublishableKey', message);
  }
  await orTestFailed('Stripe', () => connections.stripe(secretKey));
  return modeOf(secretKey);
}

/** Requests an access token from PayPal. @throws Refusal `settings.test_failed`, `request.invalid`. */
export async function testPayPal(
  { settings, connections }: TestServices,
  given: { readonly paypalClientId?: string | undefined; readonly paypalClientSecret?: string | undefined },
): Promise<Mode> {
  const known = await settings.getFresh('payment');
  const clientId = given.paypalClientId ?? known.paypalClientId;
  if (clientId === '') throw fieldRefusal('request.invalid', 'paypalClientId', 'Please enter the client ID.');
  const clientSecret = given.paypalClientSecret ?? (await settings.getSecret('paypalClientSecret'));
  if (clientSecret === undefined)
    throw fieldRefusal('request.invalid', 'paypalClientSecret', 'Please enter the client secret.');
  if (given.paypalClientSecret === undefined) refuseOtherClient(known, clientId);
  return orTestFailed('PayPal', () => connections.paypal(clientId, clientSecret));
}

type GivenServer = { readonly [F in keyof SettingsOf<'email'>]?: SettingsOf<'email'>[F] | undefined } & {
  readonly smtpPassword?: string | undefined;
};

/** Sends a test mail to the admin. @throws Refusal `settings.test_failed`, `request.invalid`. */
export async function testMailServer(
  services: TestServices,
  given: GivenServer,
  { isServerFromEnvironment, admin }: { readonly isServerFromEnvironment: boolean; readonly admin: Caller },
): Promise<void> {
  const { settings, connections } = services;
  const shop = await readMailShop(services);
  const siteName = shop.shopName;
  const known = await settings.getMailServer();
  const entered = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const server = { ...known, ...entered };
  if (server.smtpHost === '' && !isServerFromEnvironment)
    throw fieldRefusal('request.invalid', 'smtpHost', 'Please enter the mail server.');
  if (given.smtpPassword === undefined && known.smtpPassword !== undefined) refuseOtherServer(known, server);
  const { text, html } = composeMail({
    shop,
    heading: 'Your mail server works',
    paragraphs: [`${siteName} sent you this email to test its email settings. There is nothing more to do.`],
    footer: `You get this email because you asked for a test in the back office of ${siteName}.`,
  });
  const mail = { to: { name: admin.name, email: admin.email }, subject: `Test email — ${siteName}`, text, html };
  await orTestFailed('The mail server', () => connections.smtp(server, mail));
}
