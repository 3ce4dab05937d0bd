import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createCustomer, deleteCustomer, listCardsOfCustomer, retrieveCustomer } from './cards/customers.ts';
import { detachPaymentMethod, retrievePaymentMethod } from './cards/payment-methods.ts';
import { createRefund, retrieveCharge, retrieveRefund, updateRefund } from './charges/refunds.ts';
import type { Transactor } from './database.ts';
import { applyFault } from './faults/apply-fault.ts';
import type { FaultOperation } from './faults/faults.ts';
import type { ContextOf } from './operation-context.ts';
import { confirmIntent } from './payment-intents/confirm-intent.ts';
import { cancelIntent, createIntent, retrieveIntent, updateIntent } from './payment-intents/payment-intents.ts';
import { type ApiKeys, authenticate } from './requests/api-keys.ts';
import type { Call, Operation } from './requests/call.ts';
import type { Form } from './requests/form-body.ts';
import { addressedAs, openToBrowsers } from './requests/http.ts';
import { checkKey, runOnce, type StoredResponse } from './requests/idempotency.ts';
import { listCharges, listEvents, listIntents, listRefunds, retrieveEvent } from './requests/lists.ts';

interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly operation: Operation;
  /** Name of the operation for simulated faults. */
  readonly fault?: FaultOperation;
  /** Whether the publishable key is enough. */
  readonly isOpenToBrowsers?: true;
}

/** The part of Stripe's API that the sandbox implements. */
const ROUTES: readonly Route[] = [
  { method: 'POST', url: '/v1/payment_intents', operation: createIntent, fault: 'create' },
  { method: 'GET', url: '/v1/payment_intents', operation: listIntents },
  {
    method: 'GET',
    url: '/v1/payment_intents/:id',
    operation: retrieveIntent,
    fault: 'retrieve',
    isOpenToBrowsers: true,
  },
  { method: 'POST', url: '/v1/payment_intents/:id', operation: updateIntent, fault: 'update' },
  {
    method: 'POST',
    url: '/v1/payment_intents/:id/confirm',
    operation: confirmIntent,
    fault: 'confirm',
    isOpenToBrowsers: true,
  },
  { method: 'POST', url: '/v1/payment_intents/:id/cancel', operation: cancelIntent, fault: 'cancel' },
  { method: 'GET', url: '/v1/payment_methods/:id', operation: retrievePaymentMethod },
  { method: 'POST', url: '/v1/payment_methods/:id/detach', operation: detachPaymentMethod },
  { method: 'POST', url: '/v1/customers', operation: createCustomer },
  { method: 'GET', url: '/v1/customers/:id', operation: retrieveCustomer },
  { method: 'DELETE', url: '/v1/customers/:id', operation: deleteCustomer },
  { method: 'GET', url: '/v1/customers/:id/payment_methods', operation: listCardsOfCustomer },
  { method: 'GET', url: '/v1/charges', operation: listCharges },
  { method: 'GET', url: '/v1/charges/:id', operation: retrieveCharge },
  { method: 'POST', url: '/v1/refunds', operation: createRefund, fault: 'refund' },
  { method: 'GET', url: '/v1/refunds', operation: listRefunds },
  { method: 'GET', url: '/v1/refunds/:id', operation: retrieveRefund },
  { method: 'POST', url: '/v1/refunds/:id', operation: updateRefund },
  { method: 'GET', url: '/v1/events', operation: listEvents },
  { method: 'GET', url: '/v1/events/:id', operation: retrieveEvent },
];

export interface ApiOptions {
  readonly keys: ApiKeys;
  readonly transact: Transactor;
  readonly contextOf: ContextOf;
  /** Called after a commit that may have created events for the shop. */
  readonly onChange: () => void;
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

function readCall(route: Route, request: FastifyRequest, { keys, contextOf }: ApiOptions): Call {
  const params = ((route.method === 'GET' ? request.query : request.body) ?? {}) as Form;
  const audience = authenticate(keys, {
    authorization: request.headers.authorization,
    params,
    isOpenToBrowsers: route.isOpenToBrowsers === true,
  });
  const key = route.method === 'POST' ? checkKey(header(request, 'idempotency-key')) : undefined;
  return {
    params,
    id: (request.params as { id?: string }).id ?? '',
    audience,
    context: contextOf({ id: request.id, idempotency_key: key ?? null }, addressedAs(request)),
  };
}

function responseHeaders(
  request: FastifyRequest,
  { originalRequest, isReplayed }: StoredResponse,
): Record<string, string> {
  const key = header(request, 'idempotency-key');
  const version = header(request, 'stripe-version');
  return {
    ...(version !== undefined && { 'stripe-version': version }),
    ...(originalRequest !== null && { 'original-request': originalRequest }),
    ...(originalRequest !== null && key !== undefined && { 'idempotency-key': key }),
    ...(isReplayed && { 'idempotent-replayed': 'true' }),
  };
}

async function handle(route: Route, options: ApiOptions, request: FastifyRequest, reply: FastifyReply) {
  // Set first, so that browsers can read errors too.
  if (route.isOpenToBrowsers) reply.header('access-control-allow-origin', '*');
  const call = readCall(route, request, options);
  const { faults } = call.context;
  if (route.fault && (await applyFault(faults, route.fault, 'before', reply))) return reply;
  const work = route.operation(call);
  const answer = await options.transact((tx) => runOnce(tx, `${route.method} ${route.url}`, call, work));
  if (route.method !== 'GET') options.onChange();
  if (route.fault && (await applyFault(faults, route.fault, 'after', reply))) return reply;
  return reply.status(answer.status).headers(responseHeaders(request, answer)).send(answer.body);
}

/** Binds Stripe's endpoints. */
export function bindApi(app: FastifyInstance, options: ApiOptions): void {
  for (const route of ROUTES) {
    app.route({
      method: route.method,
      url: route.url,
      handler: (request, reply) => handle(route, options, request, reply),
    });
    if (route.isOpenToBrowsers) openToBrowsers(app, route.url);
  }
}
