import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_SHOP } from '#web/shared/shop/default-shop.ts';
import { setShop, shopJson } from '#web/shared/shop/shop.ts';
import { formOf, valuesOf } from './coupon-terms.ts';
import type { Coupon } from './coupons-data.ts';

beforeEach(() => setShop(shopJson({ ...DEFAULT_SHOP, timezone: 'America/New_York' })));
afterEach(() => setShop(shopJson(DEFAULT_SHOP)));

/** Set through the API: from 18:00 on November 20 to 17:30 on November 27 in New York. */
const COUPON = {
  code: 'EVENING',
  kind: 'percentage',
  value: '10',
  minimum: '0.00',
  starts_at: '2026-11-20T23:00:00.000Z',
  ends_at: '2026-11-27T22:30:00.000Z',
  usage_limit: null,
  usage_limit_per_customer: null,
  is_active: true,
} as Coupon;

test('saving another field of a coupon keeps the times of day at which it starts and ends', () => {
  const form = formOf({ ...valuesOf(COUPON), value: '15' }, COUPON);
  expect(form).toMatchObject({ value: '15', starts_at: COUPON.starts_at, ends_at: COUPON.ends_at });
});

test('a changed day is whole, from midnight to midnight in the shop’s time zone', () => {
  const values = { ...valuesOf(COUPON), starts_at: '2026-11-21', ends_at: '2026-11-28' };
  const whole = { starts_at: '2026-11-21T05:00:00.000Z', ends_at: '2026-11-29T05:00:00.000Z' };
  expect(formOf(values, COUPON)).toMatchObject(whole);
  expect(formOf(values, null)).toMatchObject(whole);
});

test('days can be removed and added, and stay empty otherwise', () => {
  const none = { starts_at: null, ends_at: null };
  expect(formOf({ ...valuesOf(COUPON), starts_at: '', ends_at: '' }, COUPON)).toMatchObject(none);
  expect(formOf(valuesOf(null), null)).toMatchObject(none);
  const endless = { ...COUPON, ends_at: null };
  expect(formOf(valuesOf(endless), endless)).toMatchObject({ starts_at: COUPON.starts_at, ends_at: null });
});
