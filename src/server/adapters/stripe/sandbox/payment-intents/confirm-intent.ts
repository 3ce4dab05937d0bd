import { findPaymentMethod } from '../cards/payment-methods.store.ts';
import { checkOwner, type MethodInput, readPaymentMethod, storePaymentMethod } from '../cards/payment-methods.ts';
import type { Connection } from '../database.ts';
import { type Call, type Operation, ok, paramsOf, type SandboxResponse } from '../requests/call.ts';
import { expand, readExpansions } from '../requests/expand.ts';
import type { Fields } from '../requests/fields.ts';
import { findIntentOf, unexpectedState } from './find-intent.ts';
import { viewIntent } from './intent.view.ts';
import { DETAIL_PARAMS, readDetails } from './intent-fields.ts';
import { findIntent, type IntentDetails, type IntentRow, type IntentStatus, lockForPayment } from './intents.store.ts';
import { type AttemptOutcome, attempt } from './payment-attempt.ts';

/** States in which an intent can be confirmed. From `requires_action`, a new attempt replaces the open challenge. */
const CONFIRMABLE: readonly IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Parameters of a confirmation. */
export interface Confirmation {
  readonly method: MethodInput | undefined;
  readonly returnUrl: string | null;
  readonly details: IntentDetails;
}

export const CONFIRM_PARAMS = ['payment_method', 'payment_method_data', 'return_url', 'use_stripe_sdk'] as const;

export function readConfirmation(params: Fields, call: Call): Confirmation {
  return {
    method: readPaymentMethod(params, call.context),
    returnUrl: params.webAddress('return_url') ?? null,
    details: readDetails(params),
  };
}

function refuse(intent: IntentRow, call: Call): never {
  if (CONFIRMABLE.includes(intent.status)) {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. Update the PaymentIntent with a payment method and then confirm it again.",
      intent,
      call,
    );
  }
  const because =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed.'
      : `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${CONFIRMABLE.join(', ')}.`;
  throw unexpectedState(`You cannot confirm this PaymentIntent because ${because}`, intent, call);
}

/**
 * Attempts to pay the intent. Of concurrent confirmations, the first one locks the intent, and the others see its
 * result.
 * @throws StripeFailure 400 `payment_intent_unexpected_state`.
 */
export async function attemptPayment(
  tx: Connection,
  call: Call,
  id: string,
  wanted: Confirmation,
): Promise<AttemptOutcome> {
  const { context } = call;
  const typed = wanted.method && (await storePaymentMethod(tx, context, wanted.method));
  const intent = await lockForPayment(
    tx,
    id,
    { paymentMethod: typed?.id ?? null, returnUrl: wanted.returnUrl, details: wanted.details },
    CONFIRMABLE,
  );
  if (intent === undefined) {
    const asItIs = await findIntent(tx, id);
    if (asItIs === undefined) throw new Error(`Intent ${id} is gone.`);
    return refuse(asItIs, call);
  }
  const method = typed ?? (await findPaymentMethod(tx, intent.payment_method ?? ''));
  if (method === undefined) throw new Error(`The payment method of ${id} is gone.`);
  checkOwner(method, intent.details.customer);
  return attempt(tx, context, { intent, method, authenticated: false });
}

/** The intent as visible to the caller. */
export async function answerIntent(
  tx: Connection,
  call: Call,
  intent: IntentRow,
  expansions: readonly string[],
): Promise<SandboxResponse> {
  const { context, audience } = call;
  return ok(await expand(tx, context, viewIntent(intent, context.baseUrl, audience), expansions));
}

/** 200 with the intent, or 402 with the error and the current intent. */
export async function answerAttempt(
  tx: Connection,
  call: Call,
  { intent, error }: AttemptOutcome,
  expansions: readonly string[],
): Promise<SandboxResponse> {
  if (error === undefined) return answerIntent(tx, call, intent, expansions);
  const view = viewIntent(intent, call.context.baseUrl, call.audience);
  return { status: 402, body: { error: { ...error, payment_intent: view } } };
}

/** Details that a confirmation cannot change: it comes from a browser. */
const SERVER_PARAMS: ReadonlySet<string> = new Set(['customer', 'metadata']);

/** `POST /v1/payment_intents/{id}/confirm` */
export const confirmIntent: Operation = (call) => {
  const params = paramsOf(call, [...CONFIRM_PARAMS, ...DETAIL_PARAMS.filter((name) => !SERVER_PARAMS.has(name))]);
  const wanted = readConfirmation(params, call);
  const expansions = readExpansions(params);
  return async (tx) => {
    const { id } = await findIntentOf(tx, call);
    return answerAttempt(tx, call, await attemptPayment(tx, call, id, wanted), expansions);
  };
};
