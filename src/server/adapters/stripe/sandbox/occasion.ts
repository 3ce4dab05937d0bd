import type { Faults } from './faults.ts';

/** When and in answer to what something happens: what rows, answers and events take from their surroundings. */
export interface Occasion {
  readonly at: Date;
  /** Where whoever calls reaches the sandbox, without a slash at the end. */
  readonly baseUrl: string;
  /** The request that caused it; nulls when time did. */
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null };
  readonly faults: Faults;
}

/** The present moment. Without an address of the caller's, the one on which the sandbox listens. */
export type OccasionOf = (request: Occasion['request'], baseUrl?: string) => Occasion;

/** Stripe's form of a moment: whole seconds since 1970. */
export function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
