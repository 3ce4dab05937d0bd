import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { CallKey, ShopContract } from '#contract/index.ts';

export type { CallKey };

/** Input of a call: `params`, `query` and `body`, as declared in the contract. */
export type Input<K extends CallKey> = InputOf<ShopContract[K]>;

/** `data` of the response. */
export type Data<K extends CallKey> = DataOf<ShopContract[K]>;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Idempotency key: repeating a write returns the first response. */
  readonly idempotencyKey?: string | undefined;
  /** Default: ten seconds. */
  readonly timeoutMs?: number;
}

/** Endpoints without required input. */
type PlainKey = { [K in CallKey]: Partial<Input<K>> extends Input<K> ? K : never }[CallKey];

/**
 * One API call, such as `call('GET /products/{id}', { params: { id } })`; resolves to the envelope's `data`. Both
 * transports, the browser's and the server's in-process one, have this type.
 */
export interface Api {
  <K extends PlainKey>(key: K, input?: Input<K>, options?: CallOptions): Promise<Data<K>>;
  <K extends CallKey>(key: K, input: Input<K>, options?: CallOptions): Promise<Data<K>>;
}
