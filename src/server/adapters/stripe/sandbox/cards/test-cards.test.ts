import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSandbox, type TestSandbox } from '#test/servers/stripe-sandbox.ts';
import { TEST_CARDS } from './test-cards.ts';

let shop: TestSandbox;
beforeAll(async () => {
  shop = await openTestSandbox();
});
afterAll(() => shop.close());

const DECLINES = [
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
  ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
  ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
  ['4000000000000101', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
  ['4000000000000119', 'processing_error', 'processing_error', expect.stringContaining('error occurred')],
  ['4000000000006975', 'card_declined', 'card_velocity_exceeded', expect.stringContaining('too frequently')],
  ['4100000000000019', 'card_declined', 'fraudulent', 'Your card was declined.'],
] as const;

describe('a card that pays', () => {
  it.each([
    ['4242424242424242', 'visa'],
    ['4111111111111111', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['378282246310005', 'amex'],
    ['6011111111111117', 'discover'],
    ['3056930009020004', 'diners'],
    ['3566002020360505', 'jcb'],
    ['6205500000000000004', 'unionpay'],
  ])('%s is a %s', async (number, brand) => {
    const { id } = await shop.paid(1_000, number);
    const paid = await shop.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(paid.latest_charge).toMatchObject({
      payment_method_details: { card: { brand, last4: number.slice(-4) } },
    });
  });
});

describe('a card that is declined', () => {
  it.each(DECLINES)('%s answers 402 with %s and %s', async (number, code, declineCode, message) => {
    const intent = await shop.intent();
    const { status, body, headers } = await shop.confirm(intent, number);
    expect(status).toBe(402);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(body.error).toMatchObject({
      type: 'card_error',
      code,
      decline_code: declineCode,
      message,
      payment_intent: { id: intent.id, status: 'requires_payment_method', payment_method: null },
      payment_method: { object: 'payment_method', card: { last4: number.slice(-4) } },
    });
    expect(body.error?.payment_intent).not.toHaveProperty('metadata');
    const after = await shop.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { code, decline_code: declineCode },
      latest_charge: { status: 'failed', paid: false, failure_code: code },
    });
  });

  it('leaves the intent payable with another card', async () => {
    const intent = await shop.intent();
    await shop.confirm(intent, '4000000000009995');
    expect((await shop.confirm(intent, '4242424242424242')).body).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    });
    const charges = await shop.stripe.charges.list({ payment_intent: intent.id });
    expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });

  it('can be used by the SDK with its test id', async () => {
    const declined = shop.stripe.paymentIntents.create({
      amount: 1_000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa_chargeDeclinedStolenCard',
    });
    await expect(declined).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'stolen_card',
      payment_intent: { status: 'requires_payment_method' },
    });
  });

  it('has no CVC check to fail when no CVC is given', async () => {
    const { body } = await shop.confirm(await shop.intent(), { number: '4000000000000127', cvc: '' });
    expect(body.status).toBe('succeeded');
  });

  it('includes all real cards', async () => {
    const { status, body } = await shop.confirm(await shop.intent(), '4539578763621486');
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' });
  });
});

describe('a mistyped card', () => {
  const pastYear = String(new Date().getUTCFullYear() - 1);
  it.each([
    [{ number: '4242424242424241' }, 'incorrect_number', 'number'],
    [{ number: '42424242' }, 'invalid_number', 'number'],
    [{ number: 'four' }, 'invalid_number', 'number'],
    [{ number: '4242424242424242', exp_month: '13' }, 'invalid_expiry_month', 'exp_month'],
    [{ number: '4242424242424242', exp_year: pastYear }, 'invalid_expiry_year', 'exp_year'],
    [{ number: '4242424242424242', exp_year: '95' }, 'invalid_expiry_year', 'exp_year'],
    [{ number: '4242424242424242', cvc: '99' }, 'invalid_cvc', 'cvc'],
    [{ number: '378282246310005', cvc: '123' }, 'invalid_cvc', 'cvc'],
  ])('%j is refused with %s', async (card, code, param) => {
    const intent = await shop.intent();
    const { status, body } = await shop.confirm(intent, card);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, param });
    expect((await shop.stripe.charges.list({ payment_intent: intent.id })).data).toEqual([]);
  });

  it('expired last month', async () => {
    const now = shop.clock.now();
    const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
    const { status, body } = await shop.confirm(await shop.intent(), {
      number: '4242424242424242',
      exp_month: String(lastMonth.getUTCMonth() + 1),
      exp_year: String(lastMonth.getUTCFullYear()),
    });
    expect(status).toBe(402);
    expect(body.error?.code).toMatch(/^invalid_expiry_/);
  });

  it('is valid until the end of its month', async () => {
    const now = shop.clock.now();
    const { body } = await shop.confirm(await shop.intent(), {
      number: '4242424242424242',
      exp_month: String(now.getUTCMonth() + 1),
      exp_year: String(now.getUTCFullYear()),
    });
    expect(body.status).toBe('succeeded');
  });
});

it('every card of the list has a number and an id of its own', () => {
  expect(new Set(TEST_CARDS.map(({ number }) => number)).size).toBe(TEST_CARDS.length);
  expect(new Set(TEST_CARDS.map(({ id }) => id)).size).toBe(TEST_CARDS.length);
});

it('every listed card can be entered', async () => {
  const replies = await Promise.all(
    TEST_CARDS.map(async ({ number }) => ({
      number,
      error: (await shop.confirm(await shop.intent(), number)).body.error,
    })),
  );
  const refused = replies.filter(
    ({ error }) => /number|invalid/.test(error?.code ?? '') || error?.decline_code === 'test_mode_live_card',
  );
  expect(refused).toEqual([]);
});

it('no card number and no CVC is stored or logged', async () => {
  const intent = await shop.intent();
  const marked = { number: '4000000000009995', cvc: '719' };
  await shop.confirm(intent, marked, { unknown: 'x' });
  await fetch(`${shop.sandbox.url}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    headers: { 'idempotency-key': 'kept' },
    body: new URLSearchParams({
      key: 'pk_test_of_the_tests',
      client_secret: intent.client_secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': marked.number,
      'payment_method_data[card][cvc]': marked.cvc,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
    }),
  });
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'sandbox'`,
  );
  expect(tables.length).toBeGreaterThan(5);
  const dumps: string[] = [];
  for (const { name } of tables) dumps.push(JSON.stringify((await client.query(`SELECT * FROM sandbox.${name}`)).rows));
  await client.end();
  const everything = dumps.join('') + shop.log.text();
  expect(everything).toContain('9995');
  expect(everything).not.toContain(marked.number);
  expect(everything).not.toContain('"719"');
});
