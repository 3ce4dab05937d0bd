import type { Faults } from './faults/faults.ts';

/** Context of an operation: time, request and base URL, used in rows, responses and events. */
export interface OperationContext {
  readonly at: Date;
  /** The sandbox's base URL as the caller sees it, without a trailing slash. */
  readonly baseUrl: string;
  /** The causing request; null for scheduled work. */
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null };
  readonly faults: Faults;
}

/** The current time. Without a caller's URL, the one on which the sandbox listens. */
export type ContextOf = (request: OperationContext['request'], baseUrl?: string) => OperationContext;

/** Stripe's timestamps: whole seconds since 1970. */
export function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
