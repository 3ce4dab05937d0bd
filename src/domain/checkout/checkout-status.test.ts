import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHECKOUT_STATUSES, canCheckoutBecome, settleCheckout } from './checkout-status.ts';

const anyStatus = fc.constantFrom(...CHECKOUT_STATUSES);

describe('a successful payment', () => {
  it.each([
    ['open', true, true, 'completed'],
    ['open', false, true, 'review'],
    ['expired', true, true, 'completed'],
    ['expired', true, false, 'refunded'],
    ['expired', false, false, 'review'],
    ['cancelled', true, true, 'completed'],
    ['cancelled', true, false, 'refunded'],
    ['completed', true, false, 'completed'],
    ['completed', false, true, 'completed'],
    ['refunded', true, true, 'refunded'],
    ['review', true, true, 'review'],
  ] as const)('of a checkout that is %s (fits %s, stock %s) makes it %s', (status, fits, hasStock, expected) => {
    expect(settleCheckout(status, { fits, hasStock })).toBe(expected);
  });

  it('has no effect when repeated, whatever the stock is now', () => {
    fc.assert(
      fc.property(anyStatus, fc.boolean(), fc.boolean(), fc.boolean(), (status, fits, hadStock, hasStock) => {
        const settled = settleCheckout(status, { fits, hasStock: hadStock });
        expect(settleCheckout(settled, { fits, hasStock })).toBe(settled);
      }),
    );
  });

  it('only makes allowed transitions', () => {
    fc.assert(
      fc.property(anyStatus, fc.boolean(), fc.boolean(), (status, fits, hasStock) => {
        const settled = settleCheckout(status, { fits, hasStock });
        expect(settled === status || canCheckoutBecome(status, settled)).toBe(true);
      }),
    );
  });
});

describe('a checkout', () => {
  it('expires or is cancelled only while open', () => {
    for (const given of ['expired', 'cancelled'] as const) {
      expect(CHECKOUT_STATUSES.filter((status) => canCheckoutBecome(status, given))).toEqual(['open']);
    }
  });

  it('never reopens', () => {
    expect(CHECKOUT_STATUSES.filter((status) => canCheckoutBecome(status, 'open'))).toEqual([]);
  });
});
