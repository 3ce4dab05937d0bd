import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Fails unless the database answers and has been migrated. */
export async function checkDatabase(db: Database): Promise<void> {
  await sql`SELECT 1 FROM schema_migration LIMIT 1`.execute(db);
}
