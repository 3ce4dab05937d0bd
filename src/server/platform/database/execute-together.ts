import { type OperationNodeSource, type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from './database.ts';
import { THEN_COMMIT, THEN_NEXT } from './prepared-statements.ts';

/** Statements by name, to be executed as one. Later ones can select from what an earlier one returns, by its name. */
export type Writes = Readonly<Record<string, OperationNodeSource>>;

/**
 * Executes several writes in one round trip, as common table expressions. Unless one selects from another, they run in
 * no particular order and do not see each other's changes; foreign keys are checked after all of them.
 * @param select of the names, for what the caller has to know.
 */
export async function executeTogether<Row>(
  db: Database | Transaction,
  writes: Writes,
  select: RawBuilder<Row>,
): Promise<Row[]> {
  const { rows } = await together(writes, select).execute(db);
  return rows;
}

/** A condition of a transaction: `isMet` can select from the names of its writes. */
export interface Condition {
  readonly isMet: RawBuilder<boolean>;
  /** SQLSTATE of the error when it is not met. */
  readonly code: string;
  readonly reason: string;
}

/** Writes that are one statement, and what must be true after them. */
export interface ConditionalWrites {
  readonly writes: Writes;
  readonly conditions: readonly Condition[];
}

/**
 * Like `executeTogether`, as the last statements of a transaction: commits in the same round trip if the conditions are met.
 * Rows that the last statement locks are locked only while PostgreSQL executes it and commits. Nothing can be executed in
 * the transaction afterwards.
 * @throws DatabaseError with the code of the first condition that is not met; then everything is rolled back.
 */
export async function executeAndCommit(tx: Transaction, ...statements: readonly ConditionalWrites[]): Promise<void> {
  for (const [index, { writes, conditions }] of statements.entries()) {
    const prefix = index === statements.length - 1 ? THEN_COMMIT : THEN_NEXT;
    await sql`${sql.raw(prefix)} ${together(writes, failUnless(conditions))}`.execute(tx);
  }
}

/** A SELECT that fails if a condition is not met. */
export function failUnless(conditions: readonly Condition[]): RawBuilder<unknown> {
  const checks = conditions.map(({ isMet, code, reason }) => sql`fail_unless(${isMet}, ${code}, ${reason})`);
  return checks.length === 0 ? sql`SELECT` : sql`SELECT ${sql.join(checks)}`;
}

function together<Row>(writes: Writes, select: RawBuilder<Row>): RawBuilder<Row> {
  const named = Object.entries(writes).map(([name, write]) => sql`${sql.ref(name)} AS (${write})`);
  return sql<Row>`WITH ${sql.join(named)} ${select}`;
}
