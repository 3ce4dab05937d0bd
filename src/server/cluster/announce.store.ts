import { sql } from 'kysely';
import type { Transaction } from '../platform/database/database.ts';
import { CHANNEL, type NamedChange } from './change-notifications.ts';

/** Announces a change; PostgreSQL sends it when the transaction commits. */
export async function announce(tx: Transaction, change: NamedChange): Promise<void> {
  await sql`SELECT pg_notify(${CHANNEL}, ${change})`.execute(tx);
}
