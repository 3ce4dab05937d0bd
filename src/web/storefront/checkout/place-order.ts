import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Input } from '#web/api/calls.ts';
import { newKey } from '#web/api/new-key.ts';

type OrderWish = Omit<Input<'POST /orders'>['body'], 'payment_method'>;

/** Under it the shop makes one order, however often it is asked while nobody knows whether an answer got lost. */
let key: string | null = null;

/**
 * Orders without a card, where the merchant allows it.
 * @returns the order's number
 */
export async function placeOrder(wish: OrderWish): Promise<string> {
  key ??= newKey();
  try {
    const body = { ...wish, payment_method: 'offline' as const };
    const order = await call('POST /orders', { body }, { idempotencyKey: key });
    key = null;
    return order.order_number;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status > 0) key = null;
    throw error;
  }
}
