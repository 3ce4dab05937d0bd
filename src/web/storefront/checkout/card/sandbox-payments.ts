import {
  type CardChoice,
  type CardResult,
  isAsShown,
  type OpenPayment,
  PAYMENT_FAILED,
  resultOfStatus,
} from './card-form.ts';
import type { CardField, CardNumbers } from './card-text.ts';
import { chooseCard } from './choose-card.ts';

/** The part of Stripe's intent that a card form needs. */
interface Intent {
  readonly status: string;
  /** Cents. */
  readonly amount: number;
  readonly setup_future_usage: string | null;
  readonly next_action: { readonly redirect_to_url?: { readonly url: string } } | null;
}

interface SandboxResponse extends Partial<Intent> {
  readonly error?: {
    readonly type?: string;
    readonly message?: string;
    readonly param?: string;
    readonly payment_intent?: Intent;
  };
}

export type SandboxResult = CardResult & { readonly field?: CardField | undefined };

const TIMEOUT_MS = 20_000;

/** Final states. */
const OVER: readonly string[] = ['succeeded', 'processing', 'canceled'];

const FIELDS: Readonly<Record<string, CardField>> = {
  number: 'number',
  exp_month: 'expiry',
  exp_year: 'expiry',
  cvc: 'cvc',
};

/**
 * Sends a card to the sandbox like Stripe's form does to Stripe. An intent is paid once, however often this is called:
 * after a lost response the intent is read.
 * @param card undefined: a saved one
 * @throws ApiError when the shop refuses the chosen card
 */
export async function confirmSandboxCard(
  payment: OpenPayment,
  card: CardNumbers | undefined,
  choice: CardChoice | undefined,
  returnUrl: string,
): Promise<SandboxResult> {
  const intent = await retrieve(payment);
  if (intent?.status !== undefined && OVER.includes(intent.status)) return resultOfStatus(intent.status);
  if (intent?.amount !== undefined && !isAsShown(payment, intent.amount)) return { outcome: 'changed' };

  await chooseCard(payment, choice, intent?.status ? Boolean(intent.setup_future_usage) : undefined);
  const body = new URLSearchParams({
    key: payment.publishable_key,
    client_secret: payment.client_secret,
    return_url: returnUrl,
    ...(choice && 'saved' in choice && { payment_method: choice.saved }),
    ...(card && {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card.number,
      'payment_method_data[card][exp_month]': String(card.month),
      'payment_method_data[card][exp_year]': String(card.year),
      'payment_method_data[card][cvc]': card.cvc,
    }),
  });
  const answer = await ask(`${address(payment)}/confirm`, { method: 'POST', body });
  return answer ? read(answer) : resultOfStatus((await retrieve(payment))?.status ?? '');
}

function retrieve(payment: OpenPayment): Promise<SandboxResponse | null> {
  const query = new URLSearchParams({ key: payment.publishable_key, client_secret: payment.client_secret });
  return ask(`${address(payment)}?${query}`);
}

const address = ({ sandbox_url, payment_intent_id }: OpenPayment): string =>
  `${sandbox_url}/v1/payment_intents/${encodeURIComponent(payment_intent_id)}`;

/** @returns null without a readable response */
async function ask(url: string, request: RequestInit = {}): Promise<SandboxResponse | null> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.status < 500 ? await response.json() : null;
  } catch {
    return null;
  }
}

function read({ error, ...intent }: SandboxResponse): SandboxResult {
  const { status = '', next_action } = error?.payment_intent ?? intent;
  const redirect = next_action?.redirect_to_url?.url;
  if (!error && status === 'requires_action' && redirect) {
    location.assign(redirect);
    return { outcome: 'redirecting' };
  }
  const result = resultOfStatus(status);
  if (result.outcome !== 'refused') return result;
  const message = error?.message || PAYMENT_FAILED;
  return { outcome: 'refused', message, isDeclined: error?.type === 'card_error', field: FIELDS[error?.param ?? ''] };
}
