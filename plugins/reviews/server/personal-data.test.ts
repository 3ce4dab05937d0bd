import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReviewsShop, type ReviewsTestShop } from '../testing.ts';

let shop: ReviewsTestShop;
beforeAll(async () => {
  shop = await openReviewsShop({ needsApproval: false });
});
afterAll(() => shop.close());

test('customers download their reviews with their data', async () => {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  await shop.writeReview(product, buyer, { stars: 4, title: 'Mine' });
  const { data } = await shop.call('GET /account/data', {}, buyer);
  expect(data.plugins).toMatchObject({
    reviews: { reviews: [{ title: 'Mine', stars: 4, status: 'published' }], wants_no_review_requests: false },
  });
});

test('whose review was rejected is forgotten with the account', async () => {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  await shop.writeReview(product, buyer);
  const body = { ids: await shop.reviewIdsOf(product), status: 'rejected' as const };
  await shop.call('PUT /admin/reviews/status', { body }, shop.admin);
  const rejections = async () => (await sql`SELECT * FROM plugin_reviews.rejection`.execute(shop.services.db)).rows;
  expect(await rejections()).toEqual([{ product_id: product, user_id: buyer.user.id }]);
  await shop.deleteAccount(buyer);
  expect(await rejections()).toEqual([]);
});

test('the review of a deleted account stays without a name, and still counts', async () => {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  await shop.writeReview(product, buyer, { stars: 2 });
  await shop.deleteAccount(buyer);
  await expect.poll(async () => (await shop.publishedReviews(product)).data[0]?.author).toBeNull();
  expect(await shop.ratingOf(product)).toEqual(['2.00', 1]);
  const { data } = await shop.call('GET /admin/reviews', { query: { per_page: 1 } }, shop.admin);
  expect(data.data[0]?.customer).toBeNull();
});
