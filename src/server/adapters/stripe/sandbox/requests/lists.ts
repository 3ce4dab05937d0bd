import { viewRefund } from '../charges/charge.view.ts';
import type { ChargeRow, RefundRow } from '../charges/charges.store.ts';
import type { Connection } from '../database.ts';
import { type EventRow, findEvent } from '../events/events.store.ts';
import { viewIntent } from '../payment-intents/intent.view.ts';
import type { IntentRow } from '../payment-intents/intents.store.ts';
import { type Call, type Operation, ok, paramsOf, type SandboxResponse } from './call.ts';
import { viewStoredCharge } from './expand.ts';
import type { Fields } from './fields.ts';
import { type ListedTable, type ListQuery, listRows } from './lists.store.ts';
import { invalidRequest, noSuch } from './stripe-failure.ts';

export const PAGE = { default: 10, max: 100 };

/** Parameters of every list. */
const LIST_PARAMS = ['created', 'limit', 'starting_after'] as const;

const moment = (seconds: number | undefined): Date | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1000);

/** Bounds are inclusive whole seconds; of Stripe's operators only `gte` and `lte` are supported. */
function readCreated(params: Fields): Pick<ListQuery, 'from' | 'until'> {
  const created = params.child('created', ['gte', 'lte']);
  const until = created?.integer('lte');
  return { from: moment(created?.integer('gte')), until: moment(until === undefined ? undefined : until + 1) };
}

interface List<Row extends object> {
  readonly table: ListedTable;
  readonly url: string;
  /** Parameters that filter by a column of the same name. */
  readonly filters: readonly ('payment_intent' | 'charge' | 'type' | 'types')[];
  readonly view: (tx: Connection, call: Call, row: Row) => Promise<object> | object;
}

function readFilters(params: Fields, filters: List<object>['filters']): ListQuery['where'] {
  return filters.flatMap((filter) => {
    const values = filter === 'types' ? params.list(filter) : params.text(filter);
    if (values === undefined) return [];
    const column = filter === 'types' ? ('type' as const) : filter;
    return [{ column, values: typeof values === 'string' ? [values] : values }];
  });
}

function listing<Row extends object>(list: List<Row>): Operation {
  return (call) => {
    const params = paramsOf(call, [...LIST_PARAMS, ...list.filters]);
    const limit = params.integer('limit', { min: 1, max: PAGE.max }) ?? PAGE.default;
    const after = params.text('starting_after');
    const where = readFilters(params, list.filters);
    const created = readCreated(params);
    if (params.list('expand') !== undefined) {
      throw invalidRequest('The sandbox does not expand objects of a list.', { param: 'expand' });
    }
    return async (tx): Promise<SandboxResponse> => {
      // Reads one row more than the page, to know whether another page follows.
      const rows = await listRows<Row>(tx, list.table, { ...created, where, after, limit: limit + 1 });
      if (rows === undefined) throw noSuch('object', after ?? '', 'starting_after', 400);
      const data: object[] = [];
      for (const row of rows.slice(0, limit)) data.push(await list.view(tx, call, row));
      return ok({ object: 'list', data, has_more: rows.length > limit, url: list.url });
    };
  };
}

/** `GET /v1/payment_intents` */
export const listIntents = listing<IntentRow>({
  table: 'payment_intents',
  url: '/v1/payment_intents',
  filters: [],
  view: (_tx, call, row) => viewIntent(row, call.context.baseUrl, 'secret'),
});

/** `GET /v1/charges` */
export const listCharges = listing<ChargeRow>({
  table: 'charges',
  url: '/v1/charges',
  filters: ['payment_intent'],
  view: (tx, _call, row) => viewStoredCharge(tx, row),
});

/** `GET /v1/refunds` */
export const listRefunds = listing<RefundRow>({
  table: 'refunds',
  url: '/v1/refunds',
  filters: ['charge', 'payment_intent'],
  view: (_tx, _call, row) => viewRefund(row),
});

/** `GET /v1/events` */
export const listEvents = listing<EventRow>({
  table: 'events',
  url: '/v1/events',
  filters: ['type', 'types'],
  view: (_tx, _call, row) => row.event,
});

/** `GET /v1/events/{id}` */
export const retrieveEvent: Operation = (call) => {
  paramsOf(call);
  return async (tx) => {
    const row = await findEvent(tx, call.id);
    if (row === undefined) throw noSuch('event', call.id, 'id');
    return ok(row.event);
  };
};
