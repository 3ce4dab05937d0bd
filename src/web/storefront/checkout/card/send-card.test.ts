import { beforeEach, expect, test, vi } from 'vitest';
import { readDraft, saveDraft } from '#web/shared/checkout/draft.ts';
import type { CardForm, CardResult, OpenPayment } from './card-form.ts';
import { sendCard } from './send-card.ts';

const SHOPPER = 7;
const PAYMENT = { payment_intent_id: 'pi_1' } as OpenPayment;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  saveDraft(SHOPPER, { shippingMethod: 'express' });
  return () => vi.unstubAllGlobals();
});

const paying = () => readDraft(SHOPPER).paying;

const send = (confirm: CardForm['confirm']) => sendCard({ confirm }, PAYMENT, SHOPPER);

test('a payment is remembered while the provider decides, and after it was taken', async () => {
  const result = await send(async () => {
    expect(paying()).toBe('pi_1');
    return { outcome: 'taken' };
  });
  expect(result).toEqual({ outcome: 'taken' });
  expect(readDraft(SHOPPER)).toMatchObject({ paying: 'pi_1', shippingMethod: 'express' });
});

test.each<CardResult>([
  { outcome: 'refused', message: 'Your card was declined.', isDeclined: true },
  { outcome: 'closed' },
  { outcome: 'changed' },
])('a payment that was $outcome is no longer remembered', async (result) => {
  expect(await send(async () => result)).toEqual(result);
  expect(paying()).toBeUndefined();
});

test('a form that fails is a refusal with its message', async () => {
  expect(await send(() => Promise.reject(new Error('The card form is gone.')))).toEqual({
    outcome: 'refused',
    message: 'The card form is gone.',
  });
  expect(paying()).toBeUndefined();
});

test("a payment is remembered at the bank's page, until the shopper comes back without paying", async () => {
  const listen = vi.fn<(event: string, comeBack: () => void) => void>();
  vi.stubGlobal('addEventListener', listen);
  const sent = send(async () => ({ outcome: 'redirecting' }));
  await vi.waitFor(() => expect(listen).toHaveBeenCalled());
  expect(paying()).toBe('pi_1');
  const [event, comeBack] = listen.mock.lastCall ?? [];
  expect(event).toBe('pageshow');
  comeBack?.();
  expect(await sent).toEqual({ outcome: 'redirecting' });
  expect(paying()).toBeUndefined();
});
