import { z } from 'zod';
import type { AnyRefusal } from './refusals.ts';

/** Required access: anybody, a signed-in customer (including admins), or an admin. */
export type Access = 'public' | 'customer' | 'admin';

/**
 * One API endpoint, declared once for server and browser. Its key in the contract is its method and path below `/api`:
 * `'PUT /cart/{id}'`.
 */
export interface Endpoint {
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Takes one file instead of a body, as `multipart/form-data`; a larger file is refused while it is received. */
  readonly file?: { readonly maxBytes: number };
  /** `data` of the response envelope. */
  readonly data: z.ZodType;
  /**
   * The response is a file of this type instead of an envelope; `data` is then `sentFile`. Refusals still use the
   * envelope.
   */
  readonly sends?: FileType;
  /** A read that must show the newest state: never read from a replica. */
  readonly current?: true;
  /** A public read that is the same for everybody: cached until something it shows changes, with an ETag. */
  readonly shared?: true;
  /**
   * Hashes passwords, checks secrets, sends mail or renders documents: allowed a twentieth of the general rate limit.
   */
  readonly costly?: true;
  /**
   * False for responses that can contain a token, a secret or a recovery code: an `Idempotency-Key` is ignored and
   * nothing is stored, so nobody can get the response again with a copy of the request. Set for every write below
   * `/auth`.
   */
  readonly storesResponse?: false;
  /**
   * A retry with the same `Idempotency-Key` may run this write although the first attempt may have committed, or may still commit.
   * Either its transaction records an outcome (`unlessCommitted` on the server), so that only one attempt commits, or it finds what
   * an earlier one has stored. Retries of other writes wait until the first attempt counts as abandoned.
   * Not for plug-ins.
   */
  readonly canRunAgain?: true;
  /** Maximum body size; default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Status of a success; default 200. */
  readonly status?: 200 | 201 | 202;
  /** Refusals in addition to the general ones of its access (validation, sign-in, rate limit). */
  readonly refusals?: readonly AnyRefusal[];
}

export type FileType = 'application/json' | 'application/pdf' | 'text/csv; charset=utf-8';

/** A file response. Long files are generated while they are sent. */
export interface SentFile {
  /** File name for the download. */
  readonly name: string;
  readonly content: Uint8Array | string | AsyncIterable<string | Uint8Array>;
}
export const sentFile = z.custom<SentFile>();

export type Contract = Readonly<Record<string, Endpoint>>;

/** Preserves the literal types of a group of endpoints while checking their shape. */
export function defineEndpoints<const C extends Contract>(endpoints: C): C {
  return endpoints;
}

type Part<E, K extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> = E extends {
  readonly [P in K]: infer S extends z.ZodType;
}
  ? { [P in K]: Side extends 'input' ? z.input<S> : z.output<S> }
  : unknown;

/** An uploaded file: a form in the browser, its bytes for the handler. */
type FilePart<E, Side extends 'input' | 'output'> = E extends { readonly file: object }
  ? Side extends 'input'
    ? { body: FormData }
    : { file: Buffer }
  : unknown;

type Flat<T> = { [K in keyof T]: T[K] };

/** The query of a caller, which may be left out if it needs no value. */
type QueryInput<E> =
  Part<E, 'query', 'input'> extends { query: infer Q } ? (object extends Q ? { query?: Q } : { query: Q }) : unknown;

/** Input of a caller: `params`, `query` and `body`, as declared by the endpoint. */
export type InputOf<E> = Flat<
  Part<E, 'params', 'input'> & QueryInput<E> & Part<E, 'body', 'input'> & FilePart<E, 'input'>
>;

/** Input of a handler: the same after validation, with defaults applied. */
export type ValidInputOf<E> = Flat<
  Part<E, 'params', 'output'> & Part<E, 'query', 'output'> & Part<E, 'body', 'output'> & FilePart<E, 'output'>
>;

/** `data` of a successful response. */
export type DataOf<E> = E extends { readonly data: infer S extends z.ZodType } ? z.output<S> : never;
