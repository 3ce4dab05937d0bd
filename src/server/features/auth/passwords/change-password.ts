import { queueMail } from '#server/features/mail/index.ts';
import { replacePasswordHash } from '#server/features/users/index.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import type { Caller, RequestFacts } from '#server/platform/http/handler.ts';
import { hashPassword } from '#server/platform/security/password-hashing.ts';
import { revokeTokens } from '#server/platform/sessions/one-time-tokens.store.ts';
import { endSessionsOf } from '#server/platform/sessions/sessions.store.ts';
import { auditPassword } from '../audit-own-account.ts';
import { type MailFrame, passwordChangedMail } from '../auth-mails.ts';
import { endPendingChange } from '../email-change/email-change.store.ts';
import type { AttemptLimit } from '../limit-attempts.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';

/**
 * Replaces the password, ends the account's other sessions and its open reset links, and queues a notification. Wrong
 * current passwords count towards the login limits.
 * @param next checked against the shop's password rules.
 * @throws Refusal `auth.password_wrong` or `auth.locked`.
 */
export async function changePassword(
  db: Database,
  caller: Caller,
  { current, next }: { readonly current: string; readonly next: string },
  limit: AttemptLimit,
  frame: MailFrame,
  from: RequestFacts,
): Promise<void> {
  const { password_hash: oldHash } = await confirmPassword(db, caller, current, limit, from);
  const newHash = await hashPassword(next);
  const at = limit.now();
  await inTransaction(db, async (tx) => {
    const changed = await replacePasswordHash(tx, caller.userId, { from: oldHash, to: newHash }, at);
    if (!changed) throw wrongPassword();
    await endSessionsOf(tx, caller.userId, caller.sessionId);
    await revokeTokens(tx, caller.userId, ['reset_password', 'invitation'], at);
    // An attacker with the old password may have requested it.
    await endPendingChange(tx, caller.userId, at);
    await auditPassword(tx, changed, { request: from, at });
    await queueMail(tx, passwordChangedMail(frame, changed), at);
  });
}
