import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import { recordLog } from '#test/log.ts';
import type { OfflineProvider } from './payment-provider.ts';
import { createPaymentProviders, type RegisteredProvider } from './payment-providers.ts';

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

function open(...registrations: readonly RegisteredProvider[]) {
  const log = recordLog();
  const providers = createPaymentProviders(registrations, async () => 'nobody', pino(log.stream));
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
    { provider: 'broken', msg: 'The label of a payment method could not be read' },
  ]);
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
