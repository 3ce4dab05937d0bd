import { type MailShop, queueMail } from '#server/features/mail/index.ts';
import type { AuditContext } from '#server/platform/audit/audit.store.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { issueToken } from '#server/platform/sessions/one-time-tokens.store.ts';
import { mailUser } from './mail-user.ts';
import { invitationMail } from './user-mails.ts';
import type { UserServices } from './user-services.ts';
import type { UserRow } from './users.store.ts';

const RETRY_AFTER_SECONDS = 60 * 60;

/** Queues the mail with the link to set a first password and invalidates the earlier link. */
export async function queueInvitation(tx: Transaction, user: UserRow, shop: MailShop, at: Date): Promise<void> {
  const token = await issueToken(tx, user.id, 'invitation', at);
  if (token === undefined) throw new Refusal('request.too_many', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  await queueMail(tx, invitationMail(shop, user, token), at);
}

/**
 * Invites a user again who has neither set a password nor verified the address.
 * @throws Refusal `user.not_found`, `user.not_invited`, or `request.too_many` after several within an hour.
 */
export async function inviteUser(services: UserServices, userId: number, by: AuditContext): Promise<void> {
  await mailUser(services, userId, by, async (tx, user, { shop, at }) => {
    const hasOwner = user.password_hash !== null || user.email_verified_at !== null;
    if (hasOwner || !user.is_active) throw new Refusal('user.not_invited');
    await queueInvitation(tx, user, shop, at);
    return { action: 'user.invited', after: { email: user.email } };
  });
}
