import { afterAll, beforeAll, expect, test } from 'vitest';
import { countWaiting } from '#test/database.ts';
import { createCustomer, PASSWORD, signIn } from '#test/factories/customer.ts';
import { ADDRESS, createCoupon, fillCart, type Shopper } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { violatedInvariants } from '#test/invariants.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { anonymiseUser } from './anonymise-user.ts';

let shop: PayingShop;
let productId: number;
beforeAll(async () => {
  shop = await openPayingShop();
  productId = (await createProduct(shop.services.db)).id;
  await createCoupon(shop, { code: 'LEAVING' });
});
afterAll(() => shop.close());

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const CALLS: Readonly<Record<string, (shopper: Shopper) => Promise<{ readonly status: number }>>> = {
  'saves an address': ({ token }) => shop.call('POST /account/addresses', { body: ADDRESS }, { token }),
  'changes their name': ({ token }) => shop.call('PUT /auth/profile', { body: { name: 'Zora' } }, { token }),
  'changes their password': ({ token }) => {
    const body = { current_password: PASSWORD, password: 'Another-horse-2', password_confirmation: 'Another-horse-2' };
    return shop.call('PUT /auth/password', { body }, { token });
  },
  'chooses emails': ({ token }) =>
    shop.call('PUT /account/notifications', { body: { orderNotifications: false } }, { token }),
  'sends a picture': ({ token }) => shop.call('PUT /account/avatar', { body: { image: PICTURE } }, { token }),
  'fills the cart': ({ token }) => shop.call('POST /cart', { body: { product_id: productId } }, { token }),
  'merges a cart': ({ token }) =>
    shop.call('POST /cart/merge', { body: { items: [{ product_id: productId, quantity: 1 }] } }, { token }),
  'uses a coupon': ({ token }) => shop.call('POST /cart/coupon', { body: { code: 'LEAVING' } }, { token }),
  'makes a wish': ({ token }) => shop.call('POST /wishlist/{productId}', { params: { productId } }, { token }),
  'merges wishes': ({ token }) => shop.call('POST /wishlist/merge', { body: { product_ids: [productId] } }, { token }),
  'begins to pay': ({ token }) =>
    shop.call('POST /payments/create-intent', { body: { amount: 20, shipping_address: ADDRESS } }, { token }),
  'asks for the link to verify': ({ token }) => shop.call('POST /auth/resend-verification', {}, { token }),
  'asks for the link to leave': ({ token }) => shop.call('POST /account/deletion', {}, { token }),
  'sets a second step up': ({ token }) =>
    shop.call('POST /auth/two-factor/setup', { body: { current_password: PASSWORD } }, { token }),
  'signs in': ({ user }) => shop.call('POST /auth/login', { body: { email: user.email, password: PASSWORD } }),
};

test.each(Object.entries(CALLS))('a user who %s during the deletion leaves no data behind', async (_, call) => {
  const { db } = shop.services;
  const user = await createCustomer(db);
  const shopper = { user, token: await signIn(shop, user) };
  await fillCart(shop, shopper, productId);
  const answer = await db.transaction().execute(async (tx) => {
    await anonymiseUser(tx, shop.services.personalData, user.id, shop.services.now());
    let isAnswered = false;
    const called = call(shopper).finally(() => {
      isAnswered = true;
    });
    await expect.poll(async () => isAnswered || (await countWaiting(shop.services.db)) > 0).toBe(true);
    return { called };
  });
  const { status } = await answer.called;
  expect(await violatedInvariants(db)).toEqual([]);
  expect([401, 404, 409, 422]).toContain(status);
  expect(shop.log.warnings()).toEqual([]);
});
