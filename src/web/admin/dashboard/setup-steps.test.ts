import { expect, test } from 'vitest';
import { setupSteps } from './setup-steps.tsx';

type Settings = Parameters<typeof setupSteps>[0];

const untouched = {
  site: { revision: 0 },
  payment: { cardsBy: 'nobody', offlineEnabled: false },
  shipping: { revision: 0, flatShippingCost: 10, taxPercent: 8 },
  email: { isServerFromEnvironment: false, smtpHost: '' },
} as Settings;

const left = (settings: Partial<Settings>, categories = 0, products = 0) =>
  setupSteps({ ...untouched, ...settings }, categories, products)
    .filter(({ isDone }) => !isDone)
    .map(({ name }) => name);

test('a new shop has all steps left', () => {
  expect(left({})).toHaveLength(6);
});

test('a step is done once the shop has what it needs, however it was set', () => {
  const payment = { ...untouched.payment, cardsBy: 'environment' } as const;
  const email = { ...untouched.email, isServerFromEnvironment: true };
  expect(left({ payment, email }, 1, 1)).toEqual(['Name your shop', 'Set shipping and tax']);
  expect(left({ payment: { ...untouched.payment, offlineEnabled: true } })).not.toContain('Take payments');
  expect(left({ email: { ...untouched.email, smtpHost: 'mail.example' } })).not.toContain('Set up email');
});
