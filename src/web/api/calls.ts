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

/** Endpoints that return a page of a list. */
export type ListKey = {
  [K in CallKey]: K extends `GET ${string}`
    ? Data<K> extends { readonly last_page: number }
      ? Input<K> extends { readonly query?: { readonly per_page?: unknown } }
        ? K
        : never
      : never
    : never;
}[CallKey];

/** The query of a list without the page size. */
export type ListQuery<K extends ListKey> =
  Input<K> extends { readonly query?: infer Q } ? Omit<NonNullable<Q>, 'per_page'> : never;

/**
 * One API call, such as `call('GET /products/{id}', { params: { id } })`; resolves to the envelope's `data`. Both
 * transports, the browser's and the server's in-process one, have this type.
 */
export interface Api {
  <K extends PlainKey>(key: K, input?: Input<K>, options?: CallOptions): Promise<Data<K>>;
  <K extends CallKey>(key: K, input: Input<K>, options?: CallOptions): Promise<Data<K>>;
  <K extends ListKey>(
    key: K,
    input: { readonly query: ListQuery<K> & { readonly per_page: number } },
    options?: CallOptions,
  ): Promise<Data<K>>;
}
