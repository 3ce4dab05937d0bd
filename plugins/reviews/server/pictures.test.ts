import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReviewsShop, type ReviewsTestShop } from '../testing.ts';

let shop: ReviewsTestShop;
beforeAll(async () => {
  shop = await openReviewsShop({ needsApproval: false });
});
afterAll(() => shop.close());

async function upload(token: string, content: Buffer) {
  const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n\r\n';
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/reviews/pictures',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=edge' },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--edge--\r\n')]),
  });
  return response.json() as { code?: string; data: { url: string } };
}

const picture = (red: number) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: red, g: 9, b: 9 } } })
    .png()
    .toBuffer();

const save = (productId: number, buyer: { token: string }, pictures: string[]) =>
  shop.call(
    'PUT /reviews/own/{productId}',
    { params: { productId }, body: { stars: 5, title: 'With pictures', text: 'See for yourself.', pictures } },
    buyer,
  );

const kept = async () =>
  (await shop.services.db.selectFrom('plugin_picture').select('key').execute()).map(({ key }) => key);
const keyOf = (url: string) => url.split('/').at(-1) ?? '';

test('a review shows pictures that its author uploaded, and nobody else’s', async () => {
  const product = await shop.createProduct();
  const [buyer, other] = [await shop.createBuyer(product), await shop.createBuyer(product)];
  const { url } = (await upload(buyer.token, await picture(1))).data;
  expect((await save(product, other, [url])).failure.code).toBe('reviews.picture_unknown');
  expect((await save(product, buyer, [url])).status).toBe(200);
  expect((await shop.publishedReviews(product, { pictures: 'true' })).data[0]?.pictures).toEqual([url]);
  const five = await save(product, buyer, ['/media/a', '/media/b', '/media/c', '/media/d', '/media/e']);
  expect(five.failure.errors?.pictures).toEqual(['Please add at most 4 pictures.']);
  expect((await upload(buyer.token, Buffer.from('no picture'))).code).toBe('upload.not_a_picture');
});

test('pictures are given back once no review shows them', async () => {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  const [shown, unused] = [
    (await upload(buyer.token, await picture(2))).data.url,
    (await upload(buyer.token, await picture(3))).data.url,
  ];
  await save(product, buyer, [shown]);
  expect(await kept()).toEqual(expect.arrayContaining([keyOf(shown), keyOf(unused)]));
  await shop.advance({ days: 2 });
  await shop.jobs.run('reviews.release-uploads');
  expect(await kept()).toContain(keyOf(shown));
  expect(await kept()).not.toContain(keyOf(unused));
  const [id = 0] = await shop.reviewIdsOf(product);
  await shop.call('DELETE /admin/reviews/{id}', { params: { id } }, shop.admin);
  expect(await kept()).not.toContain(keyOf(shown));
});

/** Statements that wait for a lock. */
async function countWaiting() {
  const { rows } = await sql<{ waiting: number }>`
    SELECT count(*)::integer AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(shop.services.db);
  return rows[0]?.waiting;
}

test('pictures that are uploaded at the same time do not exceed the daily limit', async () => {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  const before = new Set(await kept());
  const { db, now } = shop.services;
  await sql`INSERT INTO plugin_reviews.upload (address, user_id, created_at)
            SELECT '/media/' || n, ${buyer.user.id}, ${now()} FROM generate_series(1, 39) n`.execute(db);
  // Both are ready to be stored before one of them is.
  const pictures = [await picture(11), await picture(12)];
  const uploads = await db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE plugin_reviews.upload IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
    const started = pictures.map((each) => upload(buyer.token, each));
    await expect.poll(countWaiting, { timeout: 20_000 }).toBe(2);
    return started;
  });
  const codes = (await Promise.all(uploads)).map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set([undefined, 'reviews.too_many_uploads']));
  expect((await kept()).filter((key) => !before.has(key))).toHaveLength(1);
});
