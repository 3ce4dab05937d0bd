import type { Access, Contract, DataOf, Endpoint, ValidInputOf } from '#contract/endpoint.ts';
import type { RepeatableWrite } from './idempotency/repeatable-write.ts';

/** The signed-in user, as far as every endpoint needs to know. */
export interface Caller {
  readonly userId: number;
  readonly sessionId: number;
  /** An admin with access to the back office. */
  readonly isAdmin: boolean;
  /** An admin who must set up two-factor sign-in first. */
  readonly needsSecondFactor: boolean;
  readonly name: string;
  readonly email: string;
  /** Position of the primary's log after the last write of the session, if there is a read replica. */
  readonly writtenLsn?: string | null;
}

/** Information about the connection of a request. */
export interface RequestFacts {
  readonly address: string;
  readonly userAgent: string | undefined;
  /** Aborted when the client disconnects before the response. Undefined for responses that are shared. */
  readonly signal?: AbortSignal;
  /** Set for a write with an `Idempotency-Key`. */
  readonly write?: RepeatableWrite | undefined;
}

type CallerOf<A extends Access> = A extends 'public' ? undefined : Caller;

/** Input of a handler: the validated request, the user, and the connection. */
export type HandlerInput<E extends Endpoint> = ValidInputOf<E> & {
  readonly caller: CallerOf<E['access']>;
  readonly request: RequestFacts;
};

/** A success: `data` and `message` of the envelope. */
export interface HandlerResponse<D> {
  readonly data: D;
  readonly message: string;
  /** The account concerned, if the caller is not signed in: for the security log, and so that its user sees the write on every node. */
  readonly concerns: number | undefined;
}

export function respond<D>(data: D, message = 'OK', concerns?: number): HandlerResponse<D> {
  return { data, message, concerns };
}

export type Handler<E extends Endpoint> = (input: HandlerInput<E>) => Promise<HandlerResponse<DataOf<E>>>;

/** One handler for every endpoint of a contract: a missing one does not compile. */
export type Handlers<C extends Contract> = { readonly [K in keyof C]: Handler<C[K]> };
