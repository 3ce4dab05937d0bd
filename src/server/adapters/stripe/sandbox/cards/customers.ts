import type { Connection } from '../database.ts';
import { emit } from '../events/events.ts';
import { seconds } from '../operation-context.ts';
import { type Operation, ok, paramsOf, type SandboxResponse } from '../requests/call.ts';
import { newId } from '../requests/ids.ts';
import { listRows } from '../requests/lists.store.ts';
import { PAGE } from '../requests/lists.ts';
import { invalidRequest, noSuch } from '../requests/stripe-failure.ts';
import { type CustomerRow, findCustomer, insertCustomer, markCustomerDeleted } from './customers.store.ts';
import { viewPaymentMethod } from './payment-method.view.ts';
import { detachAllOfCustomer, type PaymentMethodRow } from './payment-methods.store.ts';

/** Stripe's Customer object; of a deleted one only the id is left. */
function viewCustomer({ id, details, metadata, deleted_at: deletedAt, created }: CustomerRow) {
  if (deletedAt !== null) return { id, object: 'customer', deleted: true };
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: seconds(created),
    currency: null,
    default_source: null,
    delinquent: false,
    description: details.description,
    discount: null,
    email: details.email,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata,
    name: details.name,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

/**
 * The customer of an intent must exist, and stays the same.
 * @param earlier the intent's customer until now.
 * @throws StripeFailure 400.
 */
export async function checkCustomer(
  tx: Connection,
  wanted: string | null | undefined,
  earlier?: string | null,
): Promise<void> {
  if (!wanted || wanted === earlier) return;
  if (earlier) {
    throw invalidRequest(
      'You cannot modify `customer` on a PaymentIntent once it already has been set. To fulfill a payment with a different Customer, cancel this PaymentIntent and create a new one.',
      { param: 'customer' },
    );
  }
  const customer = await findCustomer(tx, wanted);
  if (customer === undefined || customer.deleted_at !== null) throw noSuch('customer', wanted, 'customer', 400);
}

/** `POST /v1/customers` */
export const createCustomer: Operation = (call) => {
  const params = paramsOf(call, ['description', 'email', 'metadata', 'name']);
  const details = {
    description: params.text('description') ?? null,
    email: params.text('email', 512) ?? null,
    name: params.text('name', 256) ?? null,
  };
  const metadata = params.metadata('metadata').set;
  return async (tx): Promise<SandboxResponse> => {
    const { context } = call;
    const customer = await insertCustomer(tx, { id: newId('cus'), details, metadata, created: context.at });
    await emit(tx, context, 'customer.created', viewCustomer(customer));
    return ok(viewCustomer(customer));
  };
};

/** `GET /v1/customers/{id}` */
export const retrieveCustomer: Operation = (call) => {
  paramsOf(call);
  return async (tx): Promise<SandboxResponse> => {
    const customer = await findCustomer(tx, call.id);
    if (customer === undefined) throw noSuch('customer', call.id, 'id');
    return ok(viewCustomer(customer));
  };
};

/** `DELETE /v1/customers/{id}`: detaches the customer's cards. */
export const deleteCustomer: Operation = (call) => {
  paramsOf(call);
  return async (tx): Promise<SandboxResponse> => {
    const { context } = call;
    const customer = await markCustomerDeleted(tx, call.id, context.at);
    if (customer === undefined) throw noSuch('customer', call.id, 'id');
    await detachAllOfCustomer(tx, customer.id);
    await emit(tx, context, 'customer.deleted', viewCustomer(customer));
    return ok(viewCustomer(customer));
  };
};

/** `GET /v1/customers/{id}/payment_methods`: the saved cards, newest first. */
export const listCardsOfCustomer: Operation = (call) => {
  const params = paramsOf(call, ['limit', 'starting_after', 'type']);
  const limit = params.integer('limit', { min: 1, max: PAGE.max }) ?? PAGE.default;
  const after = params.text('starting_after');
  params.choice('type', ['card']);
  return async (tx): Promise<SandboxResponse> => {
    const customer = await findCustomer(tx, call.id);
    if (customer === undefined || customer.deleted_at !== null) throw noSuch('customer', call.id, 'customer');
    const where = [{ column: 'customer' as const, values: [customer.id] }];
    const page = { where, from: undefined, until: undefined, after, limit: limit + 1 };
    const rows = await listRows<PaymentMethodRow>(tx, 'payment_methods', page);
    if (rows === undefined) throw noSuch('object', after ?? '', 'starting_after', 400);
    return ok({
      object: 'list',
      data: rows.slice(0, limit).map(viewPaymentMethod),
      has_more: rows.length > limit,
      url: `/v1/customers/${customer.id}/payment_methods`,
    });
  };
};
