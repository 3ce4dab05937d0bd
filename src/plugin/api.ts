import type { Contract, DataOf, InputOf } from '#contract/endpoint.ts';
import { call, callForFile, callForMessage } from '#web/api/call.ts';

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** A write with the same key runs once, and its response is repeated. */
  readonly idempotencyKey?: string | undefined;
  /** Default: ten seconds. */
  readonly timeoutMs?: number;
}

/** Keys of endpoints in whose input nothing is required. */
type PlainKey<C extends Contract> = {
  [K in keyof C]: Partial<InputOf<C[K]>> extends InputOf<C[K]> ? K : never;
}[keyof C];

/** Calls an endpoint and resolves to the `data` of its response. */
export interface PluginCall<C extends Contract> {
  <K extends PlainKey<C>>(key: K, input?: InputOf<C[K]>, options?: CallOptions): Promise<DataOf<C[K]>>;
  <K extends keyof C>(key: K, input: InputOf<C[K]>, options?: CallOptions): Promise<DataOf<C[K]>>;
}

/** The plug-in's own endpoints, called from a page with the visitor's session. */
export interface PluginApi<C extends Contract> {
  /** @throws ApiError for every refusal, and when there is no response */
  readonly call: PluginCall<C>;
  /** The same; resolves to the message of the response. */
  readonly callForMessage: <K extends keyof C>(key: K, input: InputOf<C[K]>, options?: CallOptions) => Promise<string>;
  /** The same for an endpoint that `sends` a file. */
  readonly callForFile: <K extends keyof C>(key: K, input: InputOf<C[K]>) => Promise<{ name: string; content: Blob }>;
}

/**
 * The API of a plug-in's contract: `const { call } = createApi<typeof reviewContract>()`, with the contract imported as a
 * type, so that its schemas do not reach the browser.
 */
export function createApi<C extends Contract>(): PluginApi<C> {
  // The transport knows the shop's own contract by type only; at run time any address will do.
  return { call, callForMessage, callForFile } as unknown as PluginApi<C>;
}
