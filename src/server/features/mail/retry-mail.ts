import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { deliverSoon } from './mail-jobs.ts';
import { findMailRow, makeMailDue } from './outbox.store.ts';

/**
 * Sends a failed or waiting mail again, now.
 * @throws Refusal `mail.not_found`, `mail.sent_already`, `mail.being_sent`.
 */
export async function retryMail(
  { db, now, jobs }: { readonly db: Database; readonly now: Clock; readonly jobs: Pick<Jobs, 'request'> },
  id: number,
  { actor, request }: AuditContext,
): Promise<void> {
  const mail = await findMailRow(db, id);
  if (!mail) throw new Refusal('mail.not_found');
  if (mail.status === 'sent') throw new Refusal('mail.sent_already');
  await inTransaction(db, async (tx) => {
    const at = now();
    if (!(await makeMailDue(tx, id, at))) throw new Refusal('mail.being_sent');
    await recordAudit(tx, {
      actor,
      request,
      action: 'mail.retried',
      entity: 'mail',
      entityId: String(id),
      before: { status: mail.status, attempts: mail.attempts },
      after: { status: 'queued' },
      at,
    });
  });
  deliverSoon(jobs);
}
