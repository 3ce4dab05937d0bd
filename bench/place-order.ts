const ADDRESS = {
  name: 'Cleo Customer',
  line1: '1 Market Street',
  city: 'Springfield',
  state: 'IL',
  postal_code: '62701',
  country: 'US',
};

/** A card of the sandbox that is never declined. */
const CARD = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': '4242424242424242',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '34',
  'payment_method_data[card][cvc]': '123',
};
const SANDBOX_TIMEOUT_MS = 30_000;

interface OpenPayment {
  readonly payment_intent_id: string;
  readonly client_secret: string;
  readonly sandbox_url: string;
  readonly publishable_key: string;
}

/** The payment failed: the sandbox declined the card, or its node has stopped. */
export class PaymentFailed extends Error {
  override readonly name = 'PaymentFailed';
}

/** Retries a buyer's request until the shop responds. @returns `data` of a success. @throws for a refusal. */
export type Post = <T>(path: string, body: object) => Promise<T>;

export interface Placed {
  readonly order_number: string;
}

async function payAtSandbox(payment: OpenPayment): Promise<void> {
  const { sandbox_url: sandbox, payment_intent_id: id, client_secret, publishable_key: key } = payment;
  const body = new URLSearchParams({ ...CARD, key, client_secret });
  const url = `${sandbox}/v1/payment_intents/${id}/confirm`;
  const paid = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(SANDBOX_TIMEOUT_MS) }).catch(
    (error: Error) => error,
  );
  if (paid instanceof Error) throw new PaymentFailed(paid.message, { cause: paid });
  if (!paid.ok) throw new PaymentFailed(`The card was refused: ${await paid.text()}`);
}

/**
 * Orders what is in the cart, as the checkout page does.
 * @param total of the cart.
 * @throws PaymentFailed, and whatever `post` throws.
 */
export async function placeOrder(post: Post, method: 'offline' | 'card', total: string): Promise<Placed> {
  if (method === 'offline') {
    return post<Placed>('/api/orders', { payment_method: 'offline', shipping_address: ADDRESS });
  }
  const payment = await post<OpenPayment>('/api/payments/create-intent', { amount: total, shipping_address: ADDRESS });
  await payAtSandbox(payment);
  return post<Placed>('/api/payments/confirm', { payment_intent_id: payment.payment_intent_id });
}
