import type { z } from 'zod';

/**
 * A request with an `Idempotency-Key`. Its transaction records the outcome, so that a retry gets a response even if the first
 * one was lost.
 */
export interface RepeatableWrite {
  readonly scope: string;
  readonly key: string;
  /** Id of this attempt. Once another request has claimed the key, this attempt cannot commit. */
  readonly claim: string;
  /** The outcome that an earlier attempt has committed; null: none. */
  readonly committed: unknown;
  /** Of the endpoint in the contract. */
  readonly canRunAgain: boolean;
}

/** Whether an earlier attempt has committed, so that only the response is missing. */
export const isCommitted = (write: RepeatableWrite | undefined): boolean => write != null && write.committed !== null;

/**
 * Does the work of a write, unless an earlier attempt has committed it. The transaction must call `recordOutcome`, or
 * include `outcomeWrites`, and the endpoint must be declared with `canRunAgain`.
 * @param write undefined for a request without an `Idempotency-Key`.
 * @returns the recorded outcome.
 */
export async function unlessCommitted<T>(
  write: RepeatableWrite | undefined,
  outcome: z.ZodType<T>,
  work: () => Promise<T>,
): Promise<T> {
  if (write && !write.canRunAgain) throw new Error('Declare the endpoint with `canRunAgain`: it records an outcome.');
  return write && isCommitted(write) ? outcome.parse(write.committed) : work();
}
