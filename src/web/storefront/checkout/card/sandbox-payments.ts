import { type CardResult, type OpenPayment, PAYMENT_FAILED, resultOfStatus } from './card-form.ts';
import type { CardField, CardNumbers } from './card-text.ts';

/** The part of Stripe's intent that a card form needs. */
interface Intent {
  readonly status: string;
  readonly next_action: { readonly redirect_to_url?: { readonly url: string } } | null;
}

interface Answer extends Partial<Intent> {
  readonly error?: { readonly message?: string; readonly param?: string; readonly payment_intent?: Intent };
}

export type SandboxResult = CardResult & { readonly field?: CardField | undefined };

const TIMEOUT_MS = 20_000;

const FIELDS: Readonly<Record<string, CardField>> = {
  number: 'number',
  exp_month: 'expiry',
  exp_year: 'expiry',
  cvc: 'cvc',
};

/**
 * Sends a card to the sandbox as Stripe's own form would to Stripe. The same intent is paid once, however often this is
 * called: after an unanswered call the intent itself is asked what became of it.
 */
export async function confirmSandboxCard(
  payment: OpenPayment,
  card: CardNumbers,
  returnUrl: string,
): Promise<SandboxResult> {
  const body = new URLSearchParams({
    key: payment.publishable_key,
    client_secret: payment.client_secret,
    return_url: returnUrl,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number,
    'payment_method_data[card][exp_month]': String(card.month),
    'payment_method_data[card][exp_year]': String(card.year),
    'payment_method_data[card][cvc]': card.cvc,
  });
  try {
    return read(await ask(`${address(payment)}/confirm`, { method: 'POST', body }));
  } catch {
    return whatBecameOf(payment);
  }
}

async function whatBecameOf(payment: OpenPayment): Promise<CardResult> {
  const query = new URLSearchParams({ key: payment.publishable_key, client_secret: payment.client_secret });
  const intent: Answer = await ask(`${address(payment)}?${query}`, {}).catch(() => ({}));
  return resultOfStatus(intent.status ?? '');
}

const address = ({ sandbox_url, payment_intent_id }: OpenPayment): string =>
  `${sandbox_url}/v1/payment_intents/${encodeURIComponent(payment_intent_id)}`;

/** @throws when nothing comes back, or nothing that can be read. */
async function ask(url: string, request: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.status >= 500) throw new Error(`The provider answered ${response.status}`);
  return response.json();
}

function read({ error, ...intent }: Answer): SandboxResult {
  const { status = '', next_action } = error?.payment_intent ?? intent;
  const redirect = next_action?.redirect_to_url?.url;
  if (!error && status === 'requires_action' && redirect) {
    location.assign(redirect);
    return { outcome: 'redirecting' };
  }
  const result = resultOfStatus(status);
  if (result.outcome !== 'refused') return result;
  const message = error?.message || PAYMENT_FAILED;
  return { outcome: 'refused', message, field: FIELDS[error?.param ?? ''] };
}
