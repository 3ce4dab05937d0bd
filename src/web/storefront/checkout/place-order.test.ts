import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { cart } from '#web/shared/cart/cart.ts';
import type { CartItem } from '#web/shared/cart/cart-item.ts';
import { placeOrder } from './place-order.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'auth_token' ? 'a-token' : null) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const BODY = {
  total: '64.80',
  shipping_address: {
    name: 'Ada',
    line1: '12 Harbour Lane',
    city: 'Portland',
    state: 'ME',
    postal_code: '04101',
    country: 'US',
  },
} as const;

const haveInCart = (id: number, quantity: number) => cart.write({ items: [{ id, quantity } as CartItem] });

/** @returns the idempotency keys of the requests. */
async function order(answer: 'lost' | 'refused' | 'placed'): Promise<(string | null)[]> {
  fetched.mockReset();
  const json = { success: answer === 'placed', message: 'No', data: { order_number: '1' } };
  if (answer === 'lost') fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  else fetched.mockImplementation(async () => Response.json(json, { status: answer === 'placed' ? 201 : 409 }));
  const placing = placeOrder(BODY).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await placing).toEqual(answer === 'placed' ? '1' : expect.any(ApiError));
  return fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'));
}

test('an order whose response was lost is repeated with its key', async () => {
  haveInCart(1, 2);
  const [key] = await order('lost');
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(await order('placed')).toEqual([key]);
  expect(await order('placed')).not.toEqual([key]);
});

test('another cart is another order, also with the same products, whose lines are new after the first order', async () => {
  haveInCart(1, 2);
  const [key] = await order('lost');
  haveInCart(1, 3);
  const [more] = await order('lost');
  expect(more).not.toBe(key);
  haveInCart(2, 3);
  expect(await order('placed')).not.toEqual([more]);
});

test('after a refusal the next request is a new one', async () => {
  haveInCart(1, 2);
  const [key] = await order('refused');
  expect(await order('placed')).not.toEqual([key]);
});
