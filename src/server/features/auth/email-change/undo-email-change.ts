import { deliverSoon, queueMail } from '#server/features/mail/index.ts';
import {
  isReservedEmail,
  lockUser,
  resetPasswordHash,
  setVerifiedEmail,
  type UserRow,
} from '#server/features/users/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hashPassword } from '#server/platform/security/password-hashing.ts';
import { hashToken, newToken } from '#server/platform/security/sealing.ts';
import { deleteTokens, issueToken } from '#server/platform/sessions/one-time-tokens.store.ts';
import { endSessionsOf } from '#server/platform/sessions/sessions.store.ts';
import { auditCancelledEmailChange, auditProfile } from '../audit-own-account.ts';
import { type AuthServices, mailFrame } from '../auth-services.ts';
import { emailTaken } from '../register-customer.ts';
import { announceTwoFactor } from '../two-factor/announce-two-factor.ts';
import { deleteTwoFactorSince } from '../two-factor/two-factor.store.ts';
import { endChangesFrom, findChangeToUndo } from './email-change.store.ts';
import { emailRestoredMail } from './email-change-mails.ts';
import { UNDO_MS } from './request-email-change.ts';

/**
 * Lets the owner of an old address keep it, by the token from a mail to it: a pending change is cancelled; a completed
 * one is undone, together with every later one. The change required the password, so an intruder knows it: undoing also
 * ends all sessions, resets the password, removes a second factor set up less than three days before the request, or
 * since, and mails a link for a new password if the account is active.
 * @returns the account, and whether the change was undone rather than cancelled.
 * @throws Refusal `auth.token_invalid`, or `auth.email_taken` when another account uses the address now.
 */
export async function undoEmailChange(
  services: AuthServices,
  token: string,
  request: RequestFacts,
): Promise<{ readonly user: UserRow; readonly isRestored: boolean }> {
  const { db, now, jobs } = services;
  const tokenHash = hashToken(token);
  const frame = await mailFrame(services);
  // Check the token first: an invalid one must not trigger expensive hashing.
  if (!(await findChangeToUndo(db, tokenHash, now()))) throw new Refusal('auth.token_invalid');
  const unknownPassword = await hashPassword(newToken());
  const at = now();
  const undone = await inTransaction(db, async (tx) => {
    const found = await findChangeToUndo(tx, tokenHash, at);
    const before = found && (await lockUser(tx, found.user_id));
    // Another link may have undone it while this request waited for the lock.
    const change = await findChangeToUndo(tx, tokenHash, at);
    if (!before || !change) throw new Refusal('auth.token_invalid');
    await endChangesFrom(tx, change, at);
    if (before.email === change.old_email) {
      await auditCancelledEmailChange(tx, before, { request, at });
      return { user: before, isRestored: false };
    }
    const after = await setVerifiedEmail(tx, before.id, change.old_email, at);
    if (!after || (await isReservedEmail(tx, after.email, { userId: after.id, at }))) throw emailTaken();
    await endSessionsOf(tx, after.id);
    // Deleted: links that an intruder has requested must not use up the limit of the owner's.
    await deleteTokens(tx, after.id, ['reset_password', 'verify_email', 'delete_account']);
    const suspectedSince = new Date(change.requested_at.getTime() - UNDO_MS);
    if (await deleteTwoFactorSince(tx, after.id, suspectedSince)) {
      await announceTwoFactor(tx, after, false, { frame, request, at });
    }
    await resetPasswordHash(tx, after.id, unknownPassword, at);
    const reset = after.is_active ? await issueToken(tx, after.id, 'reset_password', at) : undefined;
    await queueMail(tx, emailRestoredMail(frame, after, reset), at);
    await auditProfile(tx, { before, after }, { request, at });
    return { user: after, isRestored: true };
  });
  deliverSoon(jobs);
  return undone;
}
