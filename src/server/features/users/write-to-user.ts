import { deliverSoon, queueMail, readMailShop } from '#server/features/mail/index.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { merchantMail } from './user-mails.ts';
import type { UserServices } from './user-services.ts';
import { lockUser } from './users.store.ts';

/** Queues a mail from the merchant to a user. @throws Refusal `user.not_found`. */
export async function writeToUser(
  services: UserServices,
  userId: number,
  letter: { readonly subject: string; readonly message: string },
  { actor, request }: AuditContext,
): Promise<void> {
  const { db, now, jobs } = services;
  const shop = await readMailShop(services);
  await inTransaction(db, async (tx) => {
    const at = now();
    const user = await lockUser(tx, userId);
    if (!user || user.anonymised_at) throw new Refusal('user.not_found');
    await queueMail(tx, merchantMail(shop, user, letter), at);
    await recordAudit(tx, {
      actor,
      request,
      action: 'user.mailed',
      entity: 'user',
      entityId: String(userId),
      before: null,
      after: { subject: letter.subject },
      at,
    });
  });
  await deliverSoon(jobs);
}
