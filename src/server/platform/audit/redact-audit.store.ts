import { sql } from 'kysely';
import type { Transaction } from '../database/database.ts';
import type { DeletedPerson } from '../personal-data/personal-data.ts';
import { redactJson } from '../security/redact-text.ts';

/** Fields of an account in audit rows that identify a person. */
const PERSONAL_FACTS = ['name', 'email', 'pending_email', 'phone', 'date_of_birth', 'gender', 'bio'];

/** Removes words from the audit rows about some entities. */
export async function redactAuditOf(
  tx: Transaction,
  entity: string,
  entityIds: readonly number[],
  words: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: number; before: unknown; after: unknown }>`
    SELECT id, before, after FROM audit_entry
     WHERE entity = ${entity} AND entity_id = ANY (${entityIds.map(String)}::text[])`.execute(tx);
  for (const { id, before, after } of rows) {
    await sql`
      UPDATE audit_entry SET before = ${before && JSON.stringify(redactJson(before, words))}::jsonb,
             after = ${after && JSON.stringify(redactJson(after, words))}::jsonb
       WHERE id = ${id}`.execute(tx);
  }
}

/** Keeps the audit rows about the account, and those of its own actions, without personal data. */
export async function redactAuditOfPerson(
  tx: Transaction,
  { userId, words, replacement }: DeletedPerson,
): Promise<void> {
  await tx
    .updateTable('audit_entry')
    .set({ actor_name: replacement.name, address: null })
    .where('actor_id', '=', userId)
    .execute();
  // Clears earlier names and birthdays as well, which no word list contains.
  await tx
    .updateTable('audit_entry')
    .set({ before: null, after: null })
    .where('action', '=', 'user.profile')
    .where('entity', '=', 'user')
    .where('entity_id', '=', String(userId))
    .execute();
  await sql`
    UPDATE audit_entry SET before = before - ${PERSONAL_FACTS}::text[], after = after - ${PERSONAL_FACTS}::text[]
     WHERE entity = 'user' AND entity_id = ${String(userId)}`.execute(tx);
  await redactAuditOf(tx, 'user', [userId], words);
}
