import { expect } from 'vitest';
import { GOOD_CARD, type PayingShop } from '#test/paying-shop.ts';
import { confirmPayment, fillCart, openPayment, type Shopper } from './order.ts';
import { createProduct } from './product.ts';

type SignedIn = Pick<Shopper, 'token'>;

/** Opens the payment of a new cart. */
export async function openCart(shop: PayingShop, shopper: SignedIn) {
  const product = await createProduct(shop.services.db, { stock: 5 });
  await fillCart(shop, shopper, product.id);
  return (await openPayment(shop, shopper)).data;
}

/** Buys something with a new card and saves the card. @returns its id. */
export async function saveCard(shop: PayingShop, shopper: SignedIn, card = GOOD_CARD, expiry = {}): Promise<string> {
  const opened = await openCart(shop, shopper);
  const body = { payment_intent_id: opened.payment_intent_id, save: true };
  expect((await shop.call('POST /payments/card', { body }, shopper)).status).toBe(200);
  const paid = await shop.pay(opened, card, expiry);
  expect(paid.body.status).toBe('succeeded');
  await confirmPayment(shop, shopper, opened.payment_intent_id);
  return String(paid.body.payment_method);
}
