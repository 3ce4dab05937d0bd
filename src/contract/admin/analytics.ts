import { z } from 'zod';
import { GOAL_LIMITS } from '#domain/form-limits.ts';
import { parseDecimal } from '#domain/money/money.ts';
import { ANALYTICS_PERIODS, type AnalyticsPeriod } from '#domain/shop/analytics-period.ts';
import { defineEndpoints, sentFile } from '../endpoint.ts';
import { amount, day, timestamp } from '../fields.ts';
import { orderStatus } from '../storefront/orders.ts';

const periods = Object.keys(ANALYTICS_PERIODS) as [AnalyticsPeriod, ...AnalyticsPeriod[]];
const query = z.object({ period: z.enum(periods).default('30days') });

/** Figures of a period in the shop's calendar; an order counts on the day it was placed. */
const figures = z.object({
  /** As on the dashboard: orders that are not cancelled, minus their refunds. */
  revenue: amount,
  /** Including those cancelled later. */
  orders: z.int(),
  cancelled: z.int(),
  /** New accounts, without admins and deleted accounts. */
  customers: z.int(),
});
export type Figures = z.output<typeof figures>;

const dayFigures = figures.extend({ date: day });
export type DayFigures = z.output<typeof dayFigures>;

const topProduct = z.object({
  /** Null for a deleted product; the name is then the one it was sold by. */
  productId: z.int().nullable(),
  slug: z.string().nullable(),
  name: z.string(),
  image: z.string().nullable(),
  /** Without cancelled orders. */
  pieces: z.int(),
  /** Price times units, before discounts, tax and shipping. */
  sales: amount,
});
export type TopProduct = z.output<typeof topProduct>;

const activity = z.object({
  kind: z.enum(['order', 'status', 'refund', 'registration']),
  /** Id of the order, change, refund or account. */
  id: z.int(),
  at: timestamp,
  /** The customer. */
  name: z.string(),
  order: z.object({ id: z.int(), order_number: z.string() }).nullable(),
  userId: z.int().nullable(),
  /** The order's total, or the refunded amount. */
  amount: amount.nullable(),
  currency: z.string().nullable(),
  /** The order's new status, for status changes. */
  status: orderStatus.nullable(),
});
export type Activity = z.output<typeof activity>;

const analytics = z.object({
  period: z.enum(periods),
  timeZone: z.string(),
  /** First and last day, inclusive; the last one is today. */
  from: day,
  to: day,
  totals: figures,
  /** Each day of the period, including days without orders. */
  days: z.array(dayFigures),
  previous: z.object({ from: day, to: day, totals: figures, days: z.array(dayFigures) }),
  /** The current month is last. */
  months: z.array(figures.extend({ month: z.string().regex(/^\d{4}-\d{2}$/) })),
  topProducts: z.array(topProduct),
  /**
   * Signed-in shoppers of the period, each counted once per step. A cart counts when its items were added or changed in
   * the period and are still there, or went to the checkout.
   */
  conversion: z.object({ carts: z.int(), checkouts: z.int(), orders: z.int() }),
  /** Newest first, independent of the period. */
  activity: z.array(activity),
});
export type Analytics = z.output<typeof analytics>;

const month = z.string().regex(/^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/, 'Please give a month such as 2026-11.');
const WHOLE = 'Please enter a whole number above 0, or nothing.';
const count = z
  .int(WHOLE)
  .min(GOAL_LIMITS.count.min, WHOLE)
  .max(GOAL_LIMITS.count.max, `Please enter at most ${GOAL_LIMITS.count.max}.`)
  .nullable();
const AMOUNT = 'Please enter an amount such as 12500 or 12500.50, or nothing.';

const goals = z.object({
  month,
  /** Number of changes; 0 if none was ever set. */
  revision: z.int(),
  /** Null: no goal. */
  revenue: amount.nullable(),
  orders: z.int().nullable(),
  customers: z.int().nullable(),
  /** The month's figures so far. */
  reached: figures.pick({ revenue: true, orders: true, customers: true }),
  updatedAt: timestamp.nullable(),
  updatedBy: z.string().nullable(),
});
export type Goals = z.output<typeof goals>;

export const analyticsEndpoints = defineEndpoints({
  'GET /admin/analytics': {
    access: 'admin',
    summary: 'Revenue, orders and new customers of the days up to today, compared with the same number of days before',
    query,
    data: analytics,
  },
  'GET /admin/analytics/export': {
    access: 'admin',
    summary: 'The figures of each day of the period as CSV',
    query,
    data: sentFile,
    sends: 'text/csv; charset=utf-8',
  },
  'GET /admin/analytics/goals': {
    access: 'admin',
    summary: 'The goals of a month, by default the current one, and its figures so far',
    query: z.object({ month: month.optional() }),
    data: goals,
  },
  'PUT /admin/analytics/goals': {
    access: 'admin',
    summary: 'Sets the goals of a month',
    body: z.object({
      month,
      /** The revision that was read; a change based on an older one is refused. */
      revision: z.int().min(0).max(2_147_483_647),
      revenue: z
        .union([z.number(AMOUNT), z.string(AMOUNT)], AMOUNT)
        .transform((value) => parseDecimal(value))
        .pipe(z.number(AMOUNT).min(1, AMOUNT))
        .nullable(),
      orders: count,
      customers: count,
    }),
    data: goals,
    refusals: ['goals.changed'],
  },
});
