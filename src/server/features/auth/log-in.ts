import { findUserByEmail, lockUser, recordLogin } from '#server/features/users/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { verifyPassword } from '#server/platform/security/password-hashing.ts';
import { openSession } from '#server/platform/sessions/sessions.store.ts';
import { auditFailures, auditLogin } from './audit-login.ts';
import { type AuthServices, readAttemptLimit } from './auth-services.ts';
import { limitLogins } from './passwords/limit-passwords.ts';
import type { SignedIn } from './register-customer.ts';
import { openChallenge } from './two-factor/log-in-with-code.ts';
import { findTwoFactor } from './two-factor/two-factor.store.ts';

/**
 * Logs in. An unknown address, a wrong password and a deactivated account take the same steps and get the same
 * response.
 * @throws Refusal `auth.failed`, `auth.locked` after too many failures, or `auth.code_required` with a challenge for
 * the second step.
 */
export async function logIn(
  services: Pick<AuthServices, 'db' | 'now' | 'settings'>,
  { email, password }: { readonly email: string; readonly password: string },
  from: RequestFacts,
): Promise<SignedIn> {
  const { db, now } = services;
  const limit = await readAttemptLimit(services);
  const found = await findUserByEmail(db, email);
  const passwordHash = found?.is_active ? found.password_hash : null;
  const guess = { email, address: from.address };
  const attempt = { userId: found?.id, address: from.address, now };
  const known = await auditFailures(db, attempt, async () => {
    const isRight = await limitLogins(db, guess, limit, () => verifyPassword(passwordHash, password));
    if (!isRight || !found || passwordHash === null) throw new Refusal('auth.failed');
    return { id: found.id, passwordHash };
  });
  const at = now();
  const outcome = await inTransaction(db, async (tx) => {
    // Enabling the second factor locks the account as well: it is either seen here, or ends this session there.
    await lockUser(tx, known.id);
    const secondStep = await findTwoFactor(tx, known.id);
    if (secondStep?.confirmed_at) return { challenge: await openChallenge(tx, known.id, known.passwordHash, at) };
    const user = await recordLogin(tx, known, at);
    if (!user) throw new Refusal('auth.failed');
    await auditLogin(tx, user, from, { at, withCode: false });
    return { token: await openSession(tx, user.id, from, at), user };
  });
  if ('challenge' in outcome) throw new Refusal('auth.code_required', { data: outcome, concerns: known.id });
  return outcome;
}
