import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { noData, paged } from '../envelope.ts';
import { blankAsMissing, idParam, page, perPage, singleLine, timestamp } from '../fields.ts';

/** Units of one product or variant held by an open checkout until it is paid or ends. */
export const adminHold = z.object({
  /** Id of the checkout, which is released as a whole. */
  checkout_id: z.int(),
  /** Null for a deleted account. */
  user: z.object({ id: z.int(), name: z.string(), email: z.string(), is_verified: z.boolean() }).nullable(),
  product: z.object({ id: z.int(), name: z.string(), slug: z.string(), sku: z.string() }),
  variant: z.object({ id: z.int(), name: z.string() }).nullable(),
  pieces: z.int(),
  since: timestamp,
  until: timestamp,
});
export type AdminHold = z.output<typeof adminHold>;

export const adminHoldEndpoints = defineEndpoints({
  'GET /admin/holds': {
    access: 'admin',
    summary: 'Stock held by open checkouts, first to expire first; `search` matches customers and products',
    query: z.object({ page, per_page: perPage, search: blankAsMissing(singleLine(0, 200)) }),
    data: paged(adminHold),
  },
  'POST /admin/holds/{id}/release': {
    access: 'admin',
    summary: 'Cancels the payment of an open checkout and releases its stock; `id` is the `checkout_id`',
    params: z.object({ id: idParam }),
    data: noData,
    refusals: ['hold.not_found', 'payment.already_completed', 'payment.in_progress', 'payment.provider_failed'],
  },
});
