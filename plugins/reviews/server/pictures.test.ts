import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countWaiting, createShopper, signIn } from '#plugin/testing';
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
  return response.json() as { code?: string; message: string; data: { url: string } };
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

test('only customers who can review something upload pictures', async () => {
  const product = await shop.createProduct();
  const visitor = await createShopper(shop);
  const refused = await upload(visitor.token, await picture(4));
  expect(refused).toMatchObject({
    code: 'reviews.nothing_bought',
    message: 'Only customers who have bought something can add pictures to reviews.',
  });

  const buyer = await shop.createBuyer(product);
  expect((await upload(buyer.token, await picture(5))).code).toBeUndefined();
  const cancelled = { params: { id: buyer.orderId }, body: { status: 'cancelled' as const } };
  await shop.call('PUT /admin/orders/{id}/status', cancelled, shop.admin);
  expect((await upload(buyer.token, await picture(6))).code).toBe('reviews.nothing_bought');
});

test('pictures are released once no review shows them', async () => {
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
    await expect.poll(() => countWaiting(db), { timeout: 20_000 }).toBe(2);
    return started;
  });
  const codes = (await Promise.all(uploads)).map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set([undefined, 'reviews.too_many_uploads']));
  expect((await kept()).filter((key) => !before.has(key))).toHaveLength(1);
});

/** Lets two days pass, and the shop clean up. */
async function cleanUp() {
  await shop.advance({ days: 2 });
  await shop.jobs.run('reviews.release-uploads');
  await shop.jobs.run('clean-up-pictures');
}
const statusOf = async (url: string) => (await shop.app.inject({ url: `${url}-640.webp` })).statusCode;

test('a picture stays if one customer uploads it while another one deletes the review with it', async () => {
  const product = await shop.createProduct();
  const [former, next] = [await shop.createBuyer(product), await shop.createBuyer(product)];
  const bytes = await picture(21);
  const { url } = (await upload(former.token, bytes)).data;
  await save(product, former, [url]);
  await cleanUp();
  const { db } = shop.services;
  const relogin = async ({ user }: typeof former) => ({ token: await signIn(shop, user) });
  const [deleting, uploading] = [await relogin(former), await relogin(next)];

  // The upload stops when the picture is stored, and the customer may not use it yet.
  const [same] = await db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('plugin_reviews.upload'), ${next.user.id}::integer)`.execute(tx);
    const started = upload(uploading.token, bytes);
    await expect.poll(() => countWaiting(db)).toBe(1);
    await shop.call('DELETE /reviews/own/{productId}', { params: { productId: product } }, deleting);
    return [started];
  });
  expect((await same).data.url).toBe(url);
  expect((await save(product, uploading, [url])).status).toBe(200);
  await cleanUp();
  expect(await statusOf(url)).toBe(200);
});

test('a picture that a deleted account has uploaded is deleted, unless a review shows it', async () => {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  const [shown, unused] = [
    (await upload(buyer.token, await picture(31))).data.url,
    (await upload(buyer.token, await picture(32))).data.url,
  ];
  await save(product, buyer, [shown]);
  await shop.deleteAccount(buyer);
  await cleanUp();
  expect([await statusOf(shown), await statusOf(unused)]).toEqual([200, 404]);
});

test('pictures that deleted accounts had left behind are released by a migration, those in use are not', async () => {
  const { db } = shop.services;
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  const urls = [];
  for (const red of [41, 42, 43]) urls.push((await upload(buyer.token, await picture(red))).data.url);
  const [shown = '', , usable = ''] = urls;
  await save(product, buyer, [shown]);
  await sql`DELETE FROM plugin_reviews.upload WHERE address <> ${usable}`.execute(db);
  await sql`UPDATE uploaded_picture SET touched_at = now() - interval '2 days'`.execute(db);
  const migration = await readFile(join(import.meta.dirname, '../migrations/0003_release_pictures.sql'), 'utf8');
  await db.transaction().execute((tx) => sql.raw(migration).execute(tx));
  const keys = await kept();
  expect(urls.map((url) => keys.includes(keyOf(url)))).toEqual([true, false, true]);
});

test('pictures of a deleted product’s reviews are deleted, unless another review shows them', async () => {
  const [deleted, other] = [await shop.createProduct(), await shop.createProduct()];
  const buyer = await shop.createBuyer(deleted, other);
  const [own, shared] = [
    (await upload(buyer.token, await picture(51))).data.url,
    (await upload(buyer.token, await picture(52))).data.url,
  ];
  await save(deleted, buyer, [own, shared]);
  await save(other, buyer, [shared]);
  await cleanUp();
  expect([await statusOf(own), await statusOf(shared)]).toEqual([200, 200]);
  const { status } = await shop.call('DELETE /admin/products/{id}', { params: { id: deleted } }, shop.admin);
  expect(status).toBe(200);
  await cleanUp();
  expect([await statusOf(own), await statusOf(shared)]).toEqual([404, 200]);
});

test('pictures that deleted products had left behind are released after a migration, those in use are not', async () => {
  const { db } = shop.services;
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  const urls = [];
  for (const red of [61, 62]) urls.push((await upload(buyer.token, await picture(red))).data.url);
  const [shown = '', left = ''] = urls;
  await save(product, buyer, [shown]);
  await sql`DELETE FROM plugin_reviews.upload`.execute(db);
  const migration = await readFile(join(import.meta.dirname, '../migrations/0005_pictures_of_products.sql'), 'utf8');
  const insert = migration.slice(migration.lastIndexOf('INSERT'));
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL search_path = plugin_reviews, public`.execute(tx);
    await sql.raw(insert).execute(tx);
  });
  await shop.jobs.run('reviews.release-uploads');
  const keys = await kept();
  expect([shown, left].map((url) => keys.includes(keyOf(url)))).toEqual([true, false]);
});
