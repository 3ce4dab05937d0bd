import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordLog } from '#test/log.ts';
import { openTestSandbox, SANDBOX_KEYS, type TestSandbox } from '#test/stripe-sandbox.ts';
import { cardFormSources, type EnteredKeys, openCardDesk } from './open-card-desk.ts';
import { readConfig } from './platform/config.ts';

let stripe: TestSandbox;
let keys: EnteredKeys | undefined;
const undo: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  stripe = await openTestSandbox();
  undo.push(() => stripe.close());
  keys = undefined;
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function openDesk(env: Record<string, string>) {
  const log = recordLog();
  const desk = await openCardDesk({
    config: readConfig({ NODE_ENV: 'test', SANDBOX_PORT: '0', ...env }),
    database: stripe.databaseUrl,
    appSecret: 'a secret that only the tests know',
    enteredKeys: async () => keys,
    stripeApiUrl: stripe.sandbox.url,
    now: () => new Date(),
    log: pino(log.stream),
  });
  undo.push(() => desk.close());
  return { ...desk, log };
}

test('keys entered in the settings take the payments from the next one on, and give way when they go', async () => {
  const { cards } = await openDesk({ DEMO: '0' });
  expect([await cards.cardsBy(), (await cards.current())?.name]).toEqual(['sandbox', 'sandbox']);
  keys = { ...SANDBOX_KEYS, webhookSecret: undefined };
  expect(await cards.cardsBy()).toBe('settings');
  const provider = await cards.current();
  expect(provider).toMatchObject({ name: 'stripe', publishableKey: SANDBOX_KEYS.publishableKey, sandboxUrl: null });
  const terms = { amount: 2_500, currency: 'eur', checkoutKey: 'c', revision: 1, userId: 1 };
  const intent = await provider?.createIntent(terms, 'our-key');
  expect(await stripe.stripe.paymentIntents.retrieve(intent?.id ?? '')).toMatchObject({
    amount: 2_500,
    currency: 'eur',
  });
  expect(cardFormSources(provider).scripts).toContain('https://js.stripe.com');
  expect((await cards.named('sandbox'))?.name).toBe('sandbox');
  expect(await cards.current()).toBe(provider);
  keys = undefined;
  expect((await cards.current())?.name).toBe('sandbox');
});

test('without a signing secret nothing that claims to be an event is believed', async () => {
  keys = { ...SANDBOX_KEYS, webhookSecret: undefined };
  const provider = await (await openDesk({ DEMO: '0' })).cards.current();
  expect(() => provider?.readEvent(Buffer.from('{}'), 't=1,v1=2', new Date())).toThrow('No signing secret');
});

test('environment variables win over keys of the settings', async () => {
  keys = { ...SANDBOX_KEYS };
  const { cards } = await openDesk({
    STRIPE_SECRET_KEY: 'sk_test_environment',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_environment',
    STRIPE_WEBHOOK_SECRET: 'whsec_environment',
  });
  expect(await cards.cardsBy()).toBe('environment');
  expect((await cards.current())?.publishableKey).toBe('pk_test_environment');
  expect(await cards.named('sandbox')).toBeUndefined();
});

test('in production cards are off until keys are entered, and the log says how', async () => {
  const { cards, log } = await openDesk({ NODE_ENV: 'production' });
  expect([await cards.cardsBy(), await cards.current()]).toEqual(['nobody', undefined]);
  expect(log.troubles()).toMatchObject([{ msg: expect.stringMatching(/^Card payments are off/) }]);
  keys = { ...SANDBOX_KEYS };
  expect((await cards.current())?.name).toBe('stripe');
});
