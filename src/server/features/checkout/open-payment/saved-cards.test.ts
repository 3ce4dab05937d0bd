import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OnlineProvider, ProviderUnavailable, type SavedCard } from '#server/features/payments/index.ts';
import { signIn } from '#test/factories/customer.ts';
import {
  confirmPayment,
  createShopper,
  fillCart,
  openPayment,
  readStock,
  type Shopper,
} from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openCart, saveCard } from '#test/factories/saved-card.ts';
import { GOOD_CARD, openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { SANDBOX_KEYS } from '#test/servers/stripe-sandbox.ts';

const MASTERCARD = '5555555555554444';
const CHALLENGED = '4000002760003184';

/** A provider of a plug-in that keeps cards, beside the sandbox. It takes no payments here. */
const OTHER = 'other-bank';
const OTHER_CARD: SavedCard = {
  id: 'card_other',
  brand: 'visa',
  last4: '1881',
  expMonth: 12,
  expYear: 2034,
  fingerprint: 'other',
};
const METHODS = [
  ...['createIntent', 'updateIntent', 'retrieveIntent', 'cancelIntent'],
  ...['createRefund', 'retrieveRefund', 'findRefund', 'readEvent'],
];
let otherCards: () => Promise<readonly SavedCard[]> = async () => [OTHER_CARD];

let shop: PayingShop;
beforeAll(async () => {
  const provider = {
    kind: 'online',
    name: OTHER,
    method: OTHER,
    label: 'Other Bank',
    pagePolicy: { connect: [], scripts: [], frames: [] },
    limits: { min: 1, max: 1 },
    ...Object.fromEntries(METHODS.map((method) => [method, async () => undefined])),
    savedCards: { listCards: () => otherCards() },
  } as unknown as OnlineProvider;
  const registration = {
    plugin: 'banks',
    name: OTHER,
    isEnabled: async () => false,
    connect: async () => provider,
  };
  shop = await openPayingShop({}, { paymentProviders: [registration] });
});
afterAll(() => shop.close());

type Opened = { readonly payment_intent_id: string; readonly client_secret: string };

const listCards = async (shopper: Shopper) => (await shop.call('GET /account/cards', {}, shopper)).data;
const removeCard = (shopper: Shopper, id: string) =>
  shop.call('DELETE /account/cards/{id}', { params: { id } }, shopper);
const choose = (shopper: Shopper, { payment_intent_id }: Opened, choice: { saved_card?: string; save?: boolean }) =>
  shop.call('POST /payments/card', { body: { payment_intent_id, ...choice } }, shopper);

/** Pays like a browser that names a saved card. */
async function payWith({ payment_intent_id: id, client_secret }: Opened, card: string) {
  const response = await fetch(`${shop.sandbox.url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ key: SANDBOX_KEYS.publishableKey, client_secret, payment_method: card }),
  });
  return (await response.json()) as {
    status?: string;
    next_action?: { redirect_to_url: { url: string } };
    error?: { code?: string; message: string };
  };
}

const customersOf = ({ user }: Shopper) =>
  shop.services.db
    .selectFrom('payment_customer')
    .select(['customer_id', 'delete_at'])
    .where('user_id', '=', user.id)
    .execute();

test('a card is saved with a payment and pays the next order', async () => {
  const shopper = await createShopper(shop);
  expect(await listCards(shopper)).toEqual({ can_save: true, cards: [] });
  const id = await saveCard(shop, shopper);
  const saved = {
    id,
    provider: 'sandbox',
    brand: 'visa',
    last4: '4242',
    exp_month: 12,
    exp_year: 2034,
    is_expired: false,
  };
  expect((await listCards(shopper)).cards).toEqual([saved]);

  const product = await createProduct(shop.services.db, { stock: 3 });
  await fillCart(shop, shopper, product.id, 2);
  const opened = (await openPayment(shop, shopper)).data;
  expect(opened.can_save_card).toBe(true);
  expect((await choose(shopper, opened, { saved_card: id })).status).toBe(200);
  expect((await choose(shopper, opened, { saved_card: id })).status).toBe(200);
  expect(await payWith(opened, id)).toMatchObject({ status: 'succeeded' });
  const { order_number: number } = (await confirmPayment(shop, shopper, opened.payment_intent_id)).data;
  expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).data.order_number).toBe(number);
  expect(await readStock(shop, product.stock_id)).toMatchObject({ sold: 2, held: 0 });
  expect((await choose(shopper, opened, { saved_card: id })).failure.code).toBe('payment.already_completed');
  const payment = shop.services.db.selectFrom('payment').select(['card_brand', 'card_last4']);
  expect(await payment.where('intent_id', '=', opened.payment_intent_id).executeTakeFirst()).toEqual({
    card_brand: 'visa',
    card_last4: '4242',
  });
});

test('an order without a saved card makes no customer and saves nothing', async () => {
  const shopper = await createShopper(shop);
  const opened = await openCart(shop, shopper);
  await shop.pay(opened);
  expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).status).toBe(200);
  expect(await customersOf(shopper)).toEqual([]);
  expect((await shop.stripe.paymentIntents.retrieve(opened.payment_intent_id)).customer).toBeNull();
});

test('a card is not saved if the shopper changes their mind before paying', async () => {
  const shopper = await createShopper(shop);
  const opened = await openCart(shop, shopper);
  await choose(shopper, opened, { save: true });
  expect((await shop.pay(opened, '4000000000000002')).body.error?.code).toBe('card_declined');
  await choose(shopper, opened, { save: false });
  await shop.pay(opened);
  expect((await listCards(shopper)).cards).toEqual([]);
});

test('five attempts at once make one customer at the provider', async () => {
  const shopper = await createShopper(shop);
  const opened = await openCart(shop, shopper);
  const isAccepted = async () => (await choose(shopper, opened, { save: true })).status === 200;
  // On a slow machine the provider may time out, and the shop asks to repeat the request.
  const accept = async () => expect.poll(isAccepted, { timeout: 10_000 }).toBe(true);
  await Promise.all(Array.from({ length: 5 }, accept));
  const [customer, ...others] = await customersOf(shopper);
  expect(others).toEqual([]);
  const { customer: used } = await shop.stripe.paymentIntents.retrieve(opened.payment_intent_id);
  expect(used).toBe(customer?.customer_id);
});

test('the same card is listed once, and all its copies are removed', async () => {
  const shopper = await createShopper(shop);
  const first = await saveCard(shop, shopper);
  const mastercard = await saveCard(shop, shopper, MASTERCARD);
  const again = await saveCard(shop, shopper);
  expect((await listCards(shopper)).cards.map(({ id }) => id)).toEqual([again, mastercard]);
  expect((await removeCard(shopper, again)).message).toBe('Card removed');
  expect((await listCards(shopper)).cards.map(({ id }) => id)).toEqual([mastercard]);
  expect((await removeCard(shopper, again)).failure).toMatchObject({ code: 'card.not_found' });
  expect((await shop.stripe.paymentMethods.retrieve(first)).customer).toBeNull();
});

test("another customer's card is refused by the shop, and by the provider", async () => {
  const owner = await createShopper(shop);
  const card = await saveCard(shop, owner);
  const stranger = await createShopper(shop);
  await saveCard(shop, stranger, MASTERCARD);
  const opened = await openCart(shop, stranger);
  expect((await choose(stranger, opened, { saved_card: card })).failure.code).toBe('card.not_found');
  expect((await removeCard(stranger, card)).failure.code).toBe('card.not_found');
  expect((await payWith(opened, card)).error?.message).toContain('attached to a customer');
  await choose(stranger, opened, { save: true });
  expect((await payWith(opened, card)).error?.message).toContain('The customer does not have a payment method');
  expect((await confirmPayment(shop, stranger, opened.payment_intent_id)).failure.code).toBe('payment.not_completed');
  expect((await listCards(owner)).cards).toHaveLength(1);
});

test("another customer's payment cannot be given a card", async () => {
  const opened = await openCart(shop, await createShopper(shop));
  const stranger = await createShopper(shop);
  const card = await saveCard(shop, stranger);
  expect((await choose(stranger, opened, { saved_card: card })).failure.code).toBe('payment.not_found');
});

test('a removed card can neither be chosen nor pay', async () => {
  const shopper = await createShopper(shop);
  const card = await saveCard(shop, shopper);
  const opened = await openCart(shop, shopper);
  await choose(shopper, opened, { saved_card: card });
  await removeCard(shopper, card);
  expect((await choose(shopper, opened, { saved_card: card })).failure.code).toBe('card.not_found');
  expect((await payWith(opened, card)).error?.message).toContain('It may not be used again.');
  await shop.pay(opened);
  expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).status).toBe(200);
});

test('a declined saved card leaves the payment open for another card', async () => {
  const shopper = await createShopper(shop);
  const card = await saveCard(shop, shopper);
  // The bank blocks the card later.
  await sql`UPDATE sandbox.payment_methods SET test_card = 'pm_card_visa_chargeDeclined' WHERE id = ${card}`.execute(
    shop.services.db,
  );
  const opened = await openCart(shop, shopper);
  await choose(shopper, opened, { saved_card: card });
  expect((await payWith(opened, card)).error?.code).toBe('card_declined');
  expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).failure).toMatchObject({
    code: 'payment.not_completed',
    message: 'Your card was declined.',
  });
  await shop.pay(opened);
  expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).status).toBe(200);
});

test('a saved card may ask for 3-D Secure again', async () => {
  const shopper = await createShopper(shop);
  const setUp = await openCart(shop, shopper);
  await choose(shopper, setUp, { save: true });
  const answerAt = (url: string) =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'complete' }) });
  const first = (await shop.pay(setUp, CHALLENGED)).body;
  await answerAt(String(first.next_action?.redirect_to_url?.url));
  await confirmPayment(shop, shopper, setUp.payment_intent_id);
  const [card] = (await listCards(shopper)).cards;

  const opened = await openCart(shop, shopper);
  await choose(shopper, opened, { saved_card: String(card?.id) });
  const { status, next_action: action } = await payWith(opened, String(card?.id));
  expect(status).toBe('requires_action');
  await answerAt(String(action?.redirect_to_url.url));
  expect((await confirmPayment(shop, shopper, opened.payment_intent_id)).status).toBe(200);
  expect((await listCards(shopper)).cards).toHaveLength(1);
});

test('a card expires after its month: it is marked, and refused', async () => {
  const ownShop = await openPayingShop();
  try {
    const shopper = await createShopper(ownShop);
    const now = ownShop.clock.now();
    const card = await saveCard(ownShop, shopper, GOOD_CARD, {
      'payment_method_data[card][exp_month]': String(now.getUTCMonth() + 1),
      'payment_method_data[card][exp_year]': String(now.getUTCFullYear()),
    });
    const isExpired = async () =>
      (await ownShop.call('GET /account/cards', {}, shopper)).data.cards.map(({ is_expired }) => is_expired);
    expect(await isExpired()).toEqual([false]);
    ownShop.clock.advance({ days: 31 });
    const token = await signIn(ownShop, shopper.user);
    expect((await ownShop.call('GET /account/cards', {}, { token })).data.cards).toMatchObject([{ is_expired: true }]);
    const { payment_intent_id } = await openCart(ownShop, { token });
    const body = { payment_intent_id, saved_card: card };
    expect((await ownShop.call('POST /payments/card', { body }, { token })).failure.code).toBe('card.expired');
  } finally {
    await ownShop.close();
  }
});

test('a customer that the provider lost is replaced at the next saved card', async () => {
  const shopper = await createShopper(shop);
  await saveCard(shop, shopper);
  const [lost] = await customersOf(shopper);
  await shop.stripe.customers.del(String(lost?.customer_id));
  expect((await listCards(shopper)).cards).toEqual([]);
  await saveCard(shop, shopper, MASTERCARD);
  expect((await listCards(shopper)).cards).toMatchObject([{ last4: '4444' }]);
});

test('while a provider does not answer, its cards are missing from the list, which says so', async () => {
  const shopper = await createShopper(shop);
  const sandboxCard = await saveCard(shop, shopper);
  // A customer at another provider, whose plug-in keeps cards as well.
  await shop.services.db
    .insertInto('payment_customer')
    .values({ user_id: shopper.user.id, provider: OTHER, customer_id: 'cus_other', created_at: shop.clock.now() })
    .execute();
  const ids = async () => {
    const { cards, unavailable_providers: unavailable } = await listCards(shopper);
    return { cards: cards.map(({ id }) => id).sort(), unavailable };
  };
  expect(await ids()).toEqual({ cards: ['card_other', sandboxCard].sort(), unavailable: undefined });
  otherCards = () => Promise.reject(new ProviderUnavailable('No answer', 'silent'));
  expect(await ids()).toEqual({ cards: [sandboxCard], unavailable: [OTHER] });
  expect((await removeCard(shopper, 'card_other')).failure.code).toBe('payment.provider_failed');
  otherCards = () => Promise.reject(new TypeError('A bug of the plug-in'));
  expect(await ids()).toEqual({ cards: [sandboxCard], unavailable: [OTHER] });
  otherCards = async () => [OTHER_CARD];
  expect(await ids()).toEqual({ cards: ['card_other', sandboxCard].sort(), unavailable: undefined });
});
