import { deliverSoon, queueMail } from '#server/features/mail/index.ts';
import { replacePasswordHash } from '#server/features/users/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { hashPassword } from '#server/platform/security/password-hashing.ts';
import { revokeTokens } from '#server/platform/sessions/one-time-tokens.store.ts';
import { endSessionsOf } from '#server/platform/sessions/sessions.store.ts';
import { auditPassword } from '../audit-own-account.ts';
import { passwordChangedMail } from '../auth-mails.ts';
import { type AuthServices, mailFrame, type OwnRequest } from '../auth-services.ts';
import { endPendingChange } from '../email-change/email-change.store.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';

/**
 * Replaces the password, ends the account's other sessions and its open reset links, and queues a notification. Wrong
 * current passwords count towards the login limits.
 * @param next checked against the shop's password rules.
 * @throws Refusal `auth.password_wrong` or `auth.locked`.
 */
export async function changePassword(
  services: AuthServices,
  { current, next }: { readonly current: string; readonly next: string },
  by: OwnRequest,
): Promise<void> {
  const { db, now, jobs } = services;
  const { caller, request } = by;
  const frame = await mailFrame(services);
  const { password_hash: oldHash } = await confirmPassword(services, current, by);
  const newHash = await hashPassword(next);
  const at = now();
  await inTransaction(db, async (tx) => {
    const changed = await replacePasswordHash(tx, caller.userId, { from: oldHash, to: newHash }, at);
    if (!changed) throw wrongPassword();
    await endSessionsOf(tx, caller.userId, caller.sessionId);
    await revokeTokens(tx, caller.userId, ['reset_password', 'invitation'], at);
    // An attacker with the old password may have requested it.
    await endPendingChange(tx, caller.userId, at);
    await auditPassword(tx, changed, { request, at });
    await queueMail(tx, passwordChangedMail(frame, changed), at);
  });
  deliverSoon(jobs);
}
