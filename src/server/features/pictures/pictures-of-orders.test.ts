import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { confirmPayment, createShopper, fillCart, openPayment } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let admin: { readonly token: string };
beforeAll(async () => {
  shop = await openPayingShop();
  admin = { token: await signIn(shop, await createAdmin(shop.services.db)) };
});
afterAll(() => shop.close());

async function upload(red: number): Promise<string> {
  const size = { width: 8, height: 8, channels: 3, background: { r: red, g: 9, b: 9 } } as const;
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(await sharp({ create: size }).png().toBuffer())]), 'a.png');
  return (await shop.call('POST /admin/uploads', { body }, admin)).data.picture.url;
}

/** The clean-up of pictures that were last touched two days ago. */
async function cleanUp() {
  const touched_at = new Date(shop.clock.now().getTime() - 2 * 24 * 60 * 60 * 1000);
  await shop.services.db.updateTable('uploaded_picture').set({ touched_at }).execute();
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
