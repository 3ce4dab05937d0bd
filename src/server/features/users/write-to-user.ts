import { queueMail } from '#server/features/mail/index.ts';
import type { AuditContext } from '#server/platform/audit/audit.store.ts';
import { mailUser } from './mail-user.ts';
import { merchantMail } from './user-mails.ts';
import type { UserServices } from './user-services.ts';

/** Queues a mail from the merchant to a user. @throws Refusal `user.not_found`. */
export async function writeToUser(
  services: UserServices,
  userId: number,
  letter: { readonly subject: string; readonly message: string },
  by: AuditContext,
): Promise<void> {
  await mailUser(services, userId, by, async (tx, user, { shop, at }) => {
    await queueMail(tx, merchantMail(shop, user, letter), at);
    return { action: 'user.mailed', after: { subject: letter.subject } };
  });
}
