import { PASSWORD } from '#test/factories/customer.ts';
import { ADDRESS, confirmPayment } from '#test/factories/order.ts';
import { GOOD_CARD } from '#test/paying-shop.ts';
import type { BusyShop, Visitor } from './busy-shop.ts';

const DECLINED_CARD = '4000000000000002';

type ShopperCall = (who: Visitor) => Promise<unknown>;

/** What leads to an order. */
export function buyingCalls({ shop, products, random, below, pick }: BusyShop): ShopperCall[] {
  return [
    async (who) => {
      const body = { email: who.user.email, password: PASSWORD };
      const signedIn = await shop.call('POST /auth/login', { body });
      if (signedIn.status === 200) who.token = signedIn.data.token;
    },
    async ({ token }) => {
      const product_id = pick(products) ?? 0;
      const shown = await shop.call('GET /products/{id}', { params: { id: String(product_id) } });
      const variant = shown.status === 200 ? pick(shown.data.product.variants) : undefined;
      const body = { product_id, quantity: 1 + below(3), ...(variant && { variant_id: variant.id }) };
      await shop.call('POST /cart', { body }, { token });
    },
    async (who) => {
      const { token } = who;
      const shown = await shop.call('GET /cart', {}, { token });
      if (shown.status !== 200) return;
      const body = { amount: shown.data.total, shipping_address: { ...ADDRESS, line1: `${below(3)} Storm Street` } };
      const opened = await shop.call('POST /payments/create-intent', { body }, { token });
      if (opened.status === 200) who.paying = opened.data;
    },
    async ({ paying }) => paying && shop.pay(paying, random() < 0.85 ? GOOD_CARD : DECLINED_CARD),
    async (who) => {
      if (!who.paying) return;
      const confirmed = await confirmPayment(shop, who, who.paying.payment_intent_id);
      if (confirmed.status === 200) who.orders.push(confirmed.data.order_id);
    },
    async (who) => {
      const placed = await shop.call('POST /orders', { body: { shipping_address: ADDRESS } }, { token: who.token });
      if (placed.status === 201) who.orders.push(placed.data.id);
    },
  ];
}

/** What else a shopper does with a cart, orders and an account. */
export function otherShopperCalls({ shop, products, coupon, below, pick }: BusyShop): ShopperCall[] {
  return [
    ({ token }) => shop.call('POST /cart/coupon', { body: { code: coupon.code } }, { token }),
    ({ token }) => shop.call('DELETE /cart', {}, { token }),
    async ({ token }) => {
      const shown = await shop.call('GET /cart', {}, { token });
      const line = shown.status === 200 ? pick(shown.data.items) : undefined;
      const input = { params: { id: line?.id ?? 0 }, body: { quantity: 1 + below(4) } };
      if (line) await shop.call('PUT /cart/{id}', input, { token });
    },
    ({ token }) => {
      const items = products.slice(0, 3).map((product_id) => ({ product_id, quantity: 2 }));
      return shop.call('POST /cart/merge', { body: { items } }, { token });
    },
    ({ token, orders }) =>
      shop.call('PUT /orders/{id}/cancel', { params: { id: String(pick(orders) ?? 0) } }, { token }),
    ({ token, orders }) =>
      shop.call('POST /account/orders/{id}/again', { params: { id: String(pick(orders) ?? 0) } }, { token }),
    ({ token }) => shop.call('POST /account/addresses', { body: ADDRESS }, { token }),
    ({ token }) => shop.call('PUT /auth/profile', { body: { name: 'Stormy', phone: '555-0100' } }, { token }),
    ({ token }) => shop.call('PUT /account/notifications', { body: { orderNotifications: false } }, { token }),
    ({ token }) => shop.call('POST /wishlist/{productId}', { params: { productId: pick(products) ?? 0 } }, { token }),
    ({ token }) => shop.call('POST /account/deletion', {}, { token }),
  ];
}
