import { z } from 'zod';
import type { AnyRefusal } from './refusals.ts';

/** Who may call: anybody, a signed-in customer (an admin is one too), or an admin. */
export type Access = 'public' | 'customer' | 'admin';

/**
 * One call of the API, declared once for both sides. The key under which it stands in the contract is its
 * address: `'PUT /cart/{id}'`, below `/api`.
 */
export interface Endpoint {
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** It takes one file instead of a body, as `multipart/form-data`; a larger one is refused while it comes in. */
  readonly file?: { readonly maxBytes: number };
  /** What stands in the envelope's `data`. */
  readonly data: z.ZodType;
  /** The answer is a file of this type instead of an envelope; `data` is then `sentFile`. Refusals are as everywhere. */
  readonly sends?: FileType;
  /** A public reading that is the same for everybody: kept for two seconds at most, answered with an ETag. */
  readonly shared?: true;
  /** It hashes passwords, guesses secrets, sends mail or renders documents: a twentieth of the general rate limit is allowed. */
  readonly costly?: true;
  /**
   * False where an answer can hold a token, a secret or a recovery code: an `Idempotency-Key` is ignored and nothing is
   * stored, so whoever has the request cannot get the answer a second time. Every write below `/auth` says so.
   */
  readonly storesAnswer?: false;
  /** A body may be this large; 1 MiB unless told. */
  readonly maxBodyBytes?: number;
  /** Status of a success; 200 unless told. */
  readonly status?: 200 | 201 | 202;
  /** The refusals beyond those that any call of its access can give (validation, sign-in, rate limit). */
  readonly refusals?: readonly AnyRefusal[];
}

export type FileType = 'application/json' | 'application/pdf' | 'text/csv; charset=utf-8';

/** A file on its way out. Long ones are written while they are sent. */
export interface SentFile {
  /** What the browser saves it as. */
  readonly name: string;
  readonly content: Uint8Array | string | AsyncIterable<string | Uint8Array>;
}
export const sentFile = z.custom<SentFile>();

export type Contract = Readonly<Record<string, Endpoint>>;

/** Keeps the literal types of one group of endpoints while checking their shape. */
export function defineEndpoints<const C extends Contract>(endpoints: C): C {
  return endpoints;
}

type Part<E, K extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> = E extends {
  readonly [P in K]: infer S extends z.ZodType;
}
  ? { [P in K]: Side extends 'input' ? z.input<S> : z.output<S> }
  : unknown;

/** A file on its way in: a form in the browser, its bytes for the handler. */
type FilePart<E, Side extends 'input' | 'output'> = E extends { readonly file: object }
  ? Side extends 'input'
    ? { body: FormData }
    : { file: Buffer }
  : unknown;

type Flat<T> = { [K in keyof T]: T[K] };

/** What a caller sends: `params`, `query` and `body`, as far as the endpoint declares them. */
export type InputOf<E> = Flat<
  Part<E, 'params', 'input'> & Part<E, 'query', 'input'> & Part<E, 'body', 'input'> & FilePart<E, 'input'>
>;

/** What a handler receives: the same after validation, with defaults filled in. */
export type ValidInputOf<E> = Flat<
  Part<E, 'params', 'output'> & Part<E, 'query', 'output'> & Part<E, 'body', 'output'> & FilePart<E, 'output'>
>;

/** The `data` of a successful answer. */
export type DataOf<E> = E extends { readonly data: infer S extends z.ZodType } ? z.output<S> : never;
