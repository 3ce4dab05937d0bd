import {
  type AdminWrites,
  type CreatedUser,
  createAdmin,
  createPaidOrder,
  createProduct,
  createShopper,
  openPluginShop,
  type PluginShop,
  type Shopper,
  signIn,
} from '#plugin/testing';
import type { reviewContract } from './contract.ts';
import { reviews } from './plugin.ts';

export type ReviewsShop = PluginShop<typeof reviewContract>;

type Settings = Readonly<Record<string, boolean | number>>;

/** A shop for tests whose merchant has switched reviews on, and what its people do. */
export async function openReviewsShop(settings: Settings = {}) {
  const shop: ReviewsShop = await openPluginShop<typeof reviewContract>(reviews());
  return withReviews(shop, await createAdmin(shop.services.db), settings);
}

/** The shop with reviews switched on, and what its people do. */
async function withReviews(shop: ReviewsShop, adminUser: CreatedUser, settings: Settings = {}) {
  const { db } = shop.services;
  const admin = { token: await signIn(shop, adminUser) };
  const { data: plugins } = await shop.call('GET /admin/plugins', {}, admin);
  let revision = plugins.find(({ name }) => name === 'reviews')?.settings?.revision ?? 0;

  const saveSettings = async (values: Settings) => {
    const params = { plugin: 'reviews' };
    const reply = await shop.call(
      'PUT /admin/plugins/{plugin}/settings',
      { params, body: { revision, values } },
      admin,
    );
    revision = reply.data.settings?.revision ?? revision + 1;
  };
  await saveSettings({ isEnabled: true, ...settings });

  return {
    ...shop,
    admin,
    /** Moves the clock forward; the admin signs in again. */
    async advance(span: { readonly days: number }) {
      shop.clock.advance(span);
      admin.token = await signIn(shop, adminUser);
    },
    /** Saves settings of the plug-in. */
    saveSettings,
    createProduct: async () => (await createProduct(db, { stock: 100 })).id,
    /** A customer who has bought these products, each with an order of its own. */
    async createBuyer(...productIds: readonly number[]) {
      const shopper = await createShopper(shop);
      const orders = [];
      for (const id of productIds) orders.push(await createPaidOrder(shop, id, { shopper }));
      return { token: shopper.token, user: shopper.user, orderId: orders[0]?.orderId ?? 0 };
    },
    /** Another order of a customer. @returns its id */
    async buyAgain({ user }: Pick<Shopper, 'user'>, productId: number) {
      const shopper = { user, token: await signIn(shop, user) };
      return (await createPaidOrder(shop, productId, { shopper })).orderId;
    },
    /** Deletes the account of a customer, whose order has to be delivered first. */
    async deleteAccount({ user, orderId }: { readonly user: CreatedUser; readonly orderId: number }) {
      const delivered = { params: { id: orderId }, body: { status: 'delivered' as const } };
      await shop.call('PUT /admin/orders/{id}/status', delivered, admin);
      const { status } = await shop.call('DELETE /admin/users/{id}', { params: { id: user.id } }, admin);
      if (status !== 200) throw new Error(`The account was not deleted: ${status}`);
      await shop.events.deliverDue();
    },
    /** What a customer writes about a product. */
    writeReview: (
      productId: number,
      { token }: { readonly token: string },
      review: { stars?: number; title?: string } = {},
    ) =>
      shop.call(
        'PUT /reviews/own/{productId}',
        {
          params: { productId },
          body: { stars: review.stars ?? 5, title: review.title ?? 'Lovely', text: 'I use it every day.' },
        },
        { token },
      ),
    /** The rating that lists show. */
    async ratingOf(productId: number) {
      const product = db.selectFrom('product').select(['average_rating', 'review_count']).where('id', '=', productId);
      const { average_rating, review_count } = await product.executeTakeFirstOrThrow();
      return [average_rating, review_count];
    },
    publishedReviews: async (productId: number, query: Record<string, unknown> = {}) =>
      (await shop.call('GET /reviews/products/{productId}', { params: { productId }, query })).data,
    async publishReviews(...ids: readonly number[]) {
      return shop.call('PUT /admin/reviews/status', { body: { ids: [...ids], status: 'published' } }, admin);
    },
    /** Ids of all reviews of a product, newest first. */
    async reviewIdsOf(productId: number) {
      const { data } = await shop.call('GET /admin/reviews', { query: { per_page: 100 } }, admin);
      return data.data.filter(({ product }) => product.id === productId).map(({ id }) => id);
    },
  };
}

/** One red pixel as a form. */
export function pictureForm(): FormData {
  const form = new FormData();
  const encoded = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  form.append('file', new Blob([Buffer.from(encoded, 'base64')], { type: 'image/png' }), 'red.png');
  return form;
}

export type ReviewsTestShop = Awaited<ReturnType<typeof openReviewsShop>>;

/** A published review. @returns its id */
async function publishedReview(shop: ReviewsShop, admin: CreatedUser): Promise<number> {
  const { createProduct, createBuyer, writeReview, reviewIdsOf, publishReviews } = await withReviews(shop, admin);
  const product = await createProduct();
  await writeReview(product, await createBuyer(product));
  const [id = 0] = await reviewIdsOf(product);
  await publishReviews(id);
  return id;
}

export const adminWrites: AdminWrites<typeof reviewContract> = {
  'PUT /admin/reviews/status': async (shop, admin) => ({
    body: { ids: [await publishedReview(shop, admin)], status: 'rejected' },
  }),
  'PUT /admin/reviews/{id}/reply': async (shop, admin) => ({
    params: { id: await publishedReview(shop, admin) },
    body: { reply: 'Thank you!' },
  }),
  'DELETE /admin/reviews/{id}': async (shop, admin) => ({ params: { id: await publishedReview(shop, admin) } }),
};
