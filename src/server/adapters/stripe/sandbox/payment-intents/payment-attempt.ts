import { DECLINES, type Decline } from '../cards/declines.ts';
import { viewPaymentMethod } from '../cards/payment-method.view.ts';
import { attachPaymentMethod, type PaymentMethodRow } from '../cards/payment-methods.store.ts';
import { type CardOutcome, outcomeOf } from '../cards/test-cards.ts';
import { viewCharge } from '../charges/charge.view.ts';
import { type ChargeRow, insertCharge } from '../charges/charges.store.ts';
import type { Connection } from '../database.ts';
import { emit } from '../events/events.ts';
import type { OperationContext } from '../operation-context.ts';
import { newId, randomWord } from '../requests/ids.ts';
import type { StripeError } from '../requests/stripe-failure.ts';
import { viewIntent } from './intent.view.ts';
import { type IntentRow, insertChallenge, recordAttempt } from './intents.store.ts';

/** Result of a payment attempt: the intent's new state, and the error, if any. */
export interface AttemptOutcome {
  readonly intent: IntentRow;
  readonly error?: StripeError;
}

/** A payment attempt with one payment method on a locked intent. */
export interface PaymentAttempt {
  readonly intent: IntentRow;
  readonly method: PaymentMethodRow;
  /** Whether the payer passed the 3-D Secure challenge. */
  readonly authenticated: boolean;
}

async function charge(
  tx: Connection,
  context: OperationContext,
  { intent, method, authenticated }: PaymentAttempt,
  decline: Decline | null,
): Promise<ChargeRow> {
  const row = await insertCharge(tx, {
    id: newId('ch'),
    payment_intent: intent.id,
    payment_method: method.id,
    amount: intent.amount,
    currency: intent.currency,
    status: decline === null ? 'succeeded' : 'failed',
    decline,
    authenticated,
    details: intent.details,
    metadata: intent.metadata,
    created: context.at,
  });
  await emit(tx, context, `charge.${row.status}`, viewCharge(row, method));
  return row;
}

/** Saves the card for the intent's customer, if the intent asks for it. */
async function saveCard(tx: Connection, context: OperationContext, { intent, method }: PaymentAttempt): Promise<void> {
  const { customer, setup_future_usage: usage } = intent.details;
  if (!customer || !usage) return;
  const attached = await attachPaymentMethod(tx, method.id, customer);
  if (attached) await emit(tx, context, 'payment_method.attached', viewPaymentMethod(attached));
}

/** Charges the card and completes the intent. */
export async function succeed(
  tx: Connection,
  context: OperationContext,
  payment: PaymentAttempt,
): Promise<AttemptOutcome> {
  const { id } = await charge(tx, context, payment, null);
  const intent = await recordAttempt(tx, payment.intent.id, {
    status: 'succeeded',
    paymentMethod: payment.method.id,
    latestCharge: id,
  });
  await saveCard(tx, context, payment);
  await emit(tx, context, 'payment_intent.succeeded', viewIntent(intent, context.baseUrl, 'secret'));
  return { intent };
}

async function fail(
  tx: Connection,
  context: OperationContext,
  payment: PaymentAttempt,
  error: StripeError,
  chargeId?: string,
): Promise<AttemptOutcome> {
  const intent = await recordAttempt(tx, payment.intent.id, {
    status: 'requires_payment_method',
    paymentMethod: null,
    error,
    ...(chargeId !== undefined && { latestCharge: chargeId }),
  });
  await emit(tx, context, 'payment_intent.payment_failed', viewIntent(intent, context.baseUrl, 'secret'));
  return { intent, error };
}

async function decline(
  tx: Connection,
  context: OperationContext,
  payment: PaymentAttempt,
  reason: Decline,
): Promise<AttemptOutcome> {
  const { id } = await charge(tx, context, payment, reason);
  const error: StripeError = {
    type: 'card_error',
    code: reason.code,
    decline_code: reason.declineCode,
    message: reason.message,
    ...(reason.param && { param: reason.param }),
    ...(reason.adviceCode && { advice_code: reason.adviceCode }),
    charge: id,
    payment_method: viewPaymentMethod(payment.method),
  };
  return fail(tx, context, payment, error, id);
}

/** The payer failed the challenge: nothing is charged, and the intent needs another card. */
export function failAuthentication(
  tx: Connection,
  context: OperationContext,
  payment: PaymentAttempt,
): Promise<AttemptOutcome> {
  return fail(tx, context, payment, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: viewPaymentMethod(payment.method),
  });
}

async function challenge(
  tx: Connection,
  context: OperationContext,
  { intent, method }: PaymentAttempt,
): Promise<AttemptOutcome> {
  const token = randomWord();
  await insertChallenge(tx, { token, payment_intent: intent.id, return_url: intent.return_url });
  const waiting = await recordAttempt(tx, intent.id, {
    status: 'requires_action',
    paymentMethod: method.id,
    challenge: token,
  });
  await emit(tx, context, 'payment_intent.requires_action', viewIntent(waiting, context.baseUrl, 'secret'));
  return { intent: waiting };
}

async function process(
  tx: Connection,
  context: OperationContext,
  { intent, method }: PaymentAttempt,
  ms: number,
): Promise<AttemptOutcome> {
  const underWay = await recordAttempt(tx, intent.id, {
    status: 'processing',
    paymentMethod: method.id,
    settlesAt: new Date(context.at.getTime() + ms),
  });
  await emit(tx, context, 'payment_intent.processing', viewIntent(underWay, context.baseUrl, 'secret'));
  return { intent: underWay };
}

async function applyOutcome(
  tx: Connection,
  context: OperationContext,
  payment: PaymentAttempt,
  outcome: CardOutcome,
): Promise<AttemptOutcome> {
  if (outcome.does === 'decline') return decline(tx, context, payment, outcome.decline);
  if (outcome.does === 'challenge') {
    return payment.authenticated ? applyOutcome(tx, context, payment, outcome.then) : challenge(tx, context, payment);
  }
  const late = context.faults.take('confirm', 'processing');
  return late ? process(tx, context, payment, late.ms) : succeed(tx, context, payment);
}

/** A card is valid until the end of its month. */
function isExpired({ card }: PaymentMethodRow, now: Date): boolean {
  return Date.UTC(card.exp_year, card.exp_month) <= now.getTime();
}

/** Applies the behaviour of the test card to the intent. A saved card can have expired since it was entered. */
export function attempt(tx: Connection, context: OperationContext, payment: PaymentAttempt): Promise<AttemptOutcome> {
  if (isExpired(payment.method, context.at)) return decline(tx, context, payment, DECLINES.expired);
  return applyOutcome(tx, context, payment, outcomeOf(payment.method.test_card));
}
