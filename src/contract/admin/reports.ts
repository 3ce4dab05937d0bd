import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { amount, BACKWARD, day, id, idParam, isForward, timestamp } from '../fields.ts';
import { orderStatus, paymentStatus } from '../storefront/orders.ts';

/** Rows per response of a report. */
export const REPORT_CHUNK = 1000;

const days = { from: day, to: day };

const orderReportRow = z.object({
  id,
  order_number: z.string(),
  created_at: timestamp,
  customer_name: z.string(),
  customer_email: z.string(),
  status: orderStatus,
  payment_status: paymentStatus,
  items: z.int(),
  currency: z.string(),
  subtotal: amount,
  discount: amount,
  /** On the whole order, by plug-ins; those of lines are in the subtotal. */
  adjustments: amount,
  tax: amount,
  shipping: amount,
  total: amount,
  refunded: amount,
  /** Contribution to revenue: zero for cancelled orders. */
  revenue: amount,
});
export type OrderReportRow = z.output<typeof orderReportRow>;

const orderReport = z.object({
  total: z.int(),
  rows: z.array(orderReportRow),
  /** Value of `after` for the next part; null at the end. */
  next: z.int().nullable(),
});
export type OrderReport = z.output<typeof orderReport>;

const salesReport = z.object({
  /** Currency of the revenue; orders in other currencies are not included. */
  currency: z.string(),
  rows: z.array(z.object({ date: day, orders: z.int(), cancelled: z.int(), items: z.int(), revenue: amount })),
});
export type SalesReport = z.output<typeof salesReport>;

export const reportEndpoints = defineEndpoints({
  'GET /admin/reports/orders': {
    access: 'admin',
    summary: 'The orders of a period (days inclusive), oldest first; `after` continues after an id',
    query: z.object({ ...days, after: idParam.optional() }).refine(isForward, BACKWARD),
    data: orderReport,
  },
  'GET /admin/reports/sales': {
    access: 'admin',
    summary: 'Orders and revenue of each day of a period with orders',
    query: z.object(days).refine(isForward, BACKWARD),
    data: salesReport,
  },
});
