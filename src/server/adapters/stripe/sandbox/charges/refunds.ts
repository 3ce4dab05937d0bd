import { findPaymentMethod } from '../cards/payment-methods.store.ts';
import { outcomeOf } from '../cards/test-cards.ts';
import type { Connection } from '../database.ts';
import { emit } from '../events/events.ts';
import { findIntent } from '../payment-intents/intents.store.ts';
import { type Operation, ok, paramsOf } from '../requests/call.ts';
import { expand, readExpansions, viewStoredCharge } from '../requests/expand.ts';
import { newId } from '../requests/ids.ts';
import { invalidRequest, noSuch, type StripeFailure } from '../requests/stripe-failure.ts';
import { viewRefund } from './charge.view.ts';
import {
  type ChargeRow,
  changeRefund,
  deductFromCharge,
  findCharge,
  findPaidCharge,
  findRefund,
  insertRefund,
} from './charges.store.ts';

/** Delay before the bank of a test card with late refunds responds, in milliseconds. */
const LATE_RESULT_MS = 5_000;

type Target = { readonly intentId: string } | { readonly chargeId: string };

/** @throws StripeFailure when there is no such object, or nothing was paid. */
async function findRefundable(tx: Connection, target: Target): Promise<ChargeRow> {
  if ('chargeId' in target) {
    const charge = await findCharge(tx, target.chargeId);
    if (charge === undefined) throw noSuch('charge', target.chargeId, 'charge');
    if (charge.status === 'succeeded') return charge;
    throw invalidRequest(`Charge ${charge.id} has failed and cannot be refunded.`, { param: 'charge' });
  }
  const intent = await findIntent(tx, target.intentId);
  if (intent === undefined) throw noSuch('payment_intent', target.intentId, 'payment_intent');
  const charge = await findPaidCharge(tx, intent.id);
  if (charge !== undefined) return charge;
  throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
    param: 'payment_intent',
  });
}

const dollars = (amount: number): string => `$${(amount / 100).toFixed(2)}`;

function tooMuch(charge: ChargeRow, amount: number | undefined): StripeFailure {
  const unrefunded = charge.amount - charge.amount_refunded;
  if (unrefunded === 0) {
    return invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  return invalidRequest(
    `Refund amount (${dollars(amount ?? unrefunded)}) is greater than unrefunded amount on charge (${dollars(unrefunded)})`,
    { param: 'amount' },
  );
}

async function readLateAnswers(tx: Connection, charge: ChargeRow): Promise<'pending' | 'failing' | undefined> {
  const method = await findPaymentMethod(tx, charge.payment_method);
  const outcome = outcomeOf(method?.test_card ?? '');
  return outcome.does === 'succeed' ? outcome.refunds : undefined;
}

/** `POST /v1/refunds`: everything left of a payment, or part of it. */
export const createRefund: Operation = (call) => {
  const params = paramsOf(call, ['amount', 'charge', 'metadata', 'payment_intent', 'reason']);
  const amount = params.integer('amount', { min: 1 });
  const reason = params.choice('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null;
  const metadata = params.metadata('metadata').set;
  const chargeId = params.text('charge');
  const target: Target =
    chargeId === undefined
      ? { intentId: params.required('payment_intent', params.text('payment_intent')) }
      : { chargeId };
  const expansions = readExpansions(params);
  return async (tx) => {
    const { context } = call;
    const paid = await findRefundable(tx, target);
    const charge = await deductFromCharge(tx, paid.id, amount);
    if (charge === undefined) throw tooMuch((await findCharge(tx, paid.id)) ?? paid, amount);
    const late = await readLateAnswers(tx, charge);
    const refund = await insertRefund(tx, {
      id: newId('re'),
      charge: charge.id,
      payment_intent: charge.payment_intent,
      amount: charge.taken,
      currency: charge.currency,
      status: late === 'pending' ? 'pending' : 'succeeded',
      reason,
      metadata,
      settles_at: late === undefined ? null : new Date(context.at.getTime() + LATE_RESULT_MS),
      created: context.at,
    });
    const view = viewRefund(refund);
    await emit(tx, context, 'refund.created', view);
    await emit(tx, context, 'charge.refunded', await viewStoredCharge(tx, charge));
    if (refund.status === 'succeeded') await emit(tx, context, 'refund.updated', view);
    return ok(await expand(tx, context, view, expansions));
  };
};

/** `GET /v1/refunds/{id}` */
export const retrieveRefund: Operation = (call) => {
  const expansions = readExpansions(paramsOf(call));
  return async (tx) => {
    const refund = await findRefund(tx, call.id);
    if (refund === undefined) throw noSuch('refund', call.id, 'refund');
    return ok(await expand(tx, call.context, viewRefund(refund), expansions));
  };
};

/** `POST /v1/refunds/{id}`: updates its metadata. */
export const updateRefund: Operation = (call) => {
  const params = paramsOf(call, ['metadata']);
  const metadata = params.metadata('metadata');
  const expansions = readExpansions(params);
  return async (tx) => {
    const refund = await changeRefund(tx, call.id, metadata);
    if (refund === undefined) throw noSuch('refund', call.id, 'refund');
    await emit(tx, call.context, 'refund.updated', viewRefund(refund));
    return ok(await expand(tx, call.context, viewRefund(refund), expansions));
  };
};

/** `GET /v1/charges/{id}` */
export const retrieveCharge: Operation = (call) => {
  const expansions = readExpansions(paramsOf(call));
  return async (tx) => {
    const charge = await findCharge(tx, call.id);
    if (charge === undefined) throw noSuch('charge', call.id, 'charge');
    return ok(await expand(tx, call.context, await viewStoredCharge(tx, charge), expansions));
  };
};
