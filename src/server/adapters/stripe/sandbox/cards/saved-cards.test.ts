import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSandbox, type TestSandbox } from '#test/servers/stripe-sandbox.ts';

let shop: TestSandbox;
beforeAll(async () => {
  shop = await openTestSandbox();
});
afterAll(() => shop.close());

const createCustomer = async () => (await shop.stripe.customers.create({ metadata: { customer: '7' } })).id;

const intentOf = (customer: string, setup_future_usage?: 'on_session') =>
  shop.stripe.paymentIntents.create({
    amount: 2_500,
    currency: 'usd',
    customer,
    ...(setup_future_usage && { setup_future_usage }),
  });

const cardsOf = async (customer: string) => (await shop.stripe.customers.listPaymentMethods(customer)).data;

/** Pays with a new card and saves it. @returns its id. */
async function saveCard(customer: string, number = '4242424242424242'): Promise<string> {
  const { body } = await shop.confirm(await intentOf(customer, 'on_session'), number);
  expect(body.status).toBe('succeeded');
  return String(body.payment_method);
}

/** Pays like a browser that names a saved card. */
async function payWith(card: string, customer?: string) {
  const intent = customer === undefined ? await shop.intent() : await intentOf(customer);
  const response = await fetch(`${shop.sandbox.url}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_of_the_tests' },
    body: new URLSearchParams({ client_secret: intent.client_secret ?? '', payment_method: card }),
  });
  return (await response.json()) as { status?: string; error?: { code?: string; message: string; param?: string } };
}

describe('a customer over the SDK', () => {
  it('is created once per idempotency key, read and deleted', async () => {
    const create = () =>
      shop.stripe.customers.create({ metadata: { customer: '7' } }, { idempotencyKey: 'customer of user 7' });
    const customer = await create();
    expect((await create()).id).toBe(customer.id);
    expect(customer).toMatchObject({ object: 'customer', email: null, metadata: { customer: '7' }, livemode: false });
    expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({
      id: customer.id,
      created: customer.created,
    });
    expect(await shop.stripe.customers.del(customer.id)).toMatchObject({ id: customer.id, deleted: true });
    expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    await expect(shop.stripe.customers.del(customer.id)).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(cardsOf(customer.id)).rejects.toMatchObject({ code: 'resource_missing', statusCode: 404 });
  });

  it('must exist to pay, and an intent keeps its customer', async () => {
    await expect(intentOf('cus_unknown')).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' });
    const customer = await createCustomer();
    const { id } = await shop.intent();
    const update = (value: string) => shop.stripe.paymentIntents.update(id, { customer: value });
    expect(await update(customer)).toMatchObject({ customer });
    expect(await update(customer)).toMatchObject({ customer });
    await expect(update(await createCustomer())).rejects.toMatchObject({ statusCode: 400, param: 'customer' });
  });
});

describe('a saved card', () => {
  it('is attached when a payment that asks for it succeeds, newest first', async () => {
    const customer = await createCustomer();
    await shop.confirm(await intentOf(customer), '4242424242424242');
    await shop.confirm(await intentOf(customer, 'on_session'), '4000000000000002');
    expect(await cardsOf(customer)).toEqual([]);
    const visa = await saveCard(customer);
    const mastercard = await saveCard(customer, '5555555555554444');
    expect(await cardsOf(customer)).toMatchObject([
      { id: mastercard, customer, card: { brand: 'mastercard', last4: '4444', exp_month: 12, exp_year: 2034 } },
      { id: visa, customer, card: { brand: 'visa', last4: '4242' } },
    ]);
    const page = await shop.stripe.customers.listPaymentMethods(customer, { limit: 1, starting_after: mastercard });
    expect(page).toMatchObject({ has_more: false, data: [{ id: visa }] });
    await shop.webhooks.arrivalOf('payment_method.attached', visa);
  });

  it('is saved after a 3-D Secure challenge, not before', async () => {
    const customer = await createCustomer();
    const { body } = await shop.confirm(await intentOf(customer, 'on_session'), '4000002760003184');
    expect(body.status).toBe('requires_action');
    expect(await cardsOf(customer)).toEqual([]);
    const page = String(body.next_action?.redirect_to_url?.url);
    await fetch(page, { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }), redirect: 'manual' });
    expect(await cardsOf(customer)).toMatchObject([{ card: { last4: '3184' } }]);
  });

  it('is not saved after the intent was told to forget it', async () => {
    const customer = await createCustomer();
    const intent = await intentOf(customer, 'on_session');
    const changed = await shop.stripe.paymentIntents.update(intent.id, { setup_future_usage: '' });
    expect(changed.setup_future_usage).toBeNull();
    await shop.confirm(intent, '4242424242424242');
    expect(await cardsOf(customer)).toEqual([]);
  });

  it('has the same fingerprint whenever its number is entered', async () => {
    const customer = await createCustomer();
    await saveCard(customer);
    await saveCard(customer);
    await saveCard(customer, '5555555555554444');
    const [other, again, first] = (await cardsOf(customer)).map(({ card }) => card?.fingerprint);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('pays again for its customer, and for nobody else', async () => {
    const [customer, stranger] = [await createCustomer(), await createCustomer()];
    const card = await saveCard(customer);
    expect(await payWith(card, customer)).toMatchObject({ status: 'succeeded' });
    const { error } = await payWith(card, stranger);
    expect(error).toMatchObject({ param: 'payment_method' });
    expect(error?.message).toContain('The payment method must be attached to the customer.');
    expect((await payWith(card)).error).toMatchObject({ param: 'customer' });
  });

  it('cannot be moved to another customer by a browser', async () => {
    const card = await saveCard(await createCustomer());
    const intent = await intentOf(await createCustomer());
    const { status, body } = await shop.confirm(intent, '4242424242424242', {
      customer: 'cus_1',
      payment_method: card,
    });
    expect([status, body.error?.param]).toEqual([400, 'customer']);
  });

  it('cannot pay after it was detached, or its customer deleted', async () => {
    const customer = await createCustomer();
    const [removed, left] = [await saveCard(customer), await saveCard(customer)];
    expect(await shop.stripe.paymentMethods.detach(removed)).toMatchObject({ id: removed, customer: null });
    await expect(shop.stripe.paymentMethods.detach(removed)).rejects.toMatchObject({ statusCode: 400 });
    expect((await cardsOf(customer)).map(({ id }) => id)).toEqual([left]);
    expect((await payWith(removed, customer)).error?.message).toContain('It may not be used again.');
    await shop.stripe.customers.del(customer);
    expect((await payWith(left)).error?.message).toContain('It may not be used again.');
  });

  it('is declined after its month', async () => {
    const customer = await createCustomer();
    const intent = await intentOf(customer, 'on_session');
    const soon = new Date(shop.clock.now().getTime());
    const month = { exp_month: String(soon.getUTCMonth() + 1), exp_year: String(soon.getUTCFullYear()) };
    const { body } = await shop.confirm(intent, { number: '4242424242424242', ...month });
    shop.clock.advance({ days: 31 });
    expect((await payWith(String(body.payment_method), customer)).error).toMatchObject({ code: 'expired_card' });
  });
});
