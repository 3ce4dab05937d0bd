import type { Insertable } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { Mail } from '#server/platform/database/schema.ts';

export async function insertMail(tx: Database | Transaction, row: Insertable<Mail>): Promise<void> {
  await tx.insertInto('mail').values(row).execute();
}
