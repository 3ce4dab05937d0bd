import { z } from 'zod';
import {
  amount,
  defineEndpoints,
  defineRefusals,
  email,
  id,
  idParam,
  linkToken,
  noData,
  page,
  paged,
  perPage,
  singleLine,
  timestamp,
} from '#plugin';

/** Alerts of one account. */
export const MAX_ALERTS = 50;

export const alertRefusals = defineRefusals('stock-and-price-alerts', {
  off: { status: 409, message: 'This shop does not send these alerts.' },
  in_stock: { status: 409, message: 'This product is in stock.' },
  too_many: { status: 409, message: `You have ${MAX_ALERTS} alerts already. Please remove one first.` },
  not_found: { status: 404, message: 'This alert no longer exists.' },
  link_invalid: { status: 422, message: 'This link is not valid, or its alert was removed.' },
});

const kind = z.enum(['stock', 'price']);
const variant = z.object({ id, name: z.string() }).nullable();

const ownAlert = z.object({
  id,
  kind,
  product: z.object({ id, name: z.string(), slug: z.string(), image: z.string().nullable() }),
  /** Null: the product as a whole. */
  variant,
  /** What the product costs now. */
  price: amount,
  /** A mail is due at this price or a lower one; null for a stock alert. */
  at_most: amount.nullable(),
  created_at: timestamp,
});
export type OwnAlert = z.output<typeof ownAlert>;

const demandRow = z.object({
  kind,
  product: z.object({ id, name: z.string(), slug: z.string(), sku: z.string(), image: z.string().nullable() }),
  variant,
  /** Units that can be bought now. */
  stock: z.int(),
  waiting: z.int(),
  /** When the oldest of these alerts was set. */
  since: timestamp,
});
export type DemandRow = z.output<typeof demandRow>;

/** What a mailed link is about. */
const linkedAlert = z.object({
  kind,
  product: z.object({ id, name: z.string() }),
  variant: z.string().nullable(),
  is_active: z.boolean(),
});
export type LinkedAlert = z.output<typeof linkedAlert>;

const alertBody = z.object({ kind, product_id: id, variant_id: id.nullable().default(null) });
/** With the link of a mail, without signing in. */
const byLink = {
  access: 'public',
  costly: true,
  body: z.object({ token: linkToken }),
  refusals: [alertRefusals.link_invalid],
} as const;
const setting = [alertRefusals.off, alertRefusals.in_stock, 'product.not_found', 'variant.not_found'] as const;

export const alertContract = defineEndpoints({
  'GET /stock-and-price-alerts/kinds': {
    access: 'public',
    shared: true,
    summary: 'Which kinds of alerts can be set',
    data: z.object({ kinds: z.array(kind) }),
  },
  'GET /stock-and-price-alerts': {
    access: 'customer',
    summary: 'Alerts of the customer, newest first',
    query: z.object({ page, per_page: perPage }),
    data: paged(ownAlert),
  },
  'POST /stock-and-price-alerts': {
    access: 'customer',
    summary: 'Sets an alert; repeating it has no effect',
    body: alertBody,
    data: z.object({ id }),
    refusals: [...setting, alertRefusals.too_many],
  },
  'DELETE /stock-and-price-alerts/{id}': {
    access: 'customer',
    summary: 'Removes an alert of the customer',
    params: z.object({ id: idParam }),
    data: noData,
    refusals: [alertRefusals.not_found],
  },
  'POST /stock-and-price-alerts/guests': {
    access: 'public',
    costly: true,
    summary: 'Emails a link that sets an alert; the answer does not tell whether the address is known',
    body: alertBody.extend({ email }),
    data: noData,
    refusals: setting,
  },
  'POST /stock-and-price-alerts/confirm': {
    ...byLink,
    summary: 'Sets the alert of a mailed link; repeating it has no effect',
    data: linkedAlert,
  },
  'POST /stock-and-price-alerts/link': {
    ...byLink,
    summary: 'The alert that an email with this link was sent for',
    data: linkedAlert,
  },
  'POST /stock-and-price-alerts/unsubscribe': {
    ...byLink,
    summary: 'Removes the alert of a mailed link, or all alerts of its reader',
    body: byLink.body.extend({ all: z.boolean().default(false) }),
    data: noData,
  },
  'GET /admin/stock-and-price-alerts/demand': {
    access: 'admin',
    summary: 'How many customers wait for each product or variant, most wanted first',
    query: z.object({
      page,
      per_page: perPage,
      /** Name or SKU of the product, or name of the variant. */
      search: singleLine(0, 200).optional(),
      kind: kind.optional(),
    }),
    data: paged(demandRow),
  },
});
