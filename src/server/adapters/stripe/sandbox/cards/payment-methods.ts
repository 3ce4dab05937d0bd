import type { Connection } from '../database.ts';
import { emit } from '../events/events.ts';
import type { OperationContext } from '../operation-context.ts';
import { type Operation, ok, paramsOf, type SandboxResponse } from '../requests/call.ts';
import type { Fields } from '../requests/fields.ts';
import { newId } from '../requests/ids.ts';
import { invalidRequest, noSuch } from '../requests/stripe-failure.ts';
import { CARD_FIELDS, type CheckedCard, cardOfTestId, checkCard } from './card-check.ts';
import { viewPaymentMethod } from './payment-method.view.ts';
import {
  detachPaymentMethod as detachFromCustomer,
  findPaymentMethod,
  insertPaymentMethod,
  type PaymentMethodRow,
} from './payment-methods.store.ts';
import { testCardById } from './test-cards.ts';

/** Payment method of an intent: a new card, a test card's id, or a stored payment method. */
export type MethodInput = { readonly card: CheckedCard; readonly billingDetails: object } | { readonly known: string };

const ADDRESS = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const;

/** Stripe's address object, with null for missing values. */
export function readAddress(address: Fields | undefined) {
  return Object.fromEntries(ADDRESS.map((name) => [name, address?.text(name) ?? null]));
}

export const ADDRESS_FIELDS: readonly string[] = ADDRESS;

function readBillingDetails(data: Fields | undefined): object {
  const details = data?.child('billing_details', ['address', 'email', 'name', 'phone']);
  return {
    address: readAddress(details?.child('address', ADDRESS_FIELDS)),
    email: details?.text('email') ?? null,
    name: details?.text('name') ?? null,
    phone: details?.text('phone') ?? null,
    tax_id: null,
  };
}

function readTypedCard(data: Fields, context: OperationContext): MethodInput {
  data.required('type', data.choice('type', ['card']));
  const card = data.required('card', data.child('card', CARD_FIELDS));
  return { card: checkCard(card, context.at), billingDetails: readBillingDetails(data) };
}

/** Reads `payment_method` or `payment_method_data`. */
export function readPaymentMethod(params: Fields, context: OperationContext): MethodInput | undefined {
  const id = params.text('payment_method');
  const data = params.child('payment_method_data', ['type', 'card', 'billing_details', 'allow_redisplay']);
  if (id !== undefined && data !== undefined) {
    throw invalidRequest('Only one of payment_method and payment_method_data can be given.', {
      param: 'payment_method_data',
    });
  }
  if (data !== undefined) return readTypedCard(data, context);
  if (id === undefined) return undefined;
  const testCard = testCardById(id);
  if (testCard === undefined) return { known: id };
  return { card: cardOfTestId(testCard, context.at), billingDetails: readBillingDetails(undefined) };
}

/** Stores a card, or finds the named payment method. */
export async function storePaymentMethod(
  tx: Connection,
  context: OperationContext,
  wanted: MethodInput,
): Promise<PaymentMethodRow> {
  if ('known' in wanted) {
    const row = await findPaymentMethod(tx, wanted.known);
    if (row === undefined) throw noSuch('PaymentMethod', wanted.known, 'payment_method', 400);
    return row;
  }
  return insertPaymentMethod(tx, {
    id: newId('pm'),
    test_card: wanted.card.testCardId,
    card: wanted.card.kept,
    billing_details: wanted.billingDetails,
    created: context.at,
  });
}

/** `GET /v1/payment_methods/{id}` */
export const retrievePaymentMethod: Operation = (call) => {
  paramsOf(call);
  return async (tx): Promise<SandboxResponse> => {
    const row = await findPaymentMethod(tx, call.id);
    if (row === undefined) throw noSuch('PaymentMethod', call.id, 'payment_method');
    return ok(viewPaymentMethod(row));
  };
};

/**
 * Only the customer of an intent can pay it with a saved card.
 * @throws StripeFailure 400 for a card of another customer, or one that was detached.
 */
export function checkOwner(method: PaymentMethodRow, customer: string | null | undefined): void {
  if (method.is_detached) {
    throw invalidRequest(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      { param: 'payment_method' },
    );
  }
  if (method.customer === null || method.customer === customer) return;
  throw invalidRequest(
    customer
      ? `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`
      : 'The payment method you provided is attached to a customer so for security purposes you must provide the customer in the request.',
    { param: customer ? 'payment_method' : 'customer' },
  );
}

/** `POST /v1/payment_methods/{id}/detach` */
export const detachPaymentMethod: Operation = (call) => {
  paramsOf(call);
  return async (tx): Promise<SandboxResponse> => {
    const detached = await detachFromCustomer(tx, call.id);
    if (detached === undefined) {
      const row = await findPaymentMethod(tx, call.id);
      if (row === undefined) throw noSuch('PaymentMethod', call.id, 'payment_method');
      throw invalidRequest(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
        { param: 'payment_method' },
      );
    }
    await emit(tx, call.context, 'payment_method.detached', viewPaymentMethod(detached));
    return ok(viewPaymentMethod(detached));
  };
};
