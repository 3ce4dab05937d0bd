import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface RetryJobServices {
  readonly db: Database;
  readonly now: Clock;
  readonly jobs: Pick<Jobs, 'names' | 'request'>;
}

/**
 * Runs a failed job again.
 * @throws Refusal `job.not_found`.
 */
export async function retryJob(
  { db, now, jobs }: RetryJobServices,
  name: string,
  { actor, request }: AuditContext,
): Promise<void> {
  if (!jobs.names().includes(name)) throw new Refusal('job.not_found');
  const job = { entity: 'job', entityId: name, before: null, after: null };
  await inTransaction(db, (tx) => recordAudit(tx, { ...job, action: 'job.retried', actor, request, at: now() }));
  await jobs.request(name);
}
