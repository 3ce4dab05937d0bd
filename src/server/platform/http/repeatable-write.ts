import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Transaction } from '../database/database.ts';
import { type Condition, executeTogether, failUnless, type Writes } from '../database/execute-together.ts';

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
}

/** SQLSTATE of a transaction that fails because another request has claimed its key meanwhile. */
export const CLAIM_LOST = 'SD004';

/** Whether an earlier attempt has committed, so that only the response is missing. */
export const isCommitted = (write: RepeatableWrite | undefined): boolean => write != null && write.committed !== null;

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
  return write && isCommitted(write) ? outcome.parse(write.committed) : work();
}

/**
 * Records the outcome as part of the last statement of a transaction: see `executeAndCommit`.
 * @param isDone SQL condition: whether the statement has done the work. Default: always.
 */
export function outcomeWrites(
  write: RepeatableWrite | undefined,
  outcome: object,
  isDone: RawBuilder<boolean> = sql`true`,
): { readonly writes: Writes; readonly conditions: readonly Condition[] } {
  if (!write) return { writes: {}, conditions: [] };
  const { scope, key, claim } = write;
  return {
    writes: {
      recorded_outcome: sql`
        UPDATE idempotency_record SET outcome = ${JSON.stringify(outcome)}::jsonb
         WHERE scope = ${scope} AND key = ${key} AND claim = ${claim}::uuid AND outcome IS NULL AND ${isDone}
        RETURNING scope`,
    },
    conditions: [
      {
        isMet: sql`(EXISTS (SELECT FROM recorded_outcome) OR NOT ${isDone})`,
        code: CLAIM_LOST,
        reason: 'Another request has claimed the Idempotency-Key',
      },
    ],
  };
}

/** Records the outcome in a transaction. Call it last, because retries wait for the lock that it takes on the record. */
export async function recordOutcome(
  tx: Transaction,
  write: RepeatableWrite | undefined,
  outcome: object,
): Promise<void> {
  const { writes, conditions } = outcomeWrites(write, outcome);
  if (conditions.length > 0) await executeTogether(tx, writes, failUnless(conditions));
}
