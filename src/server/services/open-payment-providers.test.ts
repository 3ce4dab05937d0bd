import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordLog } from '#test/log.ts';
import { reportsTo } from '#test/plugin-reports.ts';
import { openTestSandbox, SANDBOX_KEYS, type TestSandbox } from '#test/servers/stripe-sandbox.ts';
import { readConfig } from '../platform/config.ts';
import { type EnteredKeys, openPaymentProviders, readPagePolicy } from './open-payment-providers.ts';

let stripe: TestSandbox;
let keys: EnteredKeys | undefined;
let payPal: { readonly clientId: string; readonly clientSecret: string } | undefined;
let isPayPalEnabled = false;
const undo: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  stripe = await openTestSandbox();
  undo.push(() => stripe.close());
  keys = undefined;
  payPal = undefined;
  isPayPalEnabled = false;
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function openProviders(env: Record<string, string>) {
  const log = recordLog();
  const opened = await openPaymentProviders({
    config: readConfig({ NODE_ENV: 'test', SANDBOX_PORT: '0', ...env }),
    database: stripe.databaseUrl,
    appSecret: 'a secret that only the tests know',
    enteredKeys: async () => keys,
    enteredPayPal: async () => payPal,
    readSettings: async () => ({
      stripeEnabled: true,
      paypalEnabled: isPayPalEnabled,
      offlineEnabled: false,
      offlineInstructions: '',
    }),
    isConnectedByAnyNode: async () => false,
    endpoints: { stripeApiUrl: stripe.sandbox.url },
    now: () => new Date(),
    delays: reportsTo().delays,
    log: pino(log.stream),
  });
  undo.push(() => opened.close());
  return { ...opened, card: () => opened.paymentProviders.onlineNamed(null), log };
}

test('keys from the settings apply to the next payment, and stop when removed', async () => {
  const { paymentProviders: providers, card } = await openProviders({ DEMO: '0' });
  expect([await providers.cardKeySource(), (await card())?.name]).toEqual(['sandbox', 'sandbox']);
  keys = { ...SANDBOX_KEYS, webhookSecret: undefined };
  expect(await providers.cardKeySource()).toBe('settings');
  const provider = await card();
  expect(provider).toMatchObject({ name: 'stripe', publishableKey: SANDBOX_KEYS.publishableKey });
  expect(provider).not.toHaveProperty('sandboxUrl');
  const terms = { amount: 2_500, currency: 'eur', checkoutKey: 'c', revision: 1, userId: 1 };
  const intent = await provider?.createIntent(terms, 'our-key');
  expect(await stripe.stripe.paymentIntents.retrieve(intent?.id ?? '')).toMatchObject({
    amount: 2_500,
    currency: 'eur',
  });
  expect(await readPagePolicy(providers)).toMatchObject({
    scripts: expect.arrayContaining(['https://js.stripe.com']),
    permissions: { payment: ['https://js.stripe.com'] },
  });
  expect((await providers.enabled()).map(({ name }) => name)).toEqual(['stripe']);
  expect((await providers.named('sandbox'))?.name).toBe('sandbox');
  expect(await card()).toBe(provider);
  keys = undefined;
  expect((await card())?.name).toBe('sandbox');
});

test('without a signing secret no event is trusted', async () => {
  keys = { ...SANDBOX_KEYS, webhookSecret: undefined };
  const { card } = await openProviders({ DEMO: '0' });
  const call = { body: Buffer.from('{}'), headers: { 'stripe-signature': 't=1,v1=2' } };
  await expect((await card())?.readEvent(call, new Date())).rejects.toThrow('No signing secret');
});

test('environment variables take precedence over the settings', async () => {
  keys = { ...SANDBOX_KEYS };
  const { paymentProviders, card } = await openProviders({
    STRIPE_SECRET_KEY: 'sk_test_environment',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_environment',
    STRIPE_WEBHOOK_SECRET: 'whsec_environment',
  });
  expect(await paymentProviders.cardKeySource()).toBe('environment');
  expect((await card())?.publishableKey).toBe('pk_test_environment');
  expect(await paymentProviders.named('sandbox')).toBeUndefined();
});

test('in production cards are off without keys, and the log says how to enable them', async () => {
  const { paymentProviders, card, log } = await openProviders({ NODE_ENV: 'production' });
  expect([await paymentProviders.cardKeySource(), await card()]).toEqual(['nobody', undefined]);
  expect(log.warnings()).toMatchObject([{ msg: expect.stringMatching(/^Card payments are off/) }]);
  keys = { ...SANDBOX_KEYS };
  expect((await card())?.name).toBe('stripe');
});

test('PayPal is offered once enabled with credentials', async () => {
  const { paymentProviders: providers } = await openProviders({ DEMO: '0' });
  const names = async () => (await providers.enabled()).map(({ name }) => name);
  isPayPalEnabled = true;
  expect(await names()).toEqual(['sandbox']);
  payPal = { clientId: 'ours', clientSecret: 'secret' };
  expect(await names()).toEqual(['sandbox', 'paypal']);
  const client = await providers.named('paypal');
  expect(await providers.named('paypal')).toBe(client);
  isPayPalEnabled = false;
  expect(await names()).toEqual(['sandbox']);
  expect(await providers.onlineNamed('paypal')).toBe(client);
});
