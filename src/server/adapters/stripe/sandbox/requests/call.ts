import type { Connection } from '../database.ts';
import type { OperationContext } from '../operation-context.ts';
import type { Audience } from '../payment-intents/intent.view.ts';
import { type Fields, fieldsOf } from './fields.ts';
import type { Form } from './form-body.ts';

/** An API call with a valid key. */
export interface Call {
  readonly params: Form;
  /** The id in the path; empty if the path has none. */
  readonly id: string;
  readonly audience: Audience;
  readonly context: OperationContext;
}

export interface SandboxResponse {
  readonly status: number;
  readonly body: object;
}

/**
 * A call in two steps. The first rejects invalid parameters before anything starts; the second runs in a transaction,
 * and an idempotency key repeats its errors.
 */
export type Operation = (call: Call) => (tx: Connection) => Promise<SandboxResponse>;

/** Parameters that every call accepts. */
const SHARED_PARAMS = ['key', 'client_secret', 'expand'] as const;

/** The call's parameters; unknown ones are rejected. */
export function paramsOf(call: Call, known: readonly string[] = []): Fields {
  return fieldsOf(call.params, [...SHARED_PARAMS, ...known]);
}

export const ok = (body: object): SandboxResponse => ({ status: 200, body });
