import { z } from 'zod';
import {
  defineEndpoints,
  defineRefusals,
  id,
  idParam,
  linkToken,
  MAX_PICTURE_BYTES,
  multiLine,
  noData,
  PICTURE_REFUSALS,
  page,
  paged,
  perPage,
  singleLine,
  timestamp,
} from '#plugin';
import { REVIEW_LIMITS } from './limits.ts';

const MAX_BULK = 100;

export const reviewRefusals = defineRefusals('reviews', {
  off: { status: 404, message: 'This shop has no reviews.' },
  not_found: { status: 404, message: 'This review no longer exists.' },
  changed: {
    status: 409,
    message: 'The customer has changed this review in the meantime. Please read it again.',
  },
  not_bought: { status: 403, message: 'Only customers who bought this product can review it.' },
  nothing_bought: {
    status: 403,
    message: 'Only customers who have bought something can add pictures to reviews.',
  },
  order_void: {
    status: 403,
    message: 'This order was cancelled or refunded, so you cannot add pictures with its link.',
  },
  picture_unknown: { status: 422, message: 'One of the pictures is no longer there. Please add it again.' },
  too_many_uploads: { status: 429, message: 'You have added many pictures today. Please try again tomorrow.' },
  link_invalid: { status: 404, message: 'This link is not valid. Please use the link of the newest email.' },
});

const stars = z.int('Please choose from one to five stars.').min(1, 'Please choose from one to five stars.').max(5);
const starsParam = z.coerce.number().int().min(1).max(5);
const status = z.enum(['pending', 'published', 'rejected']);
const picture = z.string().regex(/^\/media\/[\w/-]+$/);

const reply = z.object({ text: z.string(), at: timestamp });

const publicReview = z.object({
  id,
  /** First name and initial; null for a deleted account. */
  author: z.string().nullable(),
  stars,
  title: z.string(),
  text: z.string(),
  /** Base paths of pictures. */
  pictures: z.array(z.string()),
  created_at: timestamp,
  /** Null as well while the review has changed since the reply. */
  reply: reply.nullable(),
});
export type PublicReview = z.output<typeof publicReview>;

const ownReview = z.object({
  stars,
  title: z.string(),
  text: z.string(),
  pictures: z.array(z.string()),
  status,
});
export type OwnReview = z.output<typeof ownReview>;

const reviewBody = z.object({
  stars,
  title: singleLine(1, REVIEW_LIMITS.title),
  text: multiLine(1, REVIEW_LIMITS.text),
  pictures: z
    .array(picture)
    .max(REVIEW_LIMITS.pictures, `Please add at most ${REVIEW_LIMITS.pictures} pictures.`)
    .default([]),
});

/** What saving a review answers. */
const saved = z.object({ status });

const adminReview = publicReview.extend({
  /** Outdated: shoppers do not see it, because the review has changed since. */
  reply: reply.extend({ is_outdated: z.boolean() }).nullable(),
  status,
  product: z.object({ id, name: z.string(), slug: z.string(), image: z.string().nullable() }),
  /** Null: the account was deleted. */
  customer: z.object({ id, name: z.string(), email: z.string() }).nullable(),
  updated_at: timestamp,
});
export type AdminReview = z.output<typeof adminReview>;

const byProduct = z.object({ productId: idParam });
const byId = z.object({ id: idParam });
const saving = [
  reviewRefusals.off,
  reviewRefusals.not_bought,
  reviewRefusals.picture_unknown,
  'product.not_found',
] as const;
const uploading = [reviewRefusals.off, reviewRefusals.too_many_uploads, ...PICTURE_REFUSALS] as const;

const upload = { costly: true, file: { maxBytes: MAX_PICTURE_BYTES }, data: z.object({ url: z.string() }) } as const;

export const reviewContract = defineEndpoints({
  'GET /reviews/products/{productId}': {
    access: 'public',
    shared: true,
    summary: 'Published reviews of a product',
    params: byProduct,
    query: z.object({
      page,
      per_page: perPage,
      sort: z.enum(['newest', 'highest', 'lowest']).default('newest'),
      stars: starsParam.optional(),
      /** Only reviews with pictures. */
      pictures: z.enum(['true', 'false']).default('false'),
    }),
    data: paged(publicReview),
    refusals: [reviewRefusals.off],
  },
  'GET /reviews/own/{productId}': {
    access: 'customer',
    summary: 'Whether the customer can review a product, and their review',
    params: byProduct,
    data: z.object({ has_bought: z.boolean(), review: ownReview.nullable() }),
    refusals: [reviewRefusals.off],
  },
  'PUT /reviews/own/{productId}': {
    access: 'customer',
    summary: 'Writes or replaces the own review of a product',
    params: byProduct,
    body: reviewBody,
    data: saved,
    refusals: saving,
  },
  'DELETE /reviews/own/{productId}': {
    access: 'customer',
    summary: 'Deletes the own review of a product',
    params: byProduct,
    data: noData,
  },
  'POST /reviews/pictures': {
    ...upload,
    access: 'customer',
    summary: 'Uploads a picture for a review',
    refusals: [...uploading, reviewRefusals.nothing_bought],
  },
  'POST /reviews/requests': {
    access: 'public',
    costly: true,
    storesResponse: false,
    summary: 'The products of an order that can be reviewed through the link in an email',
    body: z.object({ token: linkToken }),
    data: z.object({
      order_number: z.string(),
      products: z.array(
        z.object({
          id,
          name: z.string(),
          slug: z.string(),
          image: z.string().nullable(),
          review: ownReview.nullable(),
        }),
      ),
      /** The order was cancelled or refunded in full. */
      is_void: z.boolean(),
      has_opted_out: z.boolean(),
    }),
    refusals: [reviewRefusals.off, reviewRefusals.link_invalid],
  },
  'PUT /reviews/requests/products/{productId}': {
    access: 'public',
    costly: true,
    summary: 'Writes or replaces a review of a product of the order through the link in an email',
    params: byProduct,
    body: reviewBody.extend({ token: linkToken }),
    data: saved,
    refusals: [...saving, reviewRefusals.link_invalid],
  },
  'POST /reviews/requests/pictures': {
    ...upload,
    access: 'public',
    summary: 'Uploads a picture for a review through the link in an email',
    query: z.object({ token: linkToken }),
    refusals: [...uploading, reviewRefusals.order_void, reviewRefusals.link_invalid],
  },
  'POST /reviews/requests/opt-out': {
    access: 'public',
    costly: true,
    summary: 'Stops emails that ask for reviews, with the link of one',
    body: z.object({ token: linkToken }),
    data: noData,
    refusals: [reviewRefusals.link_invalid],
  },
  'GET /admin/reviews': {
    access: 'admin',
    summary: 'Reviews in the back office, newest first',
    query: z.object({
      page,
      per_page: perPage,
      /** Name of product or customer, or words of title and text. */
      search: singleLine(0, 200).optional(),
      status: status.optional(),
      stars: starsParam.optional(),
    }),
    data: paged(adminReview),
  },
  'GET /admin/reviews/{id}': {
    access: 'admin',
    summary: 'One review',
    params: byId,
    data: adminReview,
    refusals: [reviewRefusals.not_found],
  },
  'PUT /admin/reviews/status': {
    access: 'admin',
    summary: 'Publishes or rejects reviews',
    body: z.object({
      ids: z.array(id).min(1).max(MAX_BULK),
      status: z.enum(['published', 'rejected']),
      /** The latest `updated_at` that was read. Reviews that have changed since are skipped; a single one is refused. */
      unchanged_since: timestamp.optional(),
    }),
    data: z.object({ changed: z.int(), skipped: z.array(id) }),
    refusals: [reviewRefusals.changed],
  },
  'PUT /admin/reviews/{id}/reply': {
    access: 'admin',
    summary: 'Replies to a review, or confirms an outdated reply; null deletes the reply',
    params: byId,
    body: z.object({
      reply: multiLine(1, REVIEW_LIMITS.reply).nullable(),
      /** The `updated_at` that was read. The reply is refused if the review has changed since. */
      unchanged_since: timestamp.optional(),
    }),
    data: noData,
    refusals: [reviewRefusals.not_found, reviewRefusals.changed],
  },
  'DELETE /admin/reviews/{id}': {
    access: 'admin',
    summary: 'Deletes a review',
    params: byId,
    data: noData,
    refusals: [reviewRefusals.not_found],
  },
});
