import { expect, test } from 'vitest';
import { refusalText } from './refusal-text.ts';

test('a bank that was not convinced is told in words for shoppers, whatever the interface says', () => {
  const message = 'The provided PaymentMethod has failed authentication. You can provide payment_method_data …';
  expect(refusalText({ code: 'payment_intent_authentication_failure', message })).toMatch(/^We are unable to auth/);
});

test('every other reason is the provider’s own, and none stays none', () => {
  expect(refusalText({ code: 'card_declined', message: 'Your card was declined.' })).toBe('Your card was declined.');
  expect(refusalText(null)).toBeUndefined();
});
