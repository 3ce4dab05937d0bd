import { describe, expect, it } from 'vitest';
import { chooseShipping, DEFAULT_SHIPPING_RULES, deliveryCountries, shippingOptions } from './shipping.ts';

const methods = { ...DEFAULT_SHIPPING_RULES, checkoutShipping: 'methods' } as const;

describe('shipping', () => {
  it('costs $10 for any cart by default', () => {
    for (const merchandise of [0, 5001, 1_000_000]) {
      expect(shippingOptions(DEFAULT_SHIPPING_RULES, merchandise)).toEqual([
        { method: 'flat', label: 'Standard delivery', cost: 1000, days: { from: 3, to: 5 } },
      ]);
    }
  });

  it('offers three methods when the shopper can choose', () => {
    expect(shippingOptions(methods, 2000).map(({ method, cost }) => [method, cost])).toEqual([
      ['standard', 599],
      ['express', 1299],
      ['overnight', 2499],
    ]);
  });

  it.each([
    [4999, 599],
    [5000, 599],
    [5001, 0],
  ])('standard for goods worth %i cents costs %i', (merchandise, cost) => {
    expect(chooseShipping(methods, merchandise, 'standard')?.cost).toBe(cost);
    expect(chooseShipping(methods, merchandise, 'express')?.cost).toBe(1299);
  });

  it('uses the first method by default', () => {
    expect(chooseShipping(methods, 2000, undefined)?.method).toBe('standard');
    expect(chooseShipping(DEFAULT_SHIPPING_RULES, 2000, undefined)?.method).toBe('flat');
  });

  it('refuses a method that the shop does not offer', () => {
    expect(chooseShipping(DEFAULT_SHIPPING_RULES, 2000, 'express')).toBeUndefined();
    expect(chooseShipping(methods, 2000, 'flat')).toBeUndefined();
  });

  it('includes other countries only with international shipping', () => {
    expect(deliveryCountries({ internationalShipping: true })).toEqual(['US', 'CA', 'UK']);
    expect(deliveryCountries({ internationalShipping: false })).toEqual(['US']);
  });
});
