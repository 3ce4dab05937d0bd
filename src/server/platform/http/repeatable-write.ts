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
  /** Whether the work can run again after its connection broke, although it may have committed: see `allowAnotherRun`. */
  canRunAgain?: boolean;
}

/** Whether an earlier attempt has committed, so that only the response is missing. */
export const isCommitted = (write: RepeatableWrite | undefined): boolean => write != null && write.committed !== null;

/** For work that an earlier run may have committed: another run then finds what is stored, and does nothing twice. */
export function allowAnotherRun(write: RepeatableWrite | undefined): void {
  if (write) write.canRunAgain = true;
}

/**
 * Does the work of a write, unless an earlier attempt has committed it. The transaction must call `recordOutcome`, or
 * include `outcomeWrites`.
 * @param write undefined for a request without an `Idempotency-Key`.
 * @returns the recorded outcome.
 */
export async function unlessCommitted<T>(
  write: RepeatableWrite | undefined,
  outcome: z.ZodType<T>,
  work: () => Promise<T>,
): Promise<T> {
  allowAnotherRun(write);
  return write && isCommitted(write) ? outcome.parse(write.committed) : work();
}
