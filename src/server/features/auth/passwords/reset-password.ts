import { deliverSoon, queueMail } from '#server/features/mail/index.ts';
import { markEmailVerified, replacePasswordHash } from '#server/features/users/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hashPassword } from '#server/platform/security/password-hashing.ts';
import { forgetLoginAddresses, rememberLoginAddress } from '#server/platform/sessions/known-login-addresses.store.ts';
import {
  isTokenLive,
  revokeTokens,
  type TokenPurpose,
  useToken,
} from '#server/platform/sessions/one-time-tokens.store.ts';
import { endSessionsOf } from '#server/platform/sessions/sessions.store.ts';
import { auditPasswordReset } from '../audit-own-account.ts';
import { passwordChangedMail } from '../auth-mails.ts';
import { type AuthServices, mailFrame } from '../auth-services.ts';
import { endPendingChange } from '../email-change/email-change.store.ts';
import { clearAttempts } from '../login-failures.store.ts';
import { dropUnverifiedFactor } from '../two-factor/drop-unverified-factor.ts';

/** Invited users set their first password with the same form. */
const PURPOSES: readonly TokenPurpose[] = ['reset_password', 'invitation'];

/**
 * Sets a new password by the token from a mail: ends every session, ends lockouts, and verifies the address, because
 * the mail was read there. The client's network address becomes the only known one, so the owner can log in even while
 * others keep guessing. A second factor set up by a verified owner stays.
 * @param password checked against the shop's password rules.
 * @returns the id of the account.
 * @throws Refusal `auth.token_invalid`.
 */
export async function resetPassword(
  services: AuthServices,
  { token, password }: { readonly token: string; readonly password: string },
  from: RequestFacts,
): Promise<number> {
  const { db, now, jobs } = services;
  const frame = await mailFrame(services);
  // Check the token first: an invalid one must not trigger expensive hashing.
  if (!(await isTokenLive(db, token, PURPOSES, now()))) throw new Refusal('auth.token_invalid');
  const passwordHash = await hashPassword(password);
  const at = now();
  const accountId = await inTransaction(db, async (tx) => {
    const userId = await useToken(tx, token, PURPOSES, at);
    const user = userId && (await replacePasswordHash(tx, userId, { to: passwordHash }, at));
    if (!user) throw new Refusal('auth.token_invalid');
    await auditPasswordReset(tx, user, { request: from, at });
    await markEmailVerified(tx, user.id, at);
    await dropUnverifiedFactor(tx, user, { frame, request: from, at });
    // An attacker with the old password may have requested it.
    await endPendingChange(tx, user.id, at);
    await revokeTokens(tx, user.id, PURPOSES, at);
    await endSessionsOf(tx, user.id);
    await clearAttempts(tx, user.email);
    await forgetLoginAddresses(tx, user.id);
    await rememberLoginAddress(tx, user.id, from.address, at);
    await queueMail(tx, passwordChangedMail(frame, user), at);
    return user.id;
  });
  deliverSoon(jobs);
  return accountId;
}
