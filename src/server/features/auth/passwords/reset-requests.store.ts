import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

export async function insertResetRequest(db: Database, email: string, at: Date): Promise<void> {
  await db.insertInto('password_reset_request').values({ email, requested_at: at }).execute();
}

/**
 * Takes requests, oldest first; concurrent workers never get the same one. @returns their number, and the distinct
 * addresses.
 */
export async function takeResetRequests(
  tx: Transaction,
  limit: number,
): Promise<{ readonly taken: number; readonly emails: readonly string[] }> {
  const { rows } = await sql<{ email: string }>`
    DELETE FROM password_reset_request
     WHERE id IN (SELECT id FROM password_reset_request ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING email`.execute(tx);
  return { taken: rows.length, emails: [...new Set(rows.map(({ email }) => email))].sort() };
}
