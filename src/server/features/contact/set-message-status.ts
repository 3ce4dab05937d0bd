import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { lockMessageRow, updateMessageStatus } from './messages.store.ts';

/**
 * Marks a message as done, or reopens it; no effect and no audit row if it already is.
 * @throws Refusal `message.not_found`
 */
export async function setMessageStatus(
  db: Database,
  id: number,
  status: 'open' | 'done',
  by: AuditContext,
  at: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const message = await lockMessageRow(tx, id);
    if (!message) throw new Refusal('message.not_found');
    if (message.status === status) return;
    await updateMessageStatus(tx, id, status);
    const [before, after] = [{ status: message.status }, { status }];
    const named = { action: 'message.status', entity: 'message', entityId: String(id) };
    await recordAudit(tx, { ...by, ...named, before, after, at });
  });
}
