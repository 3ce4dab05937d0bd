import { z } from 'zod';
import { COUPON_LIMITS } from '#domain/form-limits.ts';
import { grouped } from '#domain/grouped.ts';
import { COUPON_CODE_RULE, normaliseCouponCode } from '#domain/money/coupon-code.ts';
import { COUPON_KINDS, COUPON_STATES } from '#domain/money/discount.ts';
import { parseDecimal } from '#domain/money/money.ts';
import { defineEndpoints } from '../endpoint.ts';
import { noData, paged } from '../envelope.ts';
import { amount, blankAsMissing, idParam, page, perPage, singleLine, timestamp } from '../fields.ts';

export const adminCoupon = z.object({
  id: z.int(),
  code: z.string(),
  kind: z.enum(COUPON_KINDS),
  /** Percent or currency units, depending on `kind`. */
  value: amount,
  minimum: amount,
  starts_at: timestamp.nullable(),
  ends_at: timestamp.nullable(),
  usage_limit: z.int().nullable(),
  usage_limit_per_customer: z.int().nullable(),
  /** Used by orders and by open checkouts. */
  times_used: z.int(),
  is_active: z.boolean(),
  /** Whether it can be used now, and if not, why. */
  state: z.enum(COUPON_STATES),
  /** Orders that are not cancelled, and their total discount. */
  orders: z.int(),
  discount_given: amount,
  /** Number of changes; sent back with a change, it must still match. */
  revision: z.int(),
  created_at: timestamp,
});
export type AdminCoupon = z.output<typeof adminCoupon>;

const MAX_WHOLE = 1_000_000;

/** A number with at most two decimals, as a JSON number or string, in hundredths. */
const hundredths = (message: string) =>
  z
    .union([z.number(), z.string()])
    .refine((value) => !(Number(value) > MAX_WHOLE), `At most ${grouped(MAX_WHOLE)}.`)
    .transform((value) => parseDecimal(value))
    .refine((value) => value !== undefined, message)
    .transform((value) => value ?? 0);

const limit = z
  .int()
  .min(COUPON_LIMITS.uses.min, 'At least 1, or empty for no limit.')
  .max(COUPON_LIMITS.uses.max)
  .nullable();

/** Everything but the code, which is in mails and in print and never changes. */
const couponTerms = z.object({
  kind: z.enum(COUPON_KINDS),
  value: hundredths('Please enter a number above 0 with at most two decimals.'),
  minimum: hundredths('Please enter an amount of at least 0 with at most two decimals.').default(0),
  starts_at: timestamp.nullable().default(null),
  ends_at: timestamp.nullable().default(null),
  usage_limit: limit.default(null),
  usage_limit_per_customer: limit.default(null),
  is_active: z.boolean().default(true),
});
export type CouponTerms = z.output<typeof couponTerms>;

const code = z
  .string()
  .max(200)
  .transform((typed) => normaliseCouponCode(typed) ?? '')
  .refine((normal) => normal !== '', COUPON_CODE_RULE);

const params = z.object({ id: idParam });
const one = z.object({ coupon: adminCoupon });

export const adminCouponEndpoints = defineEndpoints({
  'GET /admin/coupons': {
    access: 'admin',
    summary: 'All coupons, newest first; `search` matches the code',
    query: z.object({
      page,
      per_page: perPage,
      search: blankAsMissing(singleLine(0, 100)),
      state: blankAsMissing(z.enum([...COUPON_STATES, 'all'])),
    }),
    data: paged(adminCoupon),
  },
  'POST /admin/coupons': {
    access: 'admin',
    status: 201,
    summary: 'Creates a coupon',
    body: couponTerms.extend({ code }),
    data: one,
    refusals: ['coupon.code_taken', 'coupon.invalid'],
  },
  'PUT /admin/coupons/{id}': {
    access: 'admin',
    summary: 'Changes the conditions of a coupon; existing orders are unchanged',
    params,
    body: couponTerms.extend({ revision: z.int().min(1).optional() }),
    data: one,
    refusals: ['coupon.record_not_found', 'coupon.changed', 'coupon.invalid'],
  },
  'DELETE /admin/coupons/{id}': {
    access: 'admin',
    summary: 'Deletes an unused coupon',
    params,
    data: noData,
    refusals: ['coupon.record_not_found', 'coupon.used'],
  },
});
