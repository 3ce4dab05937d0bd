import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import {
  type Condition,
  executeTogether,
  failUnless,
  type Writes,
} from '#server/platform/database/execute-together.ts';
import type { RepeatableWrite } from './repeatable-write.ts';

/** SQLSTATE of a transaction that fails because another request has claimed its key meanwhile. */
export const CLAIM_LOST = 'SD004';

export interface Outcome {
  /** Undefined for a request without an `Idempotency-Key`. */
  readonly write: RepeatableWrite | undefined;
  readonly outcome: object;
}

/**
 * Records the outcomes of several requests as part of the last statement of their transaction: see `executeAndCommit`.
 * @param isDone SQL condition: whether the statement has done the work. Default: always.
 */
export function outcomeWrites(
  outcomes: readonly Outcome[],
  isDone: RawBuilder<boolean> = sql`true`,
): { readonly writes: Writes; readonly conditions: readonly Condition[] } {
  const rows = outcomes.flatMap(({ write, outcome }) =>
    write ? [{ scope: write.scope, key: write.key, claim: write.claim, outcome }] : [],
  );
  if (rows.length === 0) return { writes: {}, conditions: [] };
  return {
    writes: {
      recorded_outcome: sql`
        UPDATE idempotency_record SET outcome = given.outcome
          FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (scope text, key text, claim uuid, outcome jsonb)
         WHERE idempotency_record.scope = given.scope AND idempotency_record.key = given.key
           AND idempotency_record.claim = given.claim AND idempotency_record.outcome IS NULL AND ${isDone}
        RETURNING idempotency_record.scope`,
    },
    conditions: [
      {
        isMet: sql`((SELECT count(*) FROM recorded_outcome) = ${rows.length}::integer OR NOT ${isDone})`,
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
  const { writes, conditions } = outcomeWrites([{ write, outcome }]);
  if (conditions.length > 0) await executeTogether(tx, writes, failUnless(conditions));
}
