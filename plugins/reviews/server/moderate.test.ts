import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReviewsShop, type ReviewsTestShop } from '../testing.ts';

let shop: ReviewsTestShop;
beforeAll(async () => {
  shop = await openReviewsShop();
});
afterAll(() => shop.close());

const list = async (query: Record<string, unknown>) =>
  (await shop.call('GET /admin/reviews', { query }, shop.admin)).data;
const setStatus = (ids: number[], status: 'published' | 'rejected') =>
  shop.call('PUT /admin/reviews/status', { body: { ids, status } }, shop.admin);

test('a review waits for approval, and again after it was edited', async () => {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  expect((await shop.writeReview(product, buyer, { stars: 4 })).data).toEqual({ status: 'pending' });
  const total = async () => (await shop.publishedReviews(product)).total;
  expect([await total(), await shop.ratingOf(product)]).toEqual([0, ['0.00', 0]]);

  await shop.publishReviews(...(await shop.reviewIdsOf(product)));
  await expect.poll(total).toBe(1);
  expect(await shop.ratingOf(product)).toEqual(['4.00', 1]);

  await shop.writeReview(product, buyer, { stars: 4 });
  expect(await total()).toBe(1);
  await shop.writeReview(product, buyer, { stars: 1 });
  await expect.poll(total).toBe(0);
  expect(await shop.ratingOf(product)).toEqual(['0.00', 0]);
});

test('many reviews are approved at once, and each is in the audit log once', async () => {
  const [one, two] = [await shop.createProduct(), await shop.createProduct()];
  const buyer = await shop.createBuyer(one, two);
  await shop.writeReview(one, buyer, { stars: 3 });
  await shop.writeReview(two, buyer, { stars: 5 });
  const ids = [...(await shop.reviewIdsOf(one)), ...(await shop.reviewIdsOf(two))];
  expect((await shop.publishReviews(...ids)).message).toBe('2 reviews published.');
  expect((await shop.publishReviews(...ids)).data).toEqual({ changed: 0, skipped: [] });
  expect([await shop.ratingOf(one), await shop.ratingOf(two)]).toEqual([
    ['3.00', 1],
    ['5.00', 1],
  ]);
  const entries = await shop.services.db
    .selectFrom('audit_entry')
    .select(['action', 'entity_id'])
    .where('entity', '=', 'review')
    .where('entity_id', 'in', ids.map(String))
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(['reviews.publish', 'reviews.publish']);

  await setStatus(ids, 'rejected');
  expect([await shop.ratingOf(one), (await shop.publishedReviews(two)).total]).toEqual([['0.00', 0], 0]);
});

test('the back office finds reviews by status, stars and text', async () => {
  const product = await shop.createProduct();
  await shop.writeReview(product, await shop.createBuyer(product), { stars: 2, title: '100% wobbly' });
  await shop.writeReview(product, await shop.createBuyer(product), { stars: 5, title: 'Steady' });
  const titles = async (query: Record<string, unknown>) => (await list(query)).data.map(({ title }) => title);
  expect(await titles({ search: '100% w' })).toEqual(['100% wobbly']);
  expect(await titles({ search: 'wobbly', stars: 5 })).toEqual([]);
  expect((await titles({ status: 'pending', per_page: 2 })).toSorted()).toEqual(['100% wobbly', 'Steady']);
  expect((await list({ status: 'published', search: 'wobbly' })).total).toBe(0);
  expect(await titles({ search: 'wobb' })).toEqual(['100% wobbly']);
  expect(await titles({ search: 'wobbly every' })).toEqual(['100% wobbly']);
  expect(await titles({ search: 'wobbly steady' })).toEqual([]);
  expect(await titles({ search: '%' })).toEqual([]);
  const [newest] = (await list({ per_page: 1 })).data;
  expect(newest).toMatchObject({ status: 'pending', product: { id: product }, customer: { name: expect.any(String) } });
});

test('the shop replies under a review, changes the reply and deletes it', async () => {
  const product = await shop.createProduct();
  await shop.writeReview(product, await shop.createBuyer(product));
  const [id = 0] = await shop.reviewIdsOf(product);
  await shop.publishReviews(id);
  const reply = (text: string | null) =>
    shop.call('PUT /admin/reviews/{id}/reply', { params: { id }, body: { reply: text } }, shop.admin);
  await reply('Thank you!');
  const shown = async () => (await shop.publishedReviews(product)).data[0]?.reply?.text;
  await expect.poll(shown).toBe('Thank you!');
  await reply(null);
  await expect.poll(shown).toBeUndefined();
});

test('a reply is not shown below a text that it was not written for, until the shop confirms it', async () => {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  await shop.writeReview(product, buyer, { stars: 1, title: 'Broken' });
  const [id = 0] = await shop.reviewIdsOf(product);
  await shop.publishReviews(id);
  const read = async () => (await shop.call('GET /admin/reviews/{id}', { params: { id } }, shop.admin)).data;
  const reply = async (unchanged_since: string) => {
    const body = { reply: 'We have sent you a new one.', unchanged_since };
    return shop.call('PUT /admin/reviews/{id}/reply', { params: { id }, body }, shop.admin);
  };
  const opened = await read();
  await reply(opened.updated_at);
  const shown = async () => (await shop.publishedReviews(product)).data.map(({ title, reply }) => [title, reply?.text]);
  await expect.poll(shown).toEqual([['Broken', 'We have sent you a new one.']]);

  shop.clock.advance({ minutes: 1 });
  await shop.writeReview(product, buyer, { stars: 5, title: 'Never better' });
  await shop.publishReviews(id);
  await expect.poll(shown).toEqual([['Never better', undefined]]);
  expect((await read()).reply).toMatchObject({ text: 'We have sent you a new one.', is_outdated: true });

  // In a tab that still shows the first text.
  expect((await reply(opened.updated_at)).failure.code).toBe('reviews.changed');
  await reply((await read()).updated_at);
  await expect.poll(shown).toEqual([['Never better', 'We have sent you a new one.']]);
  const entries = await shop.services.db
    .selectFrom('audit_entry')
    .select(['before', 'after'])
    .where('action', '=', 'reviews.reply')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();
  expect(entries.map(({ before, after }) => [before, after])).toMatchObject([
    [{ reply: null }, { reply: 'We have sent you a new one.' }],
    [{ is_outdated: true }, { is_outdated: false }],
  ]);
});

test('a text that the customer changed while the shop was reading is not published', async () => {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  await shop.writeReview(product, buyer, { title: 'Harmless' });
  const [id = 0] = await shop.reviewIdsOf(product);
  const { updated_at } = (await shop.call('GET /admin/reviews/{id}', { params: { id } }, shop.admin)).data;
  shop.clock.advance({ minutes: 1 });
  await shop.writeReview(product, buyer, { title: 'Rude' });
  const body = { ids: [id], status: 'published' as const, unchanged_since: updated_at };
  const refused = await shop.call('PUT /admin/reviews/status', { body }, shop.admin);
  expect([refused.status, refused.failure.code]).toEqual([409, 'reviews.changed']);
  expect((await shop.publishedReviews(product)).total).toBe(0);
});

test('a decision about several reviews names those that their customers have changed meanwhile', async () => {
  const product = await shop.createProduct();
  const buyers: { readonly token: string }[] = [];
  for (let count = 0; count < 3; count += 1) {
    const buyer = await shop.createBuyer(product);
    await shop.writeReview(product, buyer);
    buyers.push(buyer);
  }
  const ids = await shop.reviewIdsOf(product);
  const { updated_at } = (await list({ per_page: 1 })).data[0] ?? { updated_at: '' };
  const decide = (status: 'published' | 'rejected') =>
    shop.call('PUT /admin/reviews/status', { body: { ids, status, unchanged_since: updated_at } }, shop.admin);
  const edit = async (index: number) => {
    shop.clock.advance({ minutes: 1 });
    await shop.writeReview(product, buyers[index] ?? { token: '' }, { title: `Edit ${index}` });
  };
  await edit(0);
  const [newest, middle, oldest] = ids;
  const published = await decide('published');
  expect(published.data).toEqual({ changed: 2, skipped: [oldest] });
  expect(published.message).toBe(
    '2 reviews published. 1 review was changed by its customer and is left for you to read.',
  );
  await edit(1);
  expect((await decide('rejected')).message).toBe(
    '1 review rejected. 2 reviews were changed by their customers and are left for you to read.',
  );
  await edit(2);
  const none = await decide('published');
  expect(none.data).toEqual({ changed: 0, skipped: [oldest, middle, newest] });
  expect(none.message).toBe('3 reviews were changed by their customers and are left for you to read.');
});

test('an edit on a node whose clock is slow hides the reply, and is not published unread', async () => {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  await shop.writeReview(product, buyer, { title: 'Broken' });
  const [id = 0] = await shop.reviewIdsOf(product);
  const read = async () => (await shop.call('GET /admin/reviews/{id}', { params: { id } }, shop.admin)).data;
  const body = { reply: 'We have sent you a new one.' };
  await shop.call('PUT /admin/reviews/{id}/reply', { params: { id }, body }, shop.admin);
  const opened = await read();
  expect(opened.reply?.is_outdated).toBe(false);
  shop.clock.advance({ minutes: -1 });
  await shop.writeReview(product, buyer, { title: 'Never better' });
  expect((await read()).reply?.is_outdated).toBe(true);
  const decision = { ids: [id], status: 'published' as const, unchanged_since: opened.updated_at };
  const decided = await shop.call('PUT /admin/reviews/status', { body: decision }, shop.admin);
  expect(decided.failure.code).toBe('reviews.changed');

  // Confirmed on the same node.
  await shop.call('PUT /admin/reviews/{id}/reply', { params: { id }, body }, shop.admin);
  expect((await read()).reply?.is_outdated).toBe(false);
  shop.clock.advance({ minutes: 1 });
});

test('a deleted review leaves the rating; a second deletion finds nothing', async () => {
  const product = await shop.createProduct();
  await shop.writeReview(product, await shop.createBuyer(product));
  const [id = 0] = await shop.reviewIdsOf(product);
  await shop.publishReviews(id);
  const remove = () => shop.call('DELETE /admin/reviews/{id}', { params: { id } }, shop.admin);
  expect((await remove()).message).toBe('Review deleted.');
  expect(await shop.ratingOf(product)).toEqual(['0.00', 0]);
  expect((await remove()).failure.code).toBe('reviews.not_found');
});

test('customers may not moderate', async () => {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  const body = { ids: [1], status: 'published' as const };
  expect((await shop.call('PUT /admin/reviews/status', { body }, buyer)).failure.code).toBe('auth.forbidden');
  expect((await shop.call('GET /admin/reviews', { query: {} }, buyer)).failure.code).toBe('auth.forbidden');
});
