import pg from 'pg';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSandbox, SANDBOX_KEYS, type TestSandbox, WAIT } from '#test/servers/stripe-sandbox.ts';

let shop: TestSandbox;
beforeAll(async () => {
  shop = await openTestSandbox();
});
afterAll(() => shop.close());

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key-${keys}`;
};
const TERMS = { amount: 1_500, currency: 'usd' };

const countIntents = async () => (await shop.stripe.paymentIntents.list({ limit: 100 })).data.length;

describe('a call with an idempotency key', () => {
  it('is executed once, and its response repeated', async () => {
    const idempotencyKey = newKey();
    const before = await countIntents();
    const first = await shop.stripe.paymentIntents.create(TERMS, { idempotencyKey });
    const second = await shop.stripe.paymentIntents.create(TERMS, { idempotencyKey });
    expect(second).toEqual(first);
    expect(await countIntents()).toBe(before + 1);
    expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'idempotency-key': idempotencyKey,
      'original-request': first.lastResponse.requestId,
    });
    expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
  });

  it('is rejected when the key belongs to another request', async () => {
    const idempotencyKey = newKey();
    const { id } = await shop.stripe.paymentIntents.create(TERMS, { idempotencyKey });
    const refusal = { type: 'StripeIdempotencyError', statusCode: 400 };
    await expect(
      shop.stripe.paymentIntents.create({ ...TERMS, amount: 1_501 }, { idempotencyKey }),
    ).rejects.toMatchObject(refusal);
    await expect(shop.stripe.paymentIntents.cancel(id, {}, { idempotencyKey })).rejects.toMatchObject(refusal);
    expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
  });

  it('repeats a decline instead of asking the bank again', async () => {
    const { id } = await shop.intent();
    const confirm = (key: string) =>
      shop.stripe.paymentIntents.confirm(
        id,
        { payment_method: 'pm_card_visa_chargeDeclined' },
        { idempotencyKey: key },
      );
    const key = newKey();
    await expect(confirm(key)).rejects.toMatchObject({ code: 'card_declined' });
    await expect(confirm(key)).rejects.toMatchObject({
      code: 'card_declined',
      headers: { 'idempotent-replayed': 'true' },
    });
    expect((await shop.stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);
  });

  it('may be corrected when only its parameters were invalid', async () => {
    const idempotencyKey = newKey();
    const tooSmall = shop.stripe.paymentIntents.create({ ...TERMS, amount: 1 }, { idempotencyKey });
    await expect(tooSmall).rejects.toMatchObject({ code: 'amount_too_small' });
    expect((await shop.stripe.paymentIntents.create(TERMS, { idempotencyKey })).amount).toBe(1_500);
  });

  it('repeats a state error, even after the state has changed', async () => {
    const { id, client_secret } = await shop.intent();
    const key = newKey();
    const refund = () => shop.stripe.refunds.create({ payment_intent: id }, { idempotencyKey: key });
    await expect(refund()).rejects.toMatchObject({ statusCode: 400 });
    await shop.confirm({ id, client_secret }, '4242424242424242');
    await expect(refund()).rejects.toMatchObject({ statusCode: 400 });
    expect((await shop.stripe.refunds.create({ payment_intent: id })).status).toBe('succeeded');
  });

  it('has no effect when rejected', async () => {
    const { id } = await shop.paid();
    const client = new pg.Client({ connectionString: shop.databaseUrl });
    await client.connect();
    const countCards = async () => (await client.query('SELECT 1 FROM sandbox.payment_methods')).rowCount;
    const before = await countCards();
    const confirmed = shop.stripe.paymentIntents.confirm(
      id,
      { payment_method: 'pm_card_visa' },
      { idempotencyKey: newKey() },
    );
    await expect(confirmed).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(await countCards()).toBe(before);
    await client.end();
  });

  it('creates one refund however often it is sent', async () => {
    const { id } = await shop.paid(1_000);
    const key = newKey();
    const refunds: Stripe.Refund[] = [];
    for (let i = 0; i < 3; i += 1) {
      refunds.push(await shop.stripe.refunds.create({ payment_intent: id, amount: 100 }, { idempotencyKey: key }));
    }
    expect(new Set(refunds.map((refund) => refund.id)).size).toBe(1);
    expect((await shop.stripe.refunds.list({ payment_intent: id })).data).toHaveLength(1);
  });

  it('gets 409 while the first is running, and its response afterwards', async () => {
    const { id } = await shop.intent();
    const key = newKey();
    const confirm = () =>
      shop.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, { idempotencyKey: key });
    const holder = new pg.Client({ connectionString: shop.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM sandbox.payment_intents WHERE id = $1 FOR UPDATE', [id]);
    const first = confirm();
    await expect
      .poll(async () => {
        const { rows } = await holder.query(
          `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
           WHERE datname = current_database() AND locktype = 'advisory' AND granted`,
        );
        return rows.length;
      }, WAIT)
      .toBe(1);
    await expect(confirm()).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    await holder.query('ROLLBACK');
    await holder.end();
    expect((await first).status).toBe('succeeded');
    expect((await confirm()).lastResponse.headers).toMatchObject({ 'idempotent-replayed': 'true' });
  });

  it('is remembered after a restart, and deleted after a day', async () => {
    const idempotencyKey = newKey();
    const first = await shop.stripe.paymentIntents.create(TERMS, { idempotencyKey });
    await shop.restart();
    expect((await shop.stripe.paymentIntents.create(TERMS, { idempotencyKey })).id).toBe(first.id);
    shop.clock.advance({ days: 1, minutes: 1 });
    expect((await shop.stripe.paymentIntents.create(TERMS, { idempotencyKey })).id).not.toBe(first.id);
  });

  it('distinguishes two cards without storing their numbers', async () => {
    const intent = await shop.intent();
    const key = newKey();
    const confirm = (number: string) =>
      fetch(`${shop.sandbox.url}/v1/payment_intents/${intent.id}/confirm`, {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: new URLSearchParams({
          key: SANDBOX_KEYS.publishableKey,
          client_secret: intent.client_secret ?? '',
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': number,
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '34',
        }),
      });
    expect((await confirm('4000000000000002')).status).toBe(402);
    // Another card with the same first six and last four digits.
    const other = await confirm('4000000760000002');
    expect(other.status).toBe(400);
    expect(await other.json()).toMatchObject({ error: { type: 'idempotency_error' } });
  });
});
