import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestSandbox, SANDBOX_KEYS, stripeClient, type TestSandbox, WAIT } from '#test/servers/stripe-sandbox.ts';

let shop: TestSandbox;
beforeAll(async () => {
  shop = await openTestSandbox();
});
afterEach(() => shop.sandbox.faults.clear());
afterAll(() => shop.close());

const TERMS = { amount: 1_000, currency: 'usd' };

const callSwitches = (method: string, fields: Record<string, string> = {}) =>
  fetch(`${shop.sandbox.url}/sandbox/faults`, {
    method,
    headers: { authorization: `Bearer ${SANDBOX_KEYS.secretKey}` },
    ...(method === 'POST' && { body: new URLSearchParams(fields) }),
  });

describe('a simulated fault', () => {
  it.each([
    ['409', { statusCode: 409, code: 'idempotency_key_in_use' }],
    ['429', { statusCode: 429, type: 'StripeRateLimitError', code: 'rate_limit' }],
    ['500', { statusCode: 500, type: 'StripeAPIError' }],
  ] as const)('%s rejects one call before it has an effect', async (kind, refusal) => {
    const { id } = await shop.intent();
    shop.sandbox.faults.set({ operation: 'cancel', kind });
    await expect(shop.stripe.paymentIntents.cancel(id)).rejects.toMatchObject(refusal);
    expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
    expect((await shop.stripe.paymentIntents.cancel(id)).status).toBe('canceled');
  });

  it('applies the requested number of times, and only to its operation', async () => {
    const { id } = await shop.intent();
    shop.sandbox.faults.set({ operation: 'retrieve', kind: '500', count: 2 });
    const retrieve = () => shop.stripe.paymentIntents.retrieve(id);
    await expect(retrieve()).rejects.toMatchObject({ statusCode: 500 });
    await shop.stripe.paymentIntents.update(id, { amount: 900 });
    await expect(retrieve()).rejects.toMatchObject({ statusCode: 500 });
    expect((await retrieve()).amount).toBe(900);
  });

  it('is survived by the SDK with retries', async () => {
    shop.sandbox.faults.set({ operation: 'create', kind: '500' });
    const patient = stripeClient(shop.sandbox.url, { maxNetworkRetries: 1 });
    expect((await patient.paymentIntents.create(TERMS)).status).toBe('requires_payment_method');
  });

  it('times out before the effect: nothing has happened', async () => {
    const { id } = await shop.intent();
    shop.sandbox.faults.set({ operation: 'cancel', kind: 'timeout_before' });
    const hasty = stripeClient(shop.sandbox.url, { timeout: 200 });
    await expect(hasty.paymentIntents.cancel(id)).rejects.toMatchObject({ type: 'StripeConnectionError' });
    expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
  });

  it('closes the connection after the effect: the SDK retries with its key and gets the first response', async () => {
    const { id } = await shop.paid(1_000);
    shop.sandbox.faults.set({ operation: 'refund', kind: 'timeout_after', ms: 0 });
    const refund = await shop.stripe.refunds.create({ payment_intent: id, amount: 400 });
    expect(refund.lastResponse.headers).toMatchObject({ 'idempotent-replayed': 'true' });
    expect((await shop.stripe.refunds.list({ payment_intent: id })).data.map(({ amount }) => amount)).toEqual([400]);
  });

  it('closes the browser’s connection after the effect: the intent shows the result', async () => {
    const intent = await shop.intent();
    shop.sandbox.faults.set({ operation: 'confirm', kind: 'timeout_after', ms: 50 });
    await expect(shop.confirm(intent, '4242424242424242')).rejects.toThrow('fetch failed');
    expect((await shop.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  it('keeps a payment processing for a while', async () => {
    const intent = await shop.intent();
    shop.sandbox.faults.set({ operation: 'confirm', kind: 'processing', ms: 60_000 });
    expect((await shop.confirm(intent, '4242424242424242')).body.status).toBe('processing');
    await shop.webhooks.arrivalOf('payment_intent.processing', intent.id);
    await expect(shop.stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    await expect(shop.stripe.paymentIntents.update(intent.id, { amount: 1 })).rejects.toThrow();
    shop.clock.advance({ minutes: 2 });
    await shop.webhooks.arrivalOf('payment_intent.succeeded', intent.id);
    const paid = await shop.stripe.paymentIntents.retrieve(intent.id);
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: intent.amount });
  });
});

describe('the fault endpoints', () => {
  it('are set, listed and cleared with the secret key', async () => {
    const set = await callSwitches('POST', { operation: 'confirm', kind: 'timeout_after', count: '3', ms: '250' });
    expect(await set.json()).toMatchObject({
      data: [{ operation: 'confirm', kind: 'timeout_after', count: 3, ms: 250 }],
    });
    expect(await (await callSwitches('GET')).json()).toMatchObject({ data: [{ count: 3 }] });
    expect(await (await callSwitches('DELETE')).json()).toMatchObject({ data: [] });
    expect(shop.sandbox.faults.list()).toEqual([]);
  });

  it.each([
    { operation: 'confirm', kind: 'earthquake' },
    { operation: 'everything', kind: '500' },
    { operation: 'cancel', kind: 'drop' },
    { operation: 'refund', kind: 'processing' },
    { operation: 'confirm', kind: '500', count: '1001' },
    { operation: 'confirm', kind: 'timeout_before', ms: '600001' },
    { operation: 'confirm' },
  ])('refuse %j', async (fields: Record<string, string>) => {
    expect((await callSwitches('POST', fields)).status).toBe(400);
    expect(shop.sandbox.faults.list()).toEqual([]);
  });

  it('are off after a restart', async () => {
    shop.sandbox.faults.set({ operation: 'create', kind: '500' });
    await shop.restart();
    expect((await shop.intent()).status).toBe('requires_payment_method');
  });

  it('do not prevent the sandbox from closing', async () => {
    const { id } = await shop.intent();
    shop.sandbox.faults.set({ operation: 'cancel', kind: 'timeout_before', ms: 600_000 });
    const lost = shop.stripe.paymentIntents.cancel(id).catch((error: unknown) => error);
    await expect.poll(() => shop.sandbox.faults.list(), WAIT).toEqual([]);
    await shop.restart();
    expect(await lost).toMatchObject({ type: 'StripeConnectionError' });
  });
});
