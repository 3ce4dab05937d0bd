import { dependsOn, type Handlers, pageOf, rangeOf, refuse, respond } from '#plugin';
import { type reviewContract, reviewRefusals } from '../contract.ts';
import { decisionMessage } from '../decision-message.ts';
import type { ReviewStatus, Services } from '../tables.ts';
import { deleteReview } from './delete-review.ts';
import { removeReview, setReply, setStatus } from './moderate.ts';
import { storeUpload } from './pictures.store.ts';
import { hasBought, listBoughtProducts } from './purchases.store.ts';
import { adminView, ownView, publicView } from './review.view.ts';
import { hasOptedOut, insertOptOut } from './review-requests.store.ts';
import { openRequest } from './review-requests.ts';
import {
  type AdminRow,
  countForAdmin,
  countPublished,
  listForAdmin,
  listOwn,
  listPublished,
  readForAdmin,
} from './reviews.store.ts';
import { requireEnabled, saveReview } from './save-review.ts';

const THANKS: Readonly<Record<ReviewStatus, string>> = {
  published: 'Thank you! Your review is published.',
  pending: 'Thank you! Your review will be shown after a check.',
  rejected: 'This review was not published.',
};

const dateOf = (timestamp: string | undefined): Date | undefined => (timestamp ? new Date(timestamp) : undefined);

export function handlers(services: Services): Handlers<typeof reviewContract> {
  const { db, products } = services;

  async function adminViews(rows: readonly AdminRow[]) {
    const summaries = await products.byIds([...new Set(rows.map(({ product_id }) => product_id))]);
    const byId = new Map(summaries.map((product) => [product.id, product]));
    return rows.map((row) => adminView(row, byId.get(row.product_id)));
  }

  return {
    'GET /reviews/products/{productId}': async ({ params: { productId }, query }) => {
      dependsOn('setting', `product:${productId}`);
      await requireEnabled(services);
      const filter = { productId, stars: query.stars, onlyWithPictures: query.pictures === 'true' };
      const [total, rows] = await Promise.all([
        countPublished(db, filter),
        listPublished(db, { ...filter, sort: query.sort, ...rangeOf(query) }),
      ]);
      return respond(pageOf(query, total, rows.map(publicView)));
    },
    'GET /reviews/own/{productId}': async ({ params: { productId }, caller: { userId } }) => {
      await requireEnabled(services);
      const [review] = await listOwn(db, userId, [productId]);
      return respond({
        has_bought: await hasBought(db, { userId }, productId),
        review: review ? ownView(review) : null,
      });
    },
    'PUT /reviews/own/{productId}': async ({ params, body, caller }) => {
      const status = await saveReview(services, caller, params.productId, body);
      return respond({ status }, THANKS[status]);
    },
    'DELETE /reviews/own/{productId}': async ({ params, caller }) => {
      await deleteReview(services, params.productId, { user_id: caller.userId });
      return respond(null, 'Your review was deleted.');
    },
    'POST /reviews/pictures': async ({ caller, file }) => {
      await requireEnabled(services);
      return respond({ url: await storeUpload(services, { userId: caller.userId }, file) });
    },
    'POST /reviews/requests': async ({ body: { token } }) => {
      await requireEnabled(services);
      const { orderNumber, ...customer } = await openRequest(services, token);
      const bought = await listBoughtProducts(db, customer);
      const ids = bought.map(({ id }) => id);
      const [own, summaries, counts] = await Promise.all([
        listOwn(db, customer.userId, ids),
        products.byIds(ids),
        hasBought(db, customer),
      ]);
      return respond({
        order_number: orderNumber,
        products: summaries.map(({ id, name, slug, image }) => {
          const review = own.find(({ product_id }) => product_id === id);
          return { id, name, slug, image, review: review ? ownView(review) : null };
        }),
        is_void: !counts,
        has_opted_out: await hasOptedOut(services.db, customer.userId),
      });
    },
    'PUT /reviews/requests/products/{productId}': async ({ params, body: { token, ...review } }) => {
      const customer = await openRequest(services, token);
      const status = await saveReview(services, customer, params.productId, review);
      return respond({ status }, THANKS[status]);
    },
    'POST /reviews/requests/pictures': async ({ query, file }) => {
      await requireEnabled(services);
      return respond({ url: await storeUpload(services, await openRequest(services, query.token), file) });
    },
    'POST /reviews/requests/opt-out': async ({ body }) => {
      const { userId } = await openRequest(services, body.token);
      await insertOptOut(services.db, userId, services.now());
      return respond(null, 'You will not receive any more emails that ask for reviews.');
    },
    'GET /admin/reviews': async ({ query }) => {
      const [total, rows] = await Promise.all([
        countForAdmin(db, query),
        listForAdmin(db, { ...query, ...rangeOf(query) }),
      ]);
      return respond(pageOf(query, total, await adminViews(rows)));
    },
    'GET /admin/reviews/{id}': async ({ params }) => {
      const row = await readForAdmin(db, params.id);
      const [view] = row ? await adminViews([row]) : [];
      if (!view) throw refuse(reviewRefusals.not_found);
      return respond(view);
    },
    'PUT /admin/reviews/status': async ({ body: { ids, status, unchanged_since }, caller, request }) => {
      const decision = { ids, status, unchangedSince: dateOf(unchanged_since) };
      const result = await setStatus(services, decision, { actor: caller, request });
      return respond({ ...result, skipped: [...result.skipped] }, decisionMessage(result, status));
    },
    'PUT /admin/reviews/{id}/reply': async ({ params, body: { reply, unchanged_since }, caller, request }) => {
      await setReply(
        services,
        params.id,
        { reply, unchangedSince: dateOf(unchanged_since) },
        { actor: caller, request },
      );
      return respond(null, reply === null ? 'Reply deleted.' : 'Reply saved.');
    },
    'DELETE /admin/reviews/{id}': async ({ params, caller, request }) => {
      await removeReview(services, params.id, { actor: caller, request });
      return respond(null, 'Review deleted.');
    },
  };
}
