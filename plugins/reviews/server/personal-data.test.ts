import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReviewsShop, type ReviewsDesk } from '../testing.ts';

let desk: ReviewsDesk;
beforeAll(async () => {
  desk = await openReviewsShop({ needsApproval: false });
});
afterAll(() => desk.shop.close());

test('customers download their reviews with their data', async () => {
  const product = await desk.createProduct();
  const buyer = await desk.createBuyer(product);
  await desk.write(product, buyer, { stars: 4, title: 'Mine' });
  const { data } = await desk.shop.call('GET /account/data', {}, buyer);
  expect(data.plugins).toMatchObject({
    reviews: { reviews: [{ title: 'Mine', stars: 4, status: 'published' }], wants_no_review_requests: false },
  });
});

test('the review of a deleted account stays without a name, and still counts', async () => {
  const product = await desk.createProduct();
  const buyer = await desk.createBuyer(product);
  await desk.write(product, buyer, { stars: 2 });
  const delivered = { params: { id: buyer.orderId }, body: { status: 'delivered' as const } };
  await desk.shop.call('PUT /admin/orders/{id}/status', delivered, desk.admin);
  const deletion = await desk.shop.call('DELETE /admin/users/{id}', { params: { id: buyer.user.id } }, desk.admin);
  expect(deletion.status).toBe(200);
  await desk.shop.events.deliverDue();
  await expect.poll(async () => (await desk.published(product)).data[0]?.author).toBeNull();
  expect(await desk.ratingOf(product)).toEqual(['2.00', 1]);
  const { data } = await desk.shop.call('GET /admin/reviews', { query: { per_page: 1 } }, desk.admin);
  expect(data.data[0]?.customer).toBeNull();
});
