import { MAX_RETRIED, type RetriedMany, type RetryMany } from '#contract/admin/retry-many.ts';
import { type AuditContext, recordAudits } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { deliverSoon } from './mail-jobs.ts';
import { countFailedMails, findMailRow, makeMailsDue } from './outbox.store.ts';

interface RetryServices {
  readonly db: Database;
  readonly now: Clock;
  readonly jobs: Pick<Jobs, 'request'>;
}

/**
 * Sends failed and waiting mails again, now. Repeating it sends nothing twice: mails that are due already, being sent or sent stay as
 * they are.
 */
export async function retryMails(
  { db, now, jobs }: RetryServices,
  wanted: RetryMany,
  { actor, request }: AuditContext,
): Promise<RetriedMany> {
  const result = await inTransaction(db, async (tx) => {
    const at = now();
    const choice = 'ids' in wanted ? wanted : { oldestFailed: MAX_RETRIED };
    const retried = await makeMailsDue(tx, choice, at);
    await recordAudits(
      tx,
      retried.map(({ id, status, attempts }) => ({
        actor,
        request,
        action: 'mail.retried',
        entity: 'mail',
        entityId: String(id),
        before: { status, attempts },
        after: { status: 'queued' },
        at,
      })),
    );
    return { retried: retried.length, failed: await countFailedMails(tx) };
  });
  deliverSoon(jobs);
  return result;
}

/**
 * The same for one mail.
 * @throws Refusal `mail.not_found`, `mail.sent_already`, `mail.being_sent`.
 */
export async function retryMail(services: RetryServices, id: number, by: AuditContext): Promise<void> {
  const { retried } = await retryMails(services, { ids: [id] }, by);
  if (retried > 0) return;
  const mail = await findMailRow(services.db, id);
  if (!mail) throw new Refusal('mail.not_found');
  if (mail.status === 'sent') throw new Refusal('mail.sent_already');
  if (mail.claimed_until && mail.claimed_until > services.now()) throw new Refusal('mail.being_sent');
  // Another retry has just made it due.
}
