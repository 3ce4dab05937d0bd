import { expect, test } from 'vitest';
import { refusalText } from './refusal-text.ts';

test('a failed authentication is explained in words for shoppers', () => {
  const message = 'The provided PaymentMethod has failed authentication. You can provide payment_method_data …';
  expect(refusalText({ code: 'payment_intent_authentication_failure', message })).toMatch(/^We are unable to auth/);
});

test('every other reason is the provider’s own, or none', () => {
  expect(refusalText({ code: 'card_declined', message: 'Your card was declined.' })).toBe('Your card was declined.');
  expect(refusalText(null)).toBeUndefined();
});
