import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import { recordLog } from '#test/log.ts';
import { reportsTo } from '#test/plugin-reports.ts';
import { type OfflineProvider, type OnlineProvider, ProviderRefused, type SavedCards } from './payment-provider.ts';
import { createPaymentProviders, type ProviderFacts } from './payment-providers.ts';
import type { RegisteredProvider } from './provider-registration.ts';

const invoice: OfflineProvider = {
  kind: 'offline',
  name: 'invoice',
  method: 'invoice',
  label: 'Invoice',
  instructions: '',
};

const registered = (given: Partial<RegisteredProvider> = {}): RegisteredProvider => ({
  name: 'invoice',
  isEnabled: async () => true,
  connect: async () => invoice,
  ...given,
});

const ONE_NODE: ProviderFacts = { cardKeySource: async () => 'nobody', isConnectedByAnyNode: async () => false };

function open(...registrations: readonly RegisteredProvider[]) {
  const log = recordLog();
  const providers = createPaymentProviders(registrations, ONE_NODE, reportsTo(pino(log.stream)));
  return { ...providers, log };
}

describe('the start stops with one sentence for', () => {
  test.each<[string, readonly RegisteredProvider[], string]>([
    [
      'a name of the shop',
      [registered({ name: 'stripe' }), registered({ name: 'stripe', plugin: 'letters' })],
      "Plug-in letters: the shop has a payment provider named 'stripe' already.",
    ],
    [
      'a name of another plug-in',
      [registered({ plugin: 'parcels' }), registered({ plugin: 'letters' })],
      "Plug-in letters: plug-in parcels has a payment provider named 'invoice' already.",
    ],
    [
      'a name that is none',
      [registered({ name: 'My Invoice', plugin: 'letters' })],
      "Plug-in letters: 'My Invoice' is not a valid name of a payment provider: use lowercase letters, digits and hyphens, at most 31.",
    ],
  ])('%s', (_what, registrations, sentence) => {
    expect(() => open(...registrations)).toThrow(new StartError(sentence));
  });
});

describe('the label of a payment method', () => {
  test.each([
    ['card', 'Card'],
    ['paypal', 'PayPal'],
    ['offline', 'Pay later'],
    ['invoice', 'Invoice'],
    ['gone', 'gone'],
    ['toString', 'toString'],
  ])('of %s is %s', async (method, label) => {
    expect(await open(registered({ plugin: 'letters', isEnabled: async () => false })).labelOf(method)).toBe(label);
  });
});

test('a provider of a plug-in that fails is logged, and the checkout offers the others', async () => {
  const connect = () => Promise.reject(new Error('no settings'));
  const { enabled, labelOf, log } = open(registered(), registered({ name: 'broken', plugin: 'letters', connect }));
  expect(await enabled()).toEqual([invoice]);
  expect(await labelOf('broken')).toBe('broken');
  expect(log.warnings()).toMatchObject([
    { plugin: 'letters', provider: 'broken', msg: 'A payment provider of a plug-in failed' },
    { plugin: 'letters', provider: 'broken', msg: 'A payment provider of a plug-in failed' },
  ]);
});

/** A provider that can be listed, and no more. */
const online = (given: Partial<OnlineProvider>) =>
  ({
    kind: 'online',
    name: 'bank',
    method: 'bank',
    label: 'Bank',
    pagePolicy: { connect: [], scripts: [], frames: [] },
    limits: { min: 1, max: 1000 },
    ...Object.fromEntries(METHODS.map((method) => [method, async () => undefined])),
    ...given,
  }) as OnlineProvider;
const METHODS = [
  ...['createIntent', 'updateIntent', 'retrieveIntent', 'cancelIntent'],
  ...['createRefund', 'retrieveRefund', 'findRefund', 'readEvent'],
];

test('a provider of a plug-in that does not respond is left out of the payment methods', async () => {
  const log = recordLog();
  const never = registered({ name: 'silent', plugin: 'letters', connect: () => new Promise(() => undefined) });
  const options = { connectMs: 10 };
  const { enabled } = createPaymentProviders([registered(), never], ONE_NODE, reportsTo(pino(log.stream)), options);
  expect(await enabled()).toEqual([invoice]);
  expect(log.warnings()).toMatchObject([{ plugin: 'letters', provider: 'silent' }]);
});

test('a call of a plug-in’s provider that does not end counts as one without an answer', async () => {
  const bank = Object.freeze(
    online({
      retrieveIntent: () => new Promise(() => undefined),
      findRefund: () => Promise.reject(new ProviderRefused('No')),
      savedCards: { listCards: () => new Promise(() => undefined) } as unknown as SavedCards,
    }),
  );
  const registration = registered({ name: 'bank', plugin: 'bank', connect: async () => bank });
  const { onlineNamed } = createPaymentProviders([registration], ONE_NODE, reportsTo(), {
    callMs: 10,
  });
  const provider = await onlineNamed('bank');
  const silent = expect.objectContaining({ name: 'ProviderUnavailable', kind: 'silent' });
  await expect(provider?.retrieveIntent('pi_1')).rejects.toEqual(silent);
  await expect(provider?.savedCards?.listCards('cus_1')).rejects.toEqual(silent);
  await expect(provider?.findRefund({ intentId: 'pi_1', amount: 1, refundKey: 'k' })).rejects.toThrow(ProviderRefused);
});

test('a plug-in that did not connect its provider in time is not waited for again at once', async () => {
  let calls = 0;
  const connect = () => {
    calls += 1;
    return new Promise<never>(() => undefined);
  };
  const silent = registered({ name: 'silent', plugin: 'letters', connect });
  const { enabled } = createPaymentProviders([silent], ONE_NODE, reportsTo(), {
    connectMs: 10,
  });
  await enabled();
  await enabled();
  expect(calls).toBe(1);
});

test('open payments go on while a plug-in does not say whether its provider is enabled', async () => {
  const slow = registered({ name: 'invoice', plugin: 'letters', isEnabled: () => new Promise<never>(() => undefined) });
  const { enabled, named } = createPaymentProviders([slow], ONE_NODE, reportsTo(), {
    connectMs: 10,
  });
  expect(await enabled()).toEqual([]);
  expect(await named('invoice')).toEqual(invoice);
});

test('a payment of a version with one card provider is found while a provider of a plug-in fails', async () => {
  const stripe = registered({ name: 'stripe', connect: async () => online({ name: 'stripe', method: 'card' }) });
  const connect = () => Promise.reject(new Error('no settings'));
  const { onlineNamed } = open(stripe, registered({ name: 'broken', plugin: 'letters', connect }));
  expect(await onlineNamed(null)).toMatchObject({ name: 'stripe' });
});

test('a plug-in that takes cards does so in place of the shop’s own provider', async () => {
  const stripe = registered({ name: 'stripe', connect: async () => online({ name: 'stripe', method: 'card' }) });
  const connect = async () => online({ method: 'card' });
  const { enabled } = open(stripe, registered({ name: 'bank', plugin: 'bank', connect }), registered());
  expect((await enabled()).map(({ name, method }) => [name, method])).toEqual([
    ['bank', 'card'],
    ['invoice', 'invoice'],
  ]);
});

test.each<[string, Partial<OnlineProvider>, string]>([
  ['the method of another provider', { method: 'paypal' }, 'has to be bank or card'],
  [
    'sources that end the directive',
    { pagePolicy: { connect: ["https://a.example; script-src 'unsafe-inline'"], scripts: [], frames: [] } },
    'cannot have',
  ],
  [
    'keywords as sources',
    { pagePolicy: { connect: [], scripts: ["'unsafe-inline'"], frames: [] } },
    "cannot have ''unsafe-inline''",
  ],
  [
    'origins that end the header',
    { pagePolicy: { connect: [], scripts: [], frames: [], permissions: { payment: ['https://a.example"), usb=*'] } } },
    'cannot have',
  ],
])('a provider of a plug-in with %s takes no payments', async (_what, given, reason) => {
  const connect = async () => online(given);
  const { enabled, log } = open(registered(), registered({ name: 'bank', plugin: 'bank', connect }));
  expect(await enabled()).toEqual([invoice]);
  expect(log.text()).toContain(reason);
});

test('a provider of a plug-in may load its form from its own servers', async () => {
  const pagePolicy = {
    connect: ['https://api.bank.example', 'wss://*.bank.example'],
    scripts: ['https://js.bank.example/v3/'],
    frames: ['http://127.0.0.1:4791'],
    permissions: { 'publickey-credentials-get': ['https://js.bank.example'] },
  };
  const connect = async () => online({ pagePolicy });
  const { enabled } = open(registered({ name: 'bank', plugin: 'bank', connect }));
  expect(await enabled()).toMatchObject([{ pagePolicy }]);
});

test('a provider with another name than its registration takes no payments', async () => {
  const { enabled, log } = open(registered({ name: 'bill', plugin: 'letters' }));
  expect(await enabled()).toEqual([]);
  expect(log.text()).toContain('The payment provider registered as bill is named invoice');
});

test('a failing provider of the shop fails the request instead of hiding its payment method', async () => {
  const connect = () => Promise.reject(new Error('no database'));
  await expect(open(registered({ connect })).enabled()).rejects.toThrow('no database');
});

test('settings choose the account of providers, each in its own plug-in', () => {
  const ofShop = registered({ name: 'stripe', accountSettings: ['apiKey'] });
  const ofPlugin = registered({ plugin: 'letters', accountSettings: ['apiKey', 'region'] });
  const { ofAccount } = open(ofShop, ofPlugin);
  expect(ofAccount(['apiKey', 'note'])).toEqual(['stripe']);
  expect(ofAccount(['region'], 'letters')).toEqual(['invoice']);
  expect(ofAccount(['note'], 'letters')).toEqual([]);
});
