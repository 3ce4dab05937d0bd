import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Input } from '#web/api/calls.ts';
import { newKey } from '#web/api/new-key.ts';

type NewOrder = Input<'POST /orders'>['body'];

/** Idempotency key: one order, however often the request is repeated after a lost response. */
let key: string | null = null;

/**
 * Places an order to be paid later, if the merchant allows it.
 * @returns the order's number
 */
export async function placeOrder(body: NewOrder): Promise<string> {
  key ??= newKey();
  try {
    const order = await call('POST /orders', { body }, { idempotencyKey: key });
    key = null;
    return order.order_number;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status > 0) key = null;
    throw error;
  }
}
