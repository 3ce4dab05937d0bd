import { afterAll, beforeAll, expect, test } from 'vitest';
import { countWaiting } from '#plugin/testing';
import { openReviewsShop, type ReviewsTestShop } from '../testing.ts';
import type { ProductReviews } from './load-products.ts';

let shop: ReviewsTestShop;
beforeAll(async () => {
  shop = await openReviewsShop({ needsApproval: false });
});
afterAll(() => shop.close());

test('refuses a review from a customer who has not bought the product, or got all money back', async () => {
  const [bought, other] = [await shop.createProduct(), await shop.createProduct()];
  const buyer = await shop.createBuyer(bought);
  expect((await shop.writeReview(other, buyer)).failure.code).toBe('reviews.not_bought');
  expect((await shop.writeReview(bought, buyer)).data).toEqual({ status: 'published' });

  const refunded = await shop.createBuyer(bought);
  const params = { id: refunded.orderId };
  const body = { status: 'cancelled' as const };
  expect((await shop.call('PUT /admin/orders/{id}/status', { params, body }, shop.admin)).status).toBe(200);
  expect((await shop.writeReview(bought, refunded)).failure.code).toBe('reviews.not_bought');
  expect((await shop.writeReview(999_999, buyer)).failure.code).toBe('product.not_found');
  const guest = await shop.call('PUT /reviews/own/{productId}', {
    params: { productId: bought },
    body: { stars: 5, title: 'Hi', text: 'There' },
  });
  expect(guest.failure.code).toBe('auth.required');
});

test('a customer has one review for a product, edits it and deletes it', async () => {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  await shop.writeReview(product, buyer, { stars: 2 });
  await shop.writeReview(product, buyer, { stars: 4, title: 'On second thoughts' });
  const { total, data } = await shop.publishedReviews(product);
  expect([total, data[0]?.stars, data[0]?.title]).toEqual([1, 4, 'On second thoughts']);
  expect(data[0]?.author).toMatch(/^Customer \d\.$/);
  expect(await shop.ratingOf(product)).toEqual(['4.00', 1]);

  const params = { productId: product };
  const own = await shop.call('GET /reviews/own/{productId}', { params }, buyer);
  expect(own.data).toMatchObject({ has_bought: true, review: { stars: 4, status: 'published' } });
  await shop.call('DELETE /reviews/own/{productId}', { params }, buyer);
  await expect.poll(async () => (await shop.publishedReviews(product)).total).toBe(0);
  expect(await shop.ratingOf(product)).toEqual(['0.00', 0]);
});

test('what a customer writes after a rejection is read first, however often it is deleted or edited', async () => {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  const decide = async (status: 'published' | 'rejected') => {
    const ids = await shop.reviewIdsOf(product);
    await shop.call('PUT /admin/reviews/status', { body: { ids, status } }, shop.admin);
  };
  const remove = () => shop.call('DELETE /reviews/own/{productId}', { params: { productId: product } }, buyer);
  const write = async (title: string) => (await shop.writeReview(product, buyer, { title })).data.status;
  await write('First');
  await decide('rejected');
  expect(await write('Edited')).toBe('pending');
  expect(await write('Edited again')).toBe('pending');
  await remove();
  expect(await write('Written again')).toBe('pending');
  await decide('rejected');
  await remove();
  expect(await write('Once more')).toBe('pending');
  expect(await shop.ratingOf(product)).toEqual(['0.00', 0]);

  await decide('published');
  await remove();
  expect(await write('Trusted again')).toBe('published');
});

test('product pages opened at the same moment show the newest reviews of their own product', async () => {
  const [one, two, none] = [await shop.createProduct(), await shop.createProduct(), await shop.createProduct()];
  for (const title of ['1', '2', '3', '4', '5', '6', '7']) {
    await shop.writeReview(one, await shop.createBuyer(one), { title });
    shop.clock.advance({ minutes: 1 });
  }
  await shop.writeReview(two, await shop.createBuyer(two), { title: 'Other', stars: 3 });
  const pages = await Promise.all(
    [one, two, none].map((id) => shop.call('GET /products/{id}', { params: { id: String(id) } })),
  );
  const shown = pages.map(({ data }) => data.product.extensions?.reviews as ProductReviews);
  expect(shown.map(({ reviews }) => reviews.map(({ title }) => title))).toEqual([
    ['7', '6', '5', '4', '3', '2'],
    ['Other'],
    [],
  ]);
  expect(shown.map(({ counts }) => counts)).toEqual([
    [0, 0, 0, 0, 7],
    [0, 0, 1, 0, 0],
    [0, 0, 0, 0, 0],
  ]);
  expect(shown.map(({ structuredData }) => structuredData.review?.length)).toEqual([3, 1, undefined]);
});

test('average and count are right when ten customers write and change their minds at the same moment', async () => {
  const product = await shop.createProduct();
  const buyers = await Promise.all(Array.from({ length: 10 }, () => shop.createBuyer(product)));
  const write = (star: (index: number) => number) =>
    Promise.all(
      buyers.map((buyer, index) => shop.writeReview(product, buyer, { stars: star(index), title: `${star(index)}` })),
    );
  await write((index) => (index % 5) + 1);
  expect(await shop.ratingOf(product)).toEqual(['3.00', 10]);
  const twice = [...(await write(() => 5)), ...(await write((index) => (index === 0 ? 1 : 5)))];
  expect(twice.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await shop.ratingOf(product)).toEqual(['4.60', 10]);
});

test('two reviews written in interleaved transactions are both counted', async () => {
  const { db } = shop.services;
  const product = await shop.createProduct();
  const createBuyer = () => shop.createBuyer(product);
  const [earlier, one, other] = [await createBuyer(), await createBuyer(), await createBuyer()];
  await shop.writeReview(product, earlier, { stars: 3 });
  const waiting = async () => [await countWaiting(db, '"rating"'), await countWaiting(db, 'update "product"')];

  const [insert, rating] = [await db.startTransaction().execute(), await db.startTransaction().execute()];
  try {
    // The first transaction stops at its foreign key, before it inserts the review.
    await insert.selectFrom('users').select('id').where('id', '=', one.user.id).forUpdate().execute();
    // Both stop before they store the product's rating: reviews are counted by then.
    await rating.selectFrom('product').select('id').where('id', '=', product).forNoKeyUpdate().execute();
    const first = shop.writeReview(product, one, { stars: 5 });
    await expect.poll(() => countWaiting(db, 'into "plugin_reviews"."review"')).toBe(1);
    const second = shop.writeReview(product, other, { stars: 1 });
    await expect.poll(() => countWaiting(db)).toBe(2);
    await insert.commit().execute();
    await expect.poll(waiting).toEqual([1, 1]);
    await rating.commit().execute();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  } finally {
    for (const tx of [insert, rating]) if (!tx.isCommitted) await tx.rollback().execute();
  }
  expect(await shop.ratingOf(product)).toEqual(['3.00', 3]);
});

test('reviews are sorted, and filtered by stars', async () => {
  const product = await shop.createProduct();
  for (const stars of [3, 5, 1]) await shop.writeReview(product, await shop.createBuyer(product), { stars });
  const starsIn = async (query: Record<string, unknown>) =>
    (await shop.publishedReviews(product, query)).data.map(({ stars }) => stars);
  expect(await starsIn({})).toEqual([1, 5, 3]);
  expect(await starsIn({ sort: 'highest' })).toEqual([5, 3, 1]);
  expect(await starsIn({ sort: 'lowest' })).toEqual([1, 3, 5]);
  expect(await starsIn({ stars: 3 })).toEqual([3]);
  expect(await starsIn({ pictures: 'true' })).toEqual([]);
  expect(await starsIn({ per_page: 2, page: 2 })).toEqual([3]);
});

test('wrong input is refused by field', async () => {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  const wrong = await shop.call(
    'PUT /reviews/own/{productId}',
    { params: { productId: product }, body: { stars: 6, title: ' ', text: 'x'.repeat(4001) } },
    buyer,
  );
  expect(wrong.failure.errors).toMatchObject({
    stars: ['Please choose from one to five stars.'],
    title: ['This field is required.'],
    text: expect.any(Array),
  });
});

test('while reviews are off, nothing is read or written, and products say nothing about them', async () => {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  await shop.writeReview(product, buyer);
  const read = () => shop.call('GET /products/{id}', { params: { id: String(product) } });
  expect((await read()).data.product.extensions).toMatchObject({
    reviews: { counts: [0, 0, 0, 0, 1], reviews: [{ title: 'Lovely' }] },
  });
  await shop.saveSettings({ isEnabled: false });
  await expect.poll(async () => (await read()).data.product).not.toHaveProperty('extensions');
  const params = { productId: product };
  expect((await shop.call('GET /reviews/products/{productId}', { params, query: {} })).failure.code).toBe(
    'reviews.off',
  );
  expect((await shop.writeReview(product, buyer, { title: 'Later' })).failure.code).toBe('reviews.off');
  await shop.saveSettings({ isEnabled: true });
});

test('lists of products cost no statement more', async () => {
  const product = await shop.createProduct();
  await shop.writeReview(product, await shop.createBuyer(product));
  const { data } = await shop.call('GET /products', { query: { per_page: 100 } });
  expect(data.data.length).toBeGreaterThan(0);
  for (const one of data.data) expect(one).not.toHaveProperty('extensions');
});
