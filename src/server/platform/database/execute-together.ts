import { type OperationNodeSource, type RawBuilder, sql } from 'kysely';
import type { Transaction } from './database.ts';

/** Statements by name, to be executed as one. Later ones can select from what an earlier one returns, by its name. */
export type Writes = Readonly<Record<string, OperationNodeSource>>;

/**
 * Executes several writes in one round trip, as common table expressions. Unless one selects from another, they run in
 * no particular order and do not see each other's changes; foreign keys are checked after all of them.
 * @param select of the names, for what the caller has to know.
 */
export async function executeTogether<Row>(tx: Transaction, writes: Writes, select: RawBuilder<Row>): Promise<Row[]> {
  const named = Object.entries(writes).map(([name, write]) => sql`${sql.ref(name)} AS (${write})`);
  const { rows } = await sql<Row>`WITH ${sql.join(named)} ${select}`.execute(tx);
  return rows;
}
