import { queueMail } from '#server/features/mail/index.ts';
import { findUser, noteVerifiedEmail } from '#server/features/users/index.ts';
import { type OwnChange, recordOwnChange } from '#server/platform/audit.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { issueToken, useToken } from '#server/platform/one-time-tokens.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { auditVerifiedEmail } from './audit-own-account.ts';
import { type MailFrame, verificationMail } from './auth-mails.ts';

/**
 * Notes that a customer's address is their own, by the token of a mail.
 * @returns the id of the account.
 * @throws Refusal `auth.token_invalid`.
 */
export async function verifyEmail(
  db: Database,
  token: string,
  { request, at }: Pick<OwnChange, 'request' | 'at'>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const userId = await useToken(tx, token, ['verify_email'], at);
    if (userId === undefined) throw new Refusal('auth.token_invalid');
    await noteVerifiedEmail(tx, userId, at);
    const user = await findUser(tx, userId);
    if (user) await auditVerifiedEmail(tx, user, { request, at });
    return userId;
  });
}

const RETRY_AFTER_SECONDS = 60 * 60;

/**
 * Queues the verification mail again.
 * @returns false when the address is verified already.
 * @throws Refusal `request.too_many` after several within an hour.
 */
export async function resendVerification(db: Database, frame: MailFrame, by: OwnChange): Promise<boolean> {
  const { userId } = by.caller;
  return inTransaction(db, async (tx) => {
    const user = await findUser(tx, userId);
    if (!user) throw new Refusal('auth.expired');
    if (user.email_verified_at) return false;
    const token = await issueToken(tx, userId, 'verify_email', by.at);
    if (token === undefined) throw new Refusal('request.too_many', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    await queueMail(tx, verificationMail(frame, user, token), by.at);
    await recordOwnChange(tx, by, { action: 'user.verification_requested' });
    return true;
  });
}
