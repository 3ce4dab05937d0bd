import { deliverSoon, queueMail } from '#server/features/mail/index.ts';
import { findUser, markEmailVerified } from '#server/features/users/index.ts';
import { recordOwnChange } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { issueToken, useToken } from '#server/platform/sessions/one-time-tokens.store.ts';
import { auditEmailVerification } from '../audit-own-account.ts';
import { verificationMail } from '../auth-mails.ts';
import { type AuthServices, mailFrame, type OwnRequest } from '../auth-services.ts';
import { dropUnverifiedFactor } from '../two-factor/drop-unverified-factor.ts';
import { confirmEmailChange } from './confirm-email-change.ts';

/**
 * Verifies a customer's address by the token from a mail; a pending address becomes the account's address.
 * @returns the account's id, and whether its address changed.
 * @throws Refusal `auth.token_invalid`, `auth.email_taken`.
 */
export async function verifyEmail(
  services: AuthServices,
  token: string,
  request: RequestFacts,
): Promise<{ readonly userId: number; readonly isNewEmail: boolean }> {
  const { db, now, jobs } = services;
  const by = { frame: await mailFrame(services), request, at: now() };
  const verified = await inTransaction(db, async (tx) => {
    const userId = await useToken(tx, token, ['verify_email'], by.at);
    if (userId === undefined) return { userId: await confirmEmailChange(tx, token, by), isNewEmail: true };
    const user = await markEmailVerified(tx, userId, by.at);
    if (user) {
      await dropUnverifiedFactor(tx, user, by);
      await auditEmailVerification(tx, user, by);
    }
    return { userId, isNewEmail: false };
  });
  deliverSoon(jobs);
  return verified;
}

const RETRY_AFTER_SECONDS = 60 * 60;

/**
 * Queues the verification mail again.
 * @returns false when the address is already verified.
 * @throws Refusal `request.too_many` after several within an hour.
 */
export async function resendVerification(services: AuthServices, by: OwnRequest): Promise<boolean> {
  const { db, now, jobs } = services;
  const { userId } = by.caller;
  const frame = await mailFrame(services);
  const at = now();
  const isQueued = await inTransaction(db, async (tx) => {
    const user = await findUser(tx, userId);
    if (!user) throw new Refusal('auth.expired');
    if (user.email_verified_at) return false;
    const token = await issueToken(tx, userId, 'verify_email', at);
    if (token === undefined) throw new Refusal('request.too_many', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    await queueMail(tx, verificationMail(frame, user, token), at);
    await recordOwnChange(tx, { ...by, at }, { action: 'user.verification_requested' });
    return true;
  });
  if (isQueued) deliverSoon(jobs);
  return isQueued;
}
