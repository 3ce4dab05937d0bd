import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestSandbox, type TestSandbox } from '#test/servers/stripe-sandbox.ts';

let shop: TestSandbox;
beforeAll(async () => {
  shop = await openTestSandbox();
});
afterAll(() => shop.close());

const eventsOf = async (intentId: string, type: string) => {
  const events = await shop.stripe.events.list({ type, limit: 100 });
  return events.data.filter(({ data }) => 'id' in data.object && data.object.id === intentId);
};

const chargesOf = async (intentId: string) =>
  (await shop.stripe.charges.list({ payment_intent: intentId, limit: 100 })).data;

it('charges once when one intent is confirmed fifty times at once', async () => {
  const intent = await shop.intent(3_000);
  const replies = await Promise.all(Array.from({ length: 50 }, () => shop.confirm(intent, '4242424242424242')));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = replies.filter(({ status }) => status === 400);
  expect(refused).toHaveLength(49);
  for (const { body } of refused) {
    expect(body.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
      message:
        'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      payment_intent: { status: 'succeeded' },
    });
  }
  expect(await chargesOf(intent.id)).toHaveLength(1);
  expect(await eventsOf(intent.id, 'payment_intent.succeeded')).toHaveLength(1);
});

it('lets either confirming or canceling win', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, async (_, i) => {
      const intent = await shop.intent();
      const confirm = () => shop.confirm(intent, '4242424242424242');
      const cancel = () => shop.stripe.paymentIntents.cancel(intent.id).catch((error: unknown) => error);
      await Promise.all(i % 2 === 0 ? [confirm(), cancel()] : [cancel(), confirm()]);
      const [{ status }, charges] = [await shop.stripe.paymentIntents.retrieve(intent.id), await chargesOf(intent.id)];
      const events = [
        await eventsOf(intent.id, 'payment_intent.succeeded'),
        await eventsOf(intent.id, 'payment_intent.canceled'),
      ].map(({ length }) => length);
      return { status, charges: charges.length, events };
    }),
  );
  for (const outcome of outcomes) {
    expect([
      { status: 'succeeded', charges: 1, events: [1, 0] },
      { status: 'canceled', charges: 0, events: [0, 1] },
    ]).toContainEqual(outcome);
  }
});

it('charges the amount at the time when paying and changing overlap', async () => {
  const paid = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const intent = await shop.intent(1_000);
      const change = shop.stripe.paymentIntents.update(intent.id, { amount: 2_000 }).then(
        () => 'changed' as const,
        () => 'too late' as const,
      );
      const [{ body }, changed] = await Promise.all([shop.confirm(intent, '4242424242424242'), change]);
      const [charge] = await chargesOf(intent.id);
      return { changed, shown: body.amount, charged: charge?.amount };
    }),
  );
  for (const { changed, shown, charged } of paid) {
    expect({ changed, shown, charged }).toEqual(
      changed === 'changed' ? { changed, shown: 2_000, charged: 2_000 } : { changed, shown: 1_000, charged: 1_000 },
    );
  }
});

it('answers concurrent good and bad cards correctly', async () => {
  const intent = await shop.intent();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => shop.confirm(intent, i % 2 ? '4242424242424242' : '4000000000000002')),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const charges = await chargesOf(intent.id);
  expect(charges.filter(({ paid }) => paid)).toHaveLength(1);
  expect(charges.filter(({ paid }) => !paid)).toHaveLength(replies.filter(({ status }) => status === 402).length);
});
