import { findPaymentMethod } from '../cards/payment-methods.store.ts';
import type { Connection } from '../database.ts';
import type { OperationContext } from '../operation-context.ts';
import {
  type ChallengeRow,
  findChallenge,
  findIntent,
  type IntentRow,
  lockForChallenge,
} from '../payment-intents/intents.store.ts';
import { attempt, failAuthentication } from '../payment-intents/payment-attempt.ts';
import { type ChallengedPayment, challengePage, messagePage, type Page } from './challenge-page.ts';

/** Response for the payer's browser: a page, or a redirect to the shop. */
export type ChallengeResponse = { readonly page: Page; readonly status: number } | { readonly redirectTo: string };

const UNKNOWN: ChallengeResponse = {
  status: 404,
  page: messagePage('Nothing to confirm', 'This address belongs to no payment. Please go back to the shop.'),
};

/**
 * The return URL with the parameters that Stripe adds: https://docs.stripe.com/payments/3d-secure/authentication-flow
 */
function returnRedirect(returnUrl: string, intent: IntentRow): string {
  const url = new URL(returnUrl);
  const status = { succeeded: 'succeeded', processing: 'pending' }[intent.status as string] ?? 'failed';
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', status);
  return url.href;
}

function finished({ return_url: returnUrl }: ChallengeRow, intent: IntentRow): ChallengeResponse {
  if (returnUrl !== null) return { redirectTo: returnRedirect(returnUrl, intent) };
  const isPaid = intent.status === 'succeeded';
  return {
    status: 200,
    page: messagePage(
      isPaid ? 'Payment confirmed' : 'Payment not confirmed',
      'You can close this page and go back to the shop.',
    ),
  };
}

async function describe(tx: Connection, challenge: ChallengeRow, intent: IntentRow): Promise<ChallengedPayment> {
  const method = await findPaymentMethod(tx, intent.payment_method ?? '');
  return {
    amount: intent.amount,
    currency: intent.currency,
    brand: method?.card.brand ?? '',
    last4: method?.card.last4 ?? '',
    returnUrl: challenge.return_url,
  };
}

/** The page for a token; one that was answered or replaced redirects to the shop. */
export async function showChallenge(tx: Connection, token: string): Promise<ChallengeResponse> {
  const challenge = await findChallenge(tx, token);
  const intent = challenge && (await findIntent(tx, challenge.payment_intent));
  if (challenge === undefined || intent === undefined) return UNKNOWN;
  if (intent.challenge !== token) return finished(challenge, intent);
  return { status: 200, page: challengePage(await describe(tx, challenge, intent)) };
}

/** Applies the payer's answer. A repeated or late answer has no effect. */
export async function answerChallenge(
  tx: Connection,
  context: OperationContext,
  token: string,
  isPassed: boolean,
): Promise<ChallengeResponse> {
  const challenge = await findChallenge(tx, token);
  if (challenge === undefined) return UNKNOWN;
  const intent = await lockForChallenge(tx, challenge.payment_intent, token);
  const method = intent && (await findPaymentMethod(tx, intent.payment_method ?? ''));
  if (intent === undefined || method === undefined) {
    const asItIs = await findIntent(tx, challenge.payment_intent);
    return asItIs === undefined ? UNKNOWN : finished(challenge, asItIs);
  }
  const { intent: settled } = isPassed
    ? await attempt(tx, context, { intent, method, authenticated: true })
    : await failAuthentication(tx, context, { intent, method, authenticated: false });
  return finished(challenge, settled);
}
