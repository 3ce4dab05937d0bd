import { isReservedEmail, lockUser, setVerifiedEmail } from '#server/features/users/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hashToken } from '#server/platform/security/sealing.ts';
import { revokeTokens } from '#server/platform/sessions/one-time-tokens.store.ts';
import { endSessionsOf } from '#server/platform/sessions/sessions.store.ts';
import { auditCancelledEmailChange, auditProfile } from '../audit-own-account.ts';
import type { AuthServices } from '../auth-services.ts';
import { emailTaken } from '../register-customer.ts';
import { deleteTwoFactorSince } from '../two-factor/two-factor.store.ts';
import { endChangesFrom, findChangeToUndo } from './email-change.store.ts';

/**
 * Lets the owner of an old address keep it, by the token from a mail to it: a pending change is cancelled; a completed
 * one is undone, together with every later one. Undoing ends all sessions and removes a second factor set up since,
 * because somebody else may have done all of it.
 * @returns the account's id, and whether the change was undone rather than cancelled.
 * @throws Refusal `auth.token_invalid`, or `auth.email_taken` when another account uses the address now.
 */
export async function undoEmailChange(
  { db, now }: Pick<AuthServices, 'db' | 'now'>,
  token: string,
  request: RequestFacts,
): Promise<{ readonly userId: number; readonly isRestored: boolean }> {
  const at = now();
  const tokenHash = hashToken(token);
  return inTransaction(db, async (tx) => {
    const found = await findChangeToUndo(tx, tokenHash, at);
    const before = found && (await lockUser(tx, found.user_id));
    // Another link may have undone it while this request waited for the lock.
    const change = await findChangeToUndo(tx, tokenHash, at);
    if (!before || !change) throw new Refusal('auth.token_invalid');
    await endChangesFrom(tx, change, at);
    if (before.email === change.old_email) {
      await auditCancelledEmailChange(tx, before, { request, at });
      return { userId: before.id, isRestored: false };
    }
    const after = await setVerifiedEmail(tx, before.id, change.old_email, at);
    if (!after || (await isReservedEmail(tx, after.email, { userId: after.id, at }))) throw emailTaken();
    await endSessionsOf(tx, after.id);
    await revokeTokens(tx, after.id, ['reset_password', 'verify_email', 'delete_account'], at);
    await deleteTwoFactorSince(tx, after.id, change.requested_at);
    await auditProfile(tx, { before, after }, { request, at });
    return { userId: after.id, isRestored: true };
  });
}
