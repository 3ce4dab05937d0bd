import type { Connection } from './database.ts';
import { type Fields, fieldsOf } from './fields.ts';
import type { Form } from './form-body.ts';
import type { Audience } from './intent.view.ts';
import type { Occasion } from './occasion.ts';

/** A call of the API whose key has been checked. */
export interface Call {
  readonly params: Form;
  /** The id in the address; empty where the address has none. */
  readonly id: string;
  readonly audience: Audience;
  readonly occasion: Occasion;
}

export interface Answer {
  readonly status: number;
  readonly body: object;
}

/**
 * A call in two steps: what is wrong with the parameters alone is refused by the first, before anything is begun; the
 * second runs in a transaction, and its refusals are answers that an idempotency key repeats.
 */
export type Operation = (call: Call) => (tx: Connection) => Promise<Answer>;

/** Parameters that every call may carry. */
const SHARED_PARAMS = ['key', 'client_secret', 'expand'] as const;

/** The call's parameters; unknown ones are refused. */
export function paramsOf(call: Call, known: readonly string[] = []): Fields {
  return fieldsOf(call.params, [...SHARED_PARAMS, ...known]);
}

export const ok = (body: object): Answer => ({ status: 200, body });
