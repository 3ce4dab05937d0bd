import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmInBrowser, openTestSandbox, type TestSandbox } from '#test/servers/stripe-sandbox.ts';

let shop: TestSandbox;
beforeAll(async () => {
  shop = await openTestSandbox();
});
afterAll(() => shop.close());

const RETURN_URL = 'http://shop.test/order-success?from=checkout';

async function challenged(number = '4000002760003184', more: Record<string, string> = { return_url: RETURN_URL }) {
  const intent = await shop.intent(4_999);
  const { status, body } = await shop.confirm(intent, number, more);
  expect(status).toBe(200);
  expect(body.status).toBe('requires_action');
  return { intent, url: body.next_action?.redirect_to_url?.url ?? '', nextAction: body.next_action };
}

const answer = (url: string, outcome: 'complete' | 'fail') =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome }) });

const stateOf = ({ id }: Stripe.PaymentIntent) =>
  shop.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });

describe('a card that asks for 3-D Secure', () => {
  it.each(['4000002500003155', '4000002760003184', '4000000000003220', '4000003800000446'])(
    '%s sends the payer to a page, and is charged only after it',
    async (number) => {
      const { intent, url, nextAction } = await challenged(number);
      expect(nextAction).toEqual({ type: 'redirect_to_url', redirect_to_url: { url, return_url: RETURN_URL } });
      expect((await shop.stripe.charges.list({ payment_intent: intent.id })).data).toEqual([]);
      await answer(url, 'complete');
      expect(await stateOf(intent)).toMatchObject({
        status: 'succeeded',
        amount_received: 4_999,
        next_action: null,
        latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
      });
    },
  );

  it('shows a page that works without scripts and may send the payer back only to the shop', async () => {
    const { url } = await challenged();
    const response = await fetch(url);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http://shop.test;");
    expect(policy).not.toContain('unsafe');
    expect(page).not.toContain('<script');
    expect(page).toContain('$49.99');
    expect(page).toContain('Visa ending in 3184');
    expect(page).toMatch(/<button[^>]*value="complete"[^>]*>Complete<\/button>/);
    expect(page).toMatch(/<button[^>]*value="fail"[^>]*>Fail<\/button>/);
  });

  it('returns with the intent and its result', async () => {
    const { intent, url } = await challenged();
    const response = await answer(url, 'complete');
    expect(response.status).toBe(303);
    const back = new URL(response.headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe('http://shop.test/order-success');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      from: 'checkout',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
  });

  it('is not charged when the payer fails, who may then take another card', async () => {
    const { intent, url } = await challenged();
    const back = new URL((await answer(url, 'fail')).headers.get('location') ?? '');
    expect(back.searchParams.get('redirect_status')).toBe('failed');
    expect(await stateOf(intent)).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      latest_charge: null,
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    expect((await shop.confirm(intent, '4242424242424242')).body.status).toBe('succeeded');
  });

  it.each([
    ['4000008400001629', 'generic_decline'],
    ['4000008260003178', 'insufficient_funds'],
  ])('%s is declined after a passed challenge with %s', async (number, declineCode) => {
    const { intent, url } = await challenged(number);
    const back = new URL((await answer(url, 'complete')).headers.get('location') ?? '');
    expect(back.searchParams.get('redirect_status')).toBe('failed');
    expect(await stateOf(intent)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: declineCode },
      latest_charge: { status: 'failed' },
    });
  });

  it('is charged once when the answer is given many times at once', async () => {
    const { intent, url } = await challenged();
    const answers = await Promise.all(Array.from({ length: 20 }, () => answer(url, 'complete')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(303));
    expect((await shop.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });

  it('keeps the result of the first answer', async () => {
    const { intent, url } = await challenged();
    await answer(url, 'complete');
    const later = await answer(url, 'fail');
    expect(new URL(later.headers.get('location') ?? '').searchParams.get('redirect_status')).toBe('succeeded');
    expect((await stateOf(intent)).status).toBe('succeeded');
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(303);
  });

  it('cannot be charged after the shop has canceled', async () => {
    const { intent, url } = await challenged();
    await shop.stripe.paymentIntents.cancel(intent.id);
    const back = new URL((await answer(url, 'complete')).headers.get('location') ?? '');
    expect(back.searchParams.get('redirect_status')).toBe('failed');
    expect(await stateOf(intent)).toMatchObject({ status: 'canceled', latest_charge: null });
  });

  it('must be confirmed again after the amount has changed', async () => {
    const { intent, url } = await challenged();
    const changed = await shop.stripe.paymentIntents.update(intent.id, { amount: 5_999 });
    expect(changed).toMatchObject({ status: 'requires_confirmation', next_action: null });
    await answer(url, 'complete');
    expect(await stateOf(intent)).toMatchObject({ status: 'requires_confirmation', latest_charge: null });
    const again = await shop.stripe.paymentIntents.confirm(intent.id, { return_url: RETURN_URL });
    await answer(again.next_action?.redirect_to_url?.url ?? '', 'complete');
    expect(await stateOf(intent)).toMatchObject({ status: 'succeeded', amount_received: 5_999 });
  });

  it('can be replaced by another card, which invalidates the old page', async () => {
    const { intent, url } = await challenged();
    expect((await shop.confirm(intent, '5555555555554444')).body.status).toBe('succeeded');
    await answer(url, 'fail');
    expect((await stateOf(intent)).status).toBe('succeeded');
  });

  it('asks the payer to return manually without a return URL', async () => {
    const { intent, url } = await challenged('4000002760003184', {});
    const response = await answer(url, 'complete');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Payment confirmed');
    expect((await stateOf(intent)).status).toBe('succeeded');
  });

  it('uses the host name by which the browser reached the sandbox', async () => {
    const intent = await shop.intent();
    const byName = shop.sandbox.url.replace('127.0.0.1', 'localhost');
    const { body } = await confirmInBrowser(byName, intent, '4000002760003184', { return_url: RETURN_URL });
    expect(body.next_action?.redirect_to_url?.url).toMatch(`${byName}/sandbox/challenge/`);
  });

  it('still returns after a restart', async () => {
    const { intent, url } = await challenged();
    await shop.restart();
    const { next_action: nextAction } = await stateOf(intent);
    const moved = nextAction?.redirect_to_url?.url ?? '';
    expect(new URL(moved).pathname).toBe(new URL(url).pathname);
    await answer(moved, 'complete');
    expect((await stateOf(intent)).status).toBe('succeeded');
  });
});

it('an unknown page is not found', async () => {
  expect((await fetch(`${shop.sandbox.url}/sandbox/challenge/none`)).status).toBe(404);
  expect((await answer(`${shop.sandbox.url}/sandbox/challenge/none`, 'complete')).status).toBe(404);
});

it.each(['javascript:alert(1)', '/order-success', 'not an address'])('%s is not a valid return URL', async (url) => {
  const { status, body } = await shop.confirm(await shop.intent(), '4000002760003184', { return_url: url });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: 'url_invalid', param: 'return_url' });
});
