import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';

/** What was tested: never a secret. */
interface TestedService {
  /** `stripe`, `paypal`, `smtp`, or the name of a plug-in. */
  readonly service: string;
  /** As typed; null: the stored one. */
  readonly host?: string | null;
  readonly port?: number | null;
}

/** Runs a connection test and writes down who tried what, and whether it worked. */
export async function auditTest<T>(
  { db, now }: { readonly db: Database; readonly now: Clock },
  by: AuditContext,
  { service, ...facts }: TestedService,
  test: () => Promise<T>,
): Promise<T> {
  let worked = false;
  try {
    const result = await test();
    worked = true;
    return result;
  } finally {
    const entry = { action: 'settings.test', entity: 'settings', entityId: service, before: null };
    await inTransaction(db, (tx) => recordAudit(tx, { ...by, ...entry, after: { ...facts, worked }, at: now() }));
  }
}
