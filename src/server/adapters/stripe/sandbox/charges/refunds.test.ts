import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSandbox, type TestSandbox, WAIT } from '#test/servers/stripe-sandbox.ts';

let shop: TestSandbox;
beforeAll(async () => {
  shop = await openTestSandbox();
});
afterAll(() => shop.close());

const chargeOf = async (intentId: string) => {
  const [charge] = (await shop.stripe.charges.list({ payment_intent: intentId })).data;
  if (charge === undefined) throw new Error('The intent has no charge');
  return charge;
};

describe('a refund', () => {
  it('refunds everything by default', async () => {
    const { id } = await shop.paid(2_500);
    const refund = await shop.stripe.refunds.create({
      payment_intent: id,
      reason: 'requested_by_customer',
      metadata: { refund: '3' },
    });
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 2_500,
      status: 'succeeded',
      reason: 'requested_by_customer',
      payment_intent: id,
      metadata: { refund: '3' },
    });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 2_500, refunded: true });
    expect(await shop.stripe.refunds.retrieve(refund.id)).toEqual(refund);
  });

  it('refunds parts until nothing is left', async () => {
    const { id } = await shop.paid(1_000);
    const charge = (await chargeOf(id)).id;
    await shop.stripe.refunds.create({ charge, amount: 300 });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 300, refunded: false });
    await expect(shop.stripe.refunds.create({ charge, amount: 701 })).rejects.toMatchObject({
      statusCode: 400,
      code: undefined,
      param: 'amount',
      message: 'Refund amount ($7.01) is greater than unrefunded amount on charge ($7.00)',
    });
    expect((await shop.stripe.refunds.create({ charge })).amount).toBe(700);
    await expect(shop.stripe.refunds.create({ charge, amount: 1 })).rejects.toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
    });
    const refunds = await shop.stripe.refunds.list({ payment_intent: id });
    expect(refunds.data.map(({ amount }) => amount)).toEqual([700, 300]);
  });

  it('never exceeds the payment, however many run at once', async () => {
    const { id } = await shop.paid(1_000);
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => shop.stripe.refunds.create({ payment_intent: id, amount: 90 })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(11);
    expect((await chargeOf(id)).amount_refunded).toBe(990);
  });

  it('refunds everything once when requested concurrently', async () => {
    const { id } = await shop.paid(1_000);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => shop.stripe.refunds.create({ payment_intent: id })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 1_000, refunded: true });
  });

  it('refunds the rest when a part is refunded concurrently', async () => {
    const sums = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { id } = await shop.paid(1_000);
        const part = shop.stripe.refunds.create({ payment_intent: id, amount: 300 }).catch(() => undefined);
        const rest = await shop.stripe.refunds.create({ payment_intent: id });
        return ((await part)?.amount ?? 0) + rest.amount;
      }),
    );
    expect(sums).toEqual(Array(20).fill(1_000));
  });

  it('is rejected without a payment', async () => {
    const open = await shop.intent();
    await expect(shop.stripe.refunds.create({ payment_intent: open.id })).rejects.toMatchObject({ statusCode: 400 });
    await shop.confirm(open, '4000000000000002');
    const charge = (await chargeOf(open.id)).id;
    await expect(shop.stripe.refunds.create({ charge })).rejects.toMatchObject({ statusCode: 400 });
    await expect(shop.stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({ statusCode: 404 });
    await expect(shop.stripe.refunds.create({ charge: 'ch_none' })).rejects.toMatchObject({ statusCode: 404 });
    await expect(shop.stripe.refunds.create({})).rejects.toMatchObject({ code: 'parameter_missing' });
  });

  it('sends a webhook', async () => {
    const { id } = await shop.paid(1_000);
    const refund = await shop.stripe.refunds.create({ payment_intent: id, amount: 400 });
    const charge = await chargeOf(id);
    expect((await shop.webhooks.arrivalOf('charge.refunded', charge.id)).data.object).toEqual(charge);
    expect((await shop.webhooks.arrivalOf('refund.created', refund.id)).data.object).toEqual(refund);
    await shop.webhooks.arrivalOf('refund.updated', refund.id);
  });
});

describe('a bank with delayed refund results', () => {
  it('leaves it pending, then succeeds', async () => {
    const { id } = await shop.paid(1_000, '4000000000007726');
    const refund = await shop.stripe.refunds.create({ payment_intent: id });
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    shop.clock.advance({ minutes: 1 });
    await expect.poll(async () => (await shop.stripe.refunds.retrieve(refund.id)).status, WAIT).toBe('succeeded');
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 1_000 });
  });

  it('succeeds, then fails and returns the money to the shop', async () => {
    const { id } = await shop.paid(1_000, '4000000000005126');
    const refund = await shop.stripe.refunds.create({ payment_intent: id, amount: 600 });
    expect(refund.status).toBe('succeeded');
    shop.clock.advance({ minutes: 1 });
    await expect.poll(async () => (await shop.stripe.refunds.retrieve(refund.id)).status, WAIT).toBe('failed');
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 0, refunded: false });
    const failed = await shop.webhooks.arrivalOf('refund.failed', refund.id);
    expect(failed.data.object).toMatchObject({ failure_reason: 'expired_or_canceled_card' });
  });
});
