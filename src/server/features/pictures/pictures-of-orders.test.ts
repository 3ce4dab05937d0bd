import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminImportClient } from '#test/clients/admin-import-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { confirmPayment, createShopper, fillCart, openPayment } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let admin: { readonly token: string };
beforeAll(async () => {
  shop = await openPayingShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  admin = { token: await signIn(shop, await createAdmin(shop.services.db)) };
});

async function upload(red: number): Promise<string> {
  const size = { width: 8, height: 8, channels: 3, background: { r: red, g: 9, b: 9 } } as const;
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(await sharp({ create: size }).png().toBuffer())]), 'a.png');
  return (await shop.call('POST /admin/uploads', { body }, admin)).data.picture.url;
}

async function touchTwoDaysAgo() {
  const touched_at = new Date(shop.clock.now().getTime() - 2 * 24 * 60 * 60 * 1000);
  await shop.services.db.updateTable('uploaded_picture').set({ touched_at }).execute();
}
async function cleanUp() {
  await touchTwoDaysAgo();
  await shop.jobs.run('clean-up-pictures');
}
const statusOf = async (url: string) => (await shop.app.inject({ url: `${url}-320.webp` })).statusCode;

test('the picture of a product that has got another one stays while a payment or an order shows it', async () => {
  const { db } = shop.services;
  const [sold, next, unsold] = [await upload(1), await upload(2), await upload(3)];
  const product = await createProduct(db, { stock: 5, images: [sold, unsold].map((url) => ({ url, alt: '' })) });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  const { data: payment } = await openPayment(shop, shopper);

  const images = JSON.stringify([{ url: next, alt: '' }]);
  await db.updateTable('product').set({ images }).where('id', '=', product.id).execute();
  await cleanUp();
  expect([await statusOf(sold), await statusOf(next), await statusOf(unsold)]).toEqual([200, 200, 404]);

  await shop.pay(payment);
  const { order_id: id } = (await confirmPayment(shop, shopper, payment.payment_intent_id)).data;
  await db.deleteFrom('checkout_line').execute();
  await cleanUp();
  const { data } = await shop.call('GET /orders/{id}', { params: { id } }, shopper);
  expect(data.items.map(({ image }) => image)).toEqual([sold]);
  expect(await statusOf(sold)).toBe(200);
});

test('a picture stays for a day after a save has replaced it, for checkouts that have just read it', async () => {
  const [own, ofVariant, next] = [await upload(4), await upload(5), await upload(6)];
  const variant = { sku: 'REPLACED-M', name: 'M', options: { Size: 'M' }, stock: 5 };
  const images = [{ url: own, alt: '' }];
  const product = await createProduct(shop.services.db, { images, variants: [{ ...variant, image: ofVariant }] });
  const params = { id: product.id };
  const { product: form } = (await shop.call('GET /admin/products/{id}', { params }, admin)).data;
  await touchTwoDaysAgo();

  const { sku, name, price, stock, category_id, variants } = form;
  const fields = { sku, name, price, stock, category_id, description: 'A shirt.', images: [{ url: next }] };
  const body = { ...fields, variants: variants.map((one) => ({ ...one, image: next })) };
  expect((await shop.call('PUT /admin/products/{id}', { params, body }, admin)).status).toBe(200);
  await shop.jobs.run('clean-up-pictures');
  expect([await statusOf(own), await statusOf(ofVariant), await statusOf(next)]).toEqual([200, 200, 200]);
  shop.clock.advance({ days: 2 });
  await shop.jobs.run('clean-up-pictures');
  expect([await statusOf(own), await statusOf(ofVariant), await statusOf(next)]).toEqual([404, 404, 200]);
});

test('so does a picture of a variant that an import has replaced', async () => {
  const { db } = shop.services;
  const [former, next] = [await upload(7), await upload(8)];
  const variant = { sku: 'IMPORTED-M', name: 'M', options: { Size: 'M' }, stock: 5, image: former };
  const { sku } = await createProduct(db, { sku: 'IMPORTED', variants: [variant] });
  await touchTwoDaysAgo();

  const { check, runToEnd } = adminImportClient(() => ({ shop, token: admin.token }));
  const checked = await check(`SKU,Variant of,Images\r\nIMPORTED-M,${sku},${next}\r\n`);
  expect(await runToEnd(checked.id, 'all_or_nothing')).toMatchObject({ status: 'done', written: { updated: 1 } });
  await shop.jobs.run('clean-up-pictures');
  expect([await statusOf(former), await statusOf(next)]).toEqual([200, 200]);
});
