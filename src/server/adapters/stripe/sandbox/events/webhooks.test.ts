import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  confirmInBrowser,
  openTestSandbox,
  SANDBOX_KEYS,
  stripeClient,
  type TestSandbox,
  WAIT,
} from '#test/servers/stripe-sandbox.ts';

let shop: TestSandbox;
beforeAll(async () => {
  shop = await openTestSandbox();
});
afterEach(() => {
  shop.webhooks.answer = 200;
  shop.sandbox.faults.clear();
});
afterAll(() => shop.close());

/** Types of the events about this intent, in the order in which they came. */
const eventTypesOf = (intentId: string) =>
  shop.webhooks.received
    .filter(({ data }) => 'id' in data.object && data.object.id === intentId)
    .map(({ type }) => type);

describe('a webhook is sent', () => {
  it('with a signature that the SDK accepts, and what the event list says too', async () => {
    const { id } = await shop.paid(1_000);
    const event = await shop.webhooks.arrivalOf('payment_intent.succeeded', id);
    expect(event).toMatchObject({ object: 'event', livemode: false, data: { object: { id, status: 'succeeded' } } });
    expect(await shop.stripe.events.retrieve(event.id)).toEqual(event);
    const listed = await shop.stripe.events.list({ types: ['payment_intent.succeeded'], limit: 1 });
    expect(listed.data).toEqual([event]);
    await expect(shop.stripe.events.retrieve('evt_none')).rejects.toMatchObject({ statusCode: 404 });
  });

  it.each([
    ['4242424242424242', ['payment_intent.created', 'payment_intent.succeeded']],
    ['4000000000000002', ['payment_intent.created', 'payment_intent.payment_failed']],
    ['4000002760003184', ['payment_intent.created', 'payment_intent.requires_action']],
  ])('after %s', async (number, types) => {
    const intent = await shop.intent();
    await shop.confirm(intent, number);
    await expect.poll(() => eventTypesOf(intent.id).toSorted(), WAIT).toEqual(types.toSorted());
  });

  it('with the causing request', async () => {
    const { id } = await shop.stripe.paymentIntents.create(
      { amount: 1_000, currency: 'usd' },
      { idempotencyKey: 'checkout-12' },
    );
    const created = await shop.webhooks.arrivalOf('payment_intent.created', id);
    expect(created.request).toMatchObject({ idempotency_key: 'checkout-12', id: expect.stringMatching(/^req_/) });
  });

  it('but not for rolled-back changes', async () => {
    const { id } = await shop.paid(1_000);
    await expect(shop.stripe.refunds.create({ payment_intent: id, amount: 1_001 })).rejects.toThrow();
    const refunds = await shop.stripe.events.list({ type: 'charge.refunded' });
    expect(refunds.data).toEqual([]);
  });
});

describe('a shop that rejects a webhook', () => {
  it('gets it again until it accepts', async () => {
    shop.webhooks.answer = 500;
    const { id } = await shop.intent();
    await expect.poll(() => shop.webhooks.callsAbout(id), WAIT).toBeGreaterThan(0);
    shop.webhooks.answer = 200;
    expect(eventTypesOf(id)).toEqual([]);
    shop.clock.advance({ minutes: 2 });
    await shop.webhooks.arrivalOf('payment_intent.created', id);
  });

  it('gets it after a restart of the sandbox', async () => {
    shop.webhooks.answer = 500;
    const { id } = await shop.intent();
    await shop.restart();
    shop.webhooks.answer = 200;
    shop.clock.advance({ minutes: 2 });
    await shop.webhooks.arrivalOf('payment_intent.created', id);
  });

  it('does not prevent the sandbox from closing, and gets it from the next one', async () => {
    shop.webhooks.answer = 'nothing';
    const { id } = await shop.intent();
    await expect.poll(() => shop.webhooks.callsAbout(id), WAIT).toBe(1);
    await shop.restart();
    shop.webhooks.answer = 200;
    await shop.webhooks.arrivalOf('payment_intent.created', id);
  });
});

describe('webhooks with simulated faults', () => {
  it('are sent twice', async () => {
    shop.sandbox.faults.set({ operation: 'webhook', kind: 'duplicate' });
    const { id } = await shop.intent();
    await expect.poll(() => eventTypesOf(id), WAIT).toEqual(['payment_intent.created', 'payment_intent.created']);
    const events = await shop.stripe.events.list({ type: 'payment_intent.created' });
    expect(events.data.filter(({ data }) => 'id' in data.object && data.object.id === id)).toHaveLength(1);
  });

  it('are never sent, although the event exists', async () => {
    shop.sandbox.faults.set({ operation: 'webhook', kind: 'drop' });
    const lost = await shop.intent();
    const next = await shop.intent();
    await shop.webhooks.arrivalOf('payment_intent.created', next.id);
    expect(eventTypesOf(lost.id)).toEqual([]);
    const events = await shop.stripe.events.list({ type: 'payment_intent.created', limit: 2 });
    expect(events.data.map(({ data }) => 'id' in data.object && data.object.id)).toEqual([next.id, lost.id]);
  });

  it('are sent late', async () => {
    shop.sandbox.faults.set({ operation: 'webhook', kind: 'delay', ms: 600_000 });
    const late = await shop.intent();
    const next = await shop.intent();
    await shop.webhooks.arrivalOf('payment_intent.created', next.id);
    expect(eventTypesOf(late.id)).toEqual([]);
    shop.clock.advance({ minutes: 11 });
    await shop.webhooks.arrivalOf('payment_intent.created', late.id);
  });

  it('are sent in reverse order', async () => {
    shop.sandbox.faults.set({ operation: 'webhook', kind: 'reverse', count: 3, ms: 60_000 });
    const intent = await shop.paid(1_000);
    shop.clock.advance({ minutes: 2 });
    await expect
      .poll(() => eventTypesOf(intent.id), WAIT)
      .toEqual(['payment_intent.succeeded', 'payment_intent.created']);
  });
});

describe('a sandbox that is killed', () => {
  const START = `
    import { startSandbox } from '#server/adapters/stripe/sandbox/server.ts';
    import { pino } from 'pino';
    const sandbox = await startSandbox({ ...JSON.parse(process.argv[1]), now: () => new Date(), log: pino({ level: 'silent' }) });
    process.stdout.write(sandbox.url);
  `;

  async function startProcess() {
    const options = { ...SANDBOX_KEYS, database: shop.databaseUrl, webhookUrl: shop.webhooks.url };
    const child = spawn(process.execPath, ['--input-type=module', '--eval', START, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    const kill = async () => {
      child.kill('SIGKILL');
      await exit;
    };
    onTestFinished(kill);
    const [url] = (await once(child.stdout, 'data')) as [Buffer];
    return { url: String(url), kill };
  }

  it('keeps every payment and undelivered webhook', async () => {
    await shop.sandbox.close();
    const doomed = await startProcess();
    const stripe = stripeClient(doomed.url);
    shop.webhooks.answer = 'nothing';
    const intent = await stripe.paymentIntents.create({ amount: 7_700, currency: 'usd', metadata: { checkout: '9' } });
    const other = await stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
    expect((await confirmInBrowser(doomed.url, intent, '4242424242424242')).status).toBe(200);
    await fetch(`${doomed.url}/sandbox/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SANDBOX_KEYS.secretKey}` },
      body: new URLSearchParams({ operation: 'refund', kind: 'timeout_after' }),
    });
    // Killed between the refund and its response.
    const refund = { payment_intent: intent.id, amount: 700 };
    const lost = stripe.refunds.create(refund, { idempotencyKey: 'refund-1' }).catch((error: unknown) => error);
    await expect
      .poll(async () => (await stripe.refunds.list({ payment_intent: intent.id })).data, WAIT)
      .toHaveLength(1);
    await doomed.kill();
    expect(await lost).toMatchObject({ type: 'StripeConnectionError' });

    shop.webhooks.answer = 200;
    shop.clock.advance({ minutes: 1 });
    await shop.restart();
    expect(await shop.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 7_700,
      metadata: { checkout: '9' },
    });
    expect((await shop.confirm(other, '4242424242424242')).body.status).toBe('succeeded');
    const again = await shop.stripe.refunds.create(refund, { idempotencyKey: 'refund-1' });
    expect(again.lastResponse.headers).toMatchObject({ 'idempotent-replayed': 'true' });
    await shop.webhooks.arrivalOf('payment_intent.succeeded', intent.id);
    await shop.webhooks.arrivalOf('refund.created', again.id);
  }, 60_000);
});
