import { deliverSoon, type MailShop, readMailShop } from '#server/features/mail/index.ts';
import { type AuditContext, type AuditedChange, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { UserServices } from './user-services.ts';
import { lockUser, type UserRow } from './users.store.ts';

/**
 * Queues a mail to a user, with its audit row, and delivers it.
 * @param queue writes the mail. @returns what is audited
 * @throws Refusal `user.not_found`, and what `queue` throws.
 */
export async function mailUser(
  services: UserServices,
  userId: number,
  { actor, request }: AuditContext,
  queue: (
    tx: Transaction,
    user: UserRow,
    facts: { readonly shop: MailShop; readonly at: Date },
  ) => Promise<Pick<AuditedChange, 'action' | 'after'>>,
): Promise<void> {
  const { db, now, jobs } = services;
  const shop = await readMailShop(services);
  await inTransaction(db, async (tx) => {
    const at = now();
    const user = await lockUser(tx, userId);
    if (!user || user.anonymised_at) throw new Refusal('user.not_found');
    const change = await queue(tx, user, { shop, at });
    await recordAudit(tx, { actor, request, entity: 'user', entityId: String(userId), before: null, ...change, at });
  });
  deliverSoon(jobs);
}
