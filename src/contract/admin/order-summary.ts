import { z } from 'zod';
import { amount, timestamp } from '../fields.ts';
import { orderStatus } from '../storefront/orders.ts';

/** An order in the dashboard and in the command palette. */
export const orderSummary = z.object({
  id: z.int(),
  order_number: z.string(),
  status: orderStatus,
  /** Currency of the amounts: an order keeps the currency it was placed in. */
  currency: z.string(),
  total: amount,
  total_amount: amount,
  user: z.object({ name: z.string(), email: z.string() }),
  created_at: timestamp,
  createdAt: timestamp,
});
export type OrderSummary = z.output<typeof orderSummary>;
