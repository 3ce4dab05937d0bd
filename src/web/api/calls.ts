import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { CallKey, ShopContract } from '#contract/index.ts';

export type { CallKey };

/** What a call sends: `params`, `query` and `body`, as the contract declares them. */
export type Input<K extends CallKey> = InputOf<ShopContract[K]>;

/** What its answer holds in `data`. */
export type Data<K extends CallKey> = DataOf<ShopContract[K]>;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** A write with the same key is done once and its answer repeated. */
  readonly idempotencyKey?: string | undefined;
  /** Ten seconds unless told. */
  readonly timeoutMs?: number;
}

/** Calls in whose input nothing is required. */
type PlainKey = { [K in CallKey]: Partial<Input<K>> extends Input<K> ? K : never }[CallKey];

/**
 * One call of the API by its address, such as `call('GET /products/{id}', { params: { id } })`; resolves to the
 * envelope's `data`. Both transports, the browser's and the server's in-process one, have this shape.
 */
export interface Api {
  <K extends PlainKey>(key: K, input?: Input<K>, options?: CallOptions): Promise<Data<K>>;
  <K extends CallKey>(key: K, input: Input<K>, options?: CallOptions): Promise<Data<K>>;
}
