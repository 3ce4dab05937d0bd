import { expect, test } from 'vitest';
import { DEFAULT_SHIPPING_RULES, shippingOptions } from '../checkout/shipping.ts';
import { missingForFreeShipping } from './free-shipping.ts';

test.each([
  [0, 5001],
  [4999, 2],
  [5000, 1],
  [5001, 0],
  [9000, 0],
])('a cart of %i cents lacks %i for free delivery above $50', (merchandise, missing) => {
  expect(missingForFreeShipping(5000, merchandise)).toBe(missing);
});

test('with what is missing, standard delivery is free, and not before', () => {
  const rules = { ...DEFAULT_SHIPPING_RULES, checkoutShipping: 'methods' } as const;
  const costOf = (merchandise: number) => shippingOptions(rules, merchandise)[0].cost;
  const enough = 1200 + missingForFreeShipping(rules.freeThreshold, 1200);
  expect(costOf(enough)).toBe(0);
  expect(costOf(enough - 1)).toBe(rules.standard);
});
