import { viewCharge } from './charge.view.ts';
import { type ChargeRow, insertCharge } from './charges.store.ts';
import type { Connection } from './database.ts';
import { DECLINES, type Decline } from './declines.ts';
import { emit } from './events.ts';
import { newId, randomWord } from './ids.ts';
import { viewIntent } from './intent.view.ts';
import { type IntentRow, insertChallenge, recordAttempt } from './intents.store.ts';
import type { OperationContext } from './operation-context.ts';
import { viewPaymentMethod } from './payment-method.view.ts';
import { attachPaymentMethod, type PaymentMethodRow } from './payment-methods.store.ts';
import type { StripeError } from './stripe-failure.ts';
import { type CardOutcome, outcomeOf } from './test-cards.ts';

/** Result of a payment attempt: the intent's new state, and the error, if any. */
export interface Attempt {
  readonly intent: IntentRow;
  readonly error?: StripeError;
}

/** A payment attempt with one payment method on a locked intent. */
export interface Trial {
  readonly intent: IntentRow;
  readonly method: PaymentMethodRow;
  /** Whether the payer passed the 3-D Secure challenge. */
  readonly authenticated: boolean;
}

async function charge(
  tx: Connection,
  occasion: OperationContext,
  { intent, method, authenticated }: Trial,
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
    created: occasion.at,
  });
  await emit(tx, occasion, `charge.${row.status}`, viewCharge(row, method));
  return row;
}

/** Saves the card for the intent's customer, if the intent asks for it. */
async function saveCard(tx: Connection, occasion: OperationContext, { intent, method }: Trial): Promise<void> {
  const { customer, setup_future_usage: usage } = intent.details;
  if (!customer || !usage) return;
  const attached = await attachPaymentMethod(tx, method.id, customer);
  if (attached) await emit(tx, occasion, 'payment_method.attached', viewPaymentMethod(attached));
}

/** Charges the card and completes the intent. */
export async function succeed(tx: Connection, occasion: OperationContext, trial: Trial): Promise<Attempt> {
  const { id } = await charge(tx, occasion, trial, null);
  const intent = await recordAttempt(tx, trial.intent.id, {
    status: 'succeeded',
    paymentMethod: trial.method.id,
    latestCharge: id,
  });
  await saveCard(tx, occasion, trial);
  await emit(tx, occasion, 'payment_intent.succeeded', viewIntent(intent, occasion.baseUrl, 'secret'));
  return { intent };
}

async function fail(
  tx: Connection,
  occasion: OperationContext,
  trial: Trial,
  error: StripeError,
  chargeId?: string,
): Promise<Attempt> {
  const intent = await recordAttempt(tx, trial.intent.id, {
    status: 'requires_payment_method',
    paymentMethod: null,
    error,
    ...(chargeId !== undefined && { latestCharge: chargeId }),
  });
  await emit(tx, occasion, 'payment_intent.payment_failed', viewIntent(intent, occasion.baseUrl, 'secret'));
  return { intent, error };
}

async function decline(tx: Connection, occasion: OperationContext, trial: Trial, reason: Decline): Promise<Attempt> {
  const { id } = await charge(tx, occasion, trial, reason);
  const error: StripeError = {
    type: 'card_error',
    code: reason.code,
    decline_code: reason.declineCode,
    message: reason.message,
    ...(reason.param && { param: reason.param }),
    ...(reason.adviceCode && { advice_code: reason.adviceCode }),
    charge: id,
    payment_method: viewPaymentMethod(trial.method),
  };
  return fail(tx, occasion, trial, error, id);
}

/** The payer failed the challenge: nothing is charged, and the intent needs another card. */
export function failAuthentication(tx: Connection, occasion: OperationContext, trial: Trial): Promise<Attempt> {
  return fail(tx, occasion, trial, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: viewPaymentMethod(trial.method),
  });
}

async function challenge(tx: Connection, occasion: OperationContext, { intent, method }: Trial): Promise<Attempt> {
  const token = randomWord();
  await insertChallenge(tx, { token, payment_intent: intent.id, return_url: intent.return_url });
  const waiting = await recordAttempt(tx, intent.id, {
    status: 'requires_action',
    paymentMethod: method.id,
    challenge: token,
  });
  await emit(tx, occasion, 'payment_intent.requires_action', viewIntent(waiting, occasion.baseUrl, 'secret'));
  return { intent: waiting };
}

async function process(
  tx: Connection,
  occasion: OperationContext,
  { intent, method }: Trial,
  ms: number,
): Promise<Attempt> {
  const underWay = await recordAttempt(tx, intent.id, {
    status: 'processing',
    paymentMethod: method.id,
    settlesAt: new Date(occasion.at.getTime() + ms),
  });
  await emit(tx, occasion, 'payment_intent.processing', viewIntent(underWay, occasion.baseUrl, 'secret'));
  return { intent: underWay };
}

async function applyOutcome(
  tx: Connection,
  occasion: OperationContext,
  trial: Trial,
  outcome: CardOutcome,
): Promise<Attempt> {
  if (outcome.does === 'decline') return decline(tx, occasion, trial, outcome.decline);
  if (outcome.does === 'challenge') {
    return trial.authenticated ? applyOutcome(tx, occasion, trial, outcome.then) : challenge(tx, occasion, trial);
  }
  const late = occasion.faults.take('confirm', 'processing');
  return late ? process(tx, occasion, trial, late.ms) : succeed(tx, occasion, trial);
}

/** A card is valid until the end of its month. */
function isExpired({ card }: PaymentMethodRow, now: Date): boolean {
  return Date.UTC(card.exp_year, card.exp_month) <= now.getTime();
}

/** Applies the behaviour of the test card to the intent. A saved card can have expired since it was entered. */
export function attempt(tx: Connection, occasion: OperationContext, trial: Trial): Promise<Attempt> {
  if (isExpired(trial.method, occasion.at)) return decline(tx, occasion, trial, DECLINES.expired);
  return applyOutcome(tx, occasion, trial, outcomeOf(trial.method.test_card));
}
