import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseCouponCode } from './coupon-code.ts';
import {
  type Coupon,
  couponRefusal,
  couponState,
  couponTermsProblem,
  discountFor,
  explainCouponRefusal,
} from './discount.ts';

const tenPercent: Coupon = {
  kind: 'percentage',
  value: 1000,
  isActive: true,
  minimum: 5000,
  startsAt: new Date('2026-03-01T00:00:00Z'),
  endsAt: new Date('2026-04-01T00:00:00Z'),
  usageLimit: 100,
  usageLimitPerCustomer: 1,
};
const use = { subtotal: 5000, now: new Date('2026-03-15T12:00:00Z'), timesUsed: 99, timesUsedByCustomer: 0 };

describe('a coupon', () => {
  it('can be used within its period, from its minimum, while uses are left', () => {
    expect(couponRefusal(tenPercent, use)).toBeUndefined();
  });

  it.each([
    ['switched off', { isActive: false }, {}, 'inactive'],
    ['a moment early', {}, { now: new Date('2026-02-28T23:59:59.999Z') }, 'not_started'],
    ['at its end', {}, { now: new Date('2026-04-01T00:00:00Z') }, 'expired'],
    ['a cent below its minimum', {}, { subtotal: 4999 }, 'below_minimum'],
    ['used as often as it may be', {}, { timesUsed: 100 }, 'used_up'],
    ['used by this customer', {}, { timesUsedByCustomer: 1 }, 'used_up_by_customer'],
    ['expired and the cart is below the minimum', {}, { now: new Date('2027-01-01'), subtotal: 1 }, 'expired'],
  ])('is refused when it is %s', (_, coupon, context, refusal) => {
    expect(couponRefusal({ ...tenPercent, ...coupon }, { ...use, ...context })).toBe(refusal);
  });

  it('can be used from its start until its end', () => {
    expect(couponRefusal(tenPercent, { ...use, now: new Date('2026-03-01T00:00:00Z') })).toBeUndefined();
    expect(couponRefusal(tenPercent, { ...use, now: new Date('2026-03-31T23:59:59.999Z') })).toBeUndefined();
  });

  it('without limits can always be used', () => {
    const unlimited = { startsAt: null, endsAt: null, usageLimit: null, usageLimitPerCustomer: null, minimum: 0 };
    const often = { subtotal: 0, now: new Date(0), timesUsed: 10_000, timesUsedByCustomer: 500 };
    expect(couponRefusal({ ...tenPercent, ...unlimited }, often)).toBeUndefined();
  });

  it('explains why it is refused', () => {
    expect(explainCouponRefusal('below_minimum', tenPercent, 'USD')).toBe(
      'This coupon needs a subtotal of at least $50.00.',
    );
    expect(explainCouponRefusal('expired', tenPercent, 'USD')).toBe('This coupon has expired.');
  });
});

describe('the discount', () => {
  it.each([
    ['percentage', 1000, 9_995, 1000],
    ['percentage', 1000, 9_994, 999],
    ['percentage', 10_000, 9_994, 9_994],
    ['fixed', 1500, 9_994, 1500],
    ['fixed', 1500, 1000, 1000],
    ['fixed', 1500, 0, 0],
  ] as const)('%s of %i off %i cents is %i cents', (kind, value, subtotal, expected) => {
    expect(discountFor({ kind, value }, subtotal)).toBe(expected);
  });

  it('never exceeds the subtotal', () => {
    const value = fc.oneof(
      fc.record({ kind: fc.constant('percentage' as const), value: fc.integer({ min: 1, max: 10_000 }) }),
      fc.record({ kind: fc.constant('fixed' as const), value: fc.integer({ min: 1, max: 999_999_999 }) }),
    );
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 10 ** 14 }), (coupon, subtotal) => {
        const discount = discountFor(coupon, subtotal);
        expect(discount).toBeGreaterThanOrEqual(0);
        expect(discount).toBeLessThanOrEqual(subtotal);
      }),
    );
  });
});

describe('a coupon code as typed', () => {
  it.each([
    ['spring-10', 'SPRING-10'],
    ['  Spring 10 ', 'SPRING10'],
    ['ＳＡＶＥ５', 'SAVE5'],
    ['ab', undefined],
    ['', undefined],
    ['SAVE_5', undefined],
    ['A'.repeat(41), undefined],
  ])('%j is normalised to %s', (typed, code) => {
    expect(normaliseCouponCode(typed)).toBe(code);
  });
});

describe('the state of a coupon', () => {
  const now = new Date('2026-06-01T00:00:00Z');
  const coupon = { isActive: true, startsAt: null, endsAt: null, usageLimit: null, timesUsed: 0 };

  it.each([
    ['active', {}],
    ['active', { startsAt: now, endsAt: new Date('2026-06-02') }],
    ['scheduled', { startsAt: new Date('2026-06-02') }],
    ['expired', { endsAt: now, usageLimit: 1, timesUsed: 1 }],
    ['used_up', { usageLimit: 2, timesUsed: 2, startsAt: new Date('2026-06-02') }],
    ['inactive', { isActive: false, endsAt: now }],
  ] as const)('%s: %o', (state, more) => {
    expect(couponState({ ...coupon, ...more }, now)).toBe(state);
  });
});

it.each([
  [{}, undefined],
  [{ value: 10_000 }, undefined],
  [{ value: 10_001 }, 'value'],
  [{ value: 0 }, 'value'],
  [{ kind: 'fixed', value: 10_001 }, undefined],
  [{ startsAt: new Date(2), endsAt: new Date(2) }, 'ends_at'],
  [{ usageLimit: 3, timesUsed: 3 }, undefined],
  [{ usageLimit: 2, timesUsed: 3 }, 'usage_limit'],
] as const)('conditions %o are invalid at %s', (more, field) => {
  const terms = { kind: 'percentage', value: 1, startsAt: null, endsAt: null, usageLimit: null, timesUsed: 0 } as const;
  expect(couponTermsProblem({ ...terms, ...more })?.field).toBe(field);
});
