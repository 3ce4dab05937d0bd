import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Input } from '#web/api/calls.ts';
import { newKey } from '#web/api/new-key.ts';
import { cart } from '#web/shared/cart/cart.ts';

type NewOrder = Input<'POST /orders'>['body'];

/** Idempotency key: one order, however often the request is repeated after a lost response. */
let unanswered: { readonly key: string; readonly order: string } | null = null;

/**
 * Places an order to be paid later, if the merchant allows it.
 * @returns the order's number
 */
export async function placeOrder(body: NewOrder): Promise<string> {
  // An order empties the cart, so lines that are added after it have other ids.
  const order = JSON.stringify([body, cart.read().items.map(({ id, quantity }) => [id, quantity])]);
  const key = unanswered?.order === order ? unanswered.key : newKey();
  unanswered = { key, order };
  try {
    const { order_number: number } = await call('POST /orders', { body }, { idempotencyKey: key });
    unanswered = null;
    return number;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status > 0) unanswered = null;
    throw error;
  }
}
