import { z } from 'zod';
import { MAX_PALETTE_SEARCH } from '#domain/search/search-limits.ts';
import { defineEndpoints } from '../endpoint.ts';
import { singleLine } from '../fields.ts';
import { orderSummary } from './order-summary.ts';

/** Results per kind in the command palette. */
export const MAX_FOUND = 5;

const foundRecords = z.object({
  orders: z.array(orderSummary),
  products: z.array(
    z.object({ id: z.int(), name: z.string(), slug: z.string(), sku: z.string(), is_active: z.boolean() }),
  ),
  users: z.array(z.object({ id: z.int(), name: z.string(), email: z.string(), is_admin: z.boolean() })),
});
export type FoundRecords = z.output<typeof foundRecords>;

export const findRecordsEndpoints = defineEndpoints({
  'GET /admin/search': {
    access: 'admin',
    summary: 'Orders, products and users by number, name, SKU or address; at most five of each',
    query: z.object({ q: singleLine(1, MAX_PALETTE_SEARCH) }),
    data: foundRecords,
  },
});
