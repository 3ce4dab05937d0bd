import { checkCustomer } from '../cards/customers.ts';
import { checkOwner, readPaymentMethod, storePaymentMethod } from '../cards/payment-methods.ts';
import { emit } from '../events/events.ts';
import { type Operation, paramsOf } from '../requests/call.ts';
import { readExpansions } from '../requests/expand.ts';
import { newId, randomWord } from '../requests/ids.ts';
import { invalidRequest } from '../requests/stripe-failure.ts';
import { answerAttempt, answerIntent, attemptPayment, CONFIRM_PARAMS, readConfirmation } from './confirm-intent.ts';
import { findIntentOf, unexpectedState } from './find-intent.ts';
import { viewIntent } from './intent.view.ts';
import {
  DETAIL_PARAMS,
  METHOD_PARAMS,
  readAmount,
  readCurrency,
  readDetails,
  readMethodDetails,
} from './intent-fields.ts';
import { cancelIntent as cancelIfOpen, changeIntent, type IntentStatus, insertIntent } from './intents.store.ts';

/** States in which the payment may be changed, and in which an intent may be cancelled. */
const OPEN: readonly IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** `POST /v1/payment_intents`; with `confirm` it is paid in the same call. */
export const createIntent: Operation = (call) => {
  const params = paramsOf(call, [
    'amount',
    'confirm',
    'currency',
    ...CONFIRM_PARAMS,
    ...DETAIL_PARAMS,
    ...METHOD_PARAMS,
  ]);
  const amount = params.required('amount', readAmount(params));
  const currency = params.required('currency', readCurrency(params));
  const confirmation = readConfirmation(params, call);
  const details = { ...readMethodDetails(params), ...confirmation.details };
  const metadata = params.metadata('metadata').set;
  const isConfirmed = params.flag('confirm') ?? false;
  if (confirmation.returnUrl !== null && !isConfirmed) {
    throw invalidRequest(
      'The parameter `return_url` cannot be passed when creating a PaymentIntent unless `confirm` is set to true.',
      {
        param: 'return_url',
      },
    );
  }
  const expansions = readExpansions(params);
  return async (tx) => {
    const { context } = call;
    await checkCustomer(tx, details.customer);
    const method = confirmation.method && (await storePaymentMethod(tx, context, confirmation.method));
    if (method) checkOwner(method, details.customer);
    const id = newId('pi');
    const intent = await insertIntent(tx, {
      id,
      client_secret: `${id}_secret_${randomWord()}`,
      status: method ? 'requires_confirmation' : 'requires_payment_method',
      amount,
      currency,
      details,
      metadata,
      payment_method: method?.id ?? null,
      created: context.at,
    });
    await emit(tx, context, 'payment_intent.created', viewIntent(intent, context.baseUrl, 'secret'));
    if (!isConfirmed) return answerIntent(tx, call, intent, expansions);
    const attempt = await attemptPayment(tx, call, id, { ...confirmation, method: method && { known: method.id } });
    return answerAttempt(tx, call, attempt, expansions);
  };
};

/** `GET /v1/payment_intents/{id}` */
export const retrieveIntent: Operation = (call) => {
  const expansions = readExpansions(paramsOf(call));
  return async (tx) => {
    const intent = await findIntentOf(tx, call);
    return answerIntent(tx, call, intent, expansions);
  };
};

/** `POST /v1/payment_intents/{id}` */
export const updateIntent: Operation = (call) => {
  const params = paramsOf(call, ['amount', 'currency', 'payment_method', 'payment_method_data', ...DETAIL_PARAMS]);
  const amount = readAmount(params);
  const currency = readCurrency(params);
  const wanted = readPaymentMethod(params, call.context);
  const details = readDetails(params);
  const metadata = params.metadata('metadata');
  const expansions = readExpansions(params);
  return async (tx) => {
    const { id, details: earlier } = await findIntentOf(tx, call);
    await checkCustomer(tx, details.customer, earlier.customer);
    const method = wanted && (await storePaymentMethod(tx, call.context, wanted));
    if (method) checkOwner(method, details.customer ?? earlier.customer);
    const changesPayment = amount !== undefined || currency !== undefined || method !== undefined;
    const payment = changesPayment
      ? {
          ...(amount !== undefined && { amount }),
          ...(currency !== undefined && { currency }),
          ...(method !== undefined && { paymentMethod: method.id }),
        }
      : undefined;
    const changed = await changeIntent(tx, id, { payment, details, metadata }, OPEN);
    if (changed === undefined) {
      const intent = await findIntentOf(tx, call);
      const what = amount === undefined && currency === undefined ? 'payment method' : 'amount';
      throw unexpectedState(
        `This PaymentIntent's ${what} could not be updated because it has a status of ${intent.status}. You may only update the ${what} of a PaymentIntent with one of the following statuses: ${OPEN.join(', ')}.`,
        intent,
        call,
      );
    }
    return answerIntent(tx, call, changed, expansions);
  };
};

/** `POST /v1/payment_intents/{id}/cancel` */
export const cancelIntent: Operation = (call) => {
  const params = paramsOf(call, ['cancellation_reason']);
  const reason = params.choice('cancellation_reason', [
    'abandoned',
    'duplicate',
    'fraudulent',
    'requested_by_customer',
  ]);
  const expansions = readExpansions(params);
  return async (tx) => {
    const { context } = call;
    const { id } = await findIntentOf(tx, call);
    const canceled = await cancelIfOpen(tx, id, reason ?? null, context.at, OPEN);
    if (canceled === undefined) {
      const intent = await findIntentOf(tx, call);
      throw unexpectedState(
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${OPEN.join(', ')}.`,
        intent,
        call,
      );
    }
    await emit(tx, context, 'payment_intent.canceled', viewIntent(canceled, context.baseUrl, 'secret'));
    return answerIntent(tx, call, canceled, expansions);
  };
};
