import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { ShopContract } from '#contract/index.ts';
import type { ExpectedCalls, ExpectedEndpoints } from './expected-calls.ts';

type Endpoints = ShopContract & ExpectedEndpoints;

export type CallKey = keyof Endpoints | keyof ExpectedCalls;

/** What a call sends: `params`, `query` and `body`, as the contract declares them. */
export type Input<K extends CallKey> = K extends keyof Endpoints
  ? InputOf<Endpoints[K]>
  : K extends keyof ExpectedCalls
    ? ExpectedCalls[K]['input']
    : never;

/** What its answer holds in `data`. */
export type Data<K extends CallKey> = K extends keyof Endpoints
  ? DataOf<Endpoints[K]>
  : K extends keyof ExpectedCalls
    ? ExpectedCalls[K]['data']
    : never;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** A write with the same key is done once and its answer repeated. */
  readonly idempotencyKey?: string | undefined;
}

/** The input may be left out where nothing in it is required. */
type CallArguments<K extends CallKey> =
  Partial<Input<K>> extends Input<K>
    ? [input?: Input<K>, options?: CallOptions]
    : [input: Input<K>, options?: CallOptions];

/**
 * One call of the API by its address, such as `call('GET /products/{id}', { params: { id } })`; resolves to the
 * envelope's `data`. Both transports, the browser's and the server's in-process one, have this shape.
 */
export type Api = <K extends CallKey>(key: K, ...rest: CallArguments<K>) => Promise<Data<K>>;
