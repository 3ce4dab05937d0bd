import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { deleteMessageRow, lockMessageRow } from './messages.store.ts';

/**
 * Deletes a message with its replies. The audit row has its subject, but nothing that the sender wrote.
 * @throws Refusal `message.not_found`
 */
export async function deleteMessage(db: Database, id: number, by: AuditContext, at: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const message = await lockMessageRow(tx, id);
    if (!message) throw new Refusal('message.not_found');
    await deleteMessageRow(tx, id);
    const before = { subject: message.subject, status: message.status, created_at: message.created_at.toISOString() };
    const named = { action: 'message.delete', entity: 'message', entityId: String(id) };
    await recordAudit(tx, { ...by, ...named, before, after: null, at });
  });
}
