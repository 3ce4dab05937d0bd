import type { Access, Contract, DataOf, Endpoint, ValidInputOf } from '#contract/endpoint.ts';

/** Who is signed in, as far as every call needs to know. */
export interface Caller {
  readonly userId: number;
  readonly sessionId: number;
  /** An admin who may act as one. */
  readonly isAdmin: boolean;
  /** An admin who has to switch on two-factor sign-in before that. */
  readonly needsSecondFactor: boolean;
  readonly name: string;
  readonly email: string;
}

/** What is known of the connection behind a call. */
export interface RequestFacts {
  readonly address: string;
  readonly userAgent: string | undefined;
}

type CallerOf<A extends Access> = A extends 'public' ? undefined : Caller;

/** What a handler receives: the validated input, who calls, and from where. */
export type Exchange<E extends Endpoint> = ValidInputOf<E> & {
  readonly caller: CallerOf<E['access']>;
  readonly request: RequestFacts;
};

/** A success: the envelope's `data` and `message`. */
export interface Answer<D> {
  readonly data: D;
  readonly message: string;
  /** The account in question if the caller is not signed in; only for the security log. */
  readonly concerns: number | undefined;
}

export function answer<D>(data: D, message = 'OK', concerns?: number): Answer<D> {
  return { data, message, concerns };
}

export type Handler<E extends Endpoint> = (exchange: Exchange<E>) => Promise<Answer<DataOf<E>>>;

/** One handler for every endpoint of a contract: a missing one does not compile. */
export type Handlers<C extends Contract> = { readonly [K in keyof C]: Handler<C[K]> };
