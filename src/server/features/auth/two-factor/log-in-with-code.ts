import { findUser, recordLogin } from '#server/features/users/index.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import type { RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hashToken, newToken } from '#server/platform/security/sealing.ts';
import { openSession } from '#server/platform/sessions/sessions.store.ts';
import { auditFailures, auditLogin } from '../audit-login.ts';
import { type AuthServices, readAttemptLimit } from '../auth-services.ts';
import type { SignedIn } from '../register-customer.ts';
import { acceptCode, limitCodes } from './second-step.ts';
import { consumeChallenge, findChallenge, insertChallenge } from './two-factor.store.ts';

/** Enough time to find the phone. */
const CHALLENGE_MS = 10 * 60_000;

/** Records that the password was correct and the code is pending. @returns the token to send with the code. */
export async function openChallenge(tx: Transaction, userId: number, passwordHash: string, at: Date): Promise<string> {
  const token = newToken();
  await insertChallenge(tx, {
    token_hash: hashToken(token),
    user_id: userId,
    password_fingerprint: hashToken(passwordHash),
    expires_at: new Date(at.getTime() + CHALLENGE_MS),
  });
  return token;
}

/**
 * The second step of a login: a code from the app, or a recovery code.
 * @throws Refusal `auth.challenge_expired` (also when the password was changed meanwhile), `auth.code_wrong`,
 * `auth.locked`.
 */
export async function logInWithCode(
  services: Pick<AuthServices, 'db' | 'now' | 'settings' | 'sealer'>,
  { challenge, code }: { readonly challenge: string; readonly code: string },
  from: RequestFacts,
): Promise<SignedIn> {
  const { db, now } = services;
  const limit = await readAttemptLimit(services);
  const at = now();
  const tokenHash = hashToken(challenge);
  const open = await findChallenge(db, tokenHash, at);
  const user = open && (await findUser(db, open.user_id));
  const passwordHash = user?.password_hash;
  const isSame = passwordHash && open && hashToken(passwordHash).equals(open.password_fingerprint);
  if (!user?.is_active || !isSame) {
    throw new Refusal('auth.challenge_expired');
  }
  await auditFailures(db, { userId: user.id, address: from.address, now }, () =>
    limitCodes(db, user.email, limit, () => acceptCode(services, user.id, code, at)),
  );
  return inTransaction(db, async (tx) => {
    const noted = (await consumeChallenge(tx, tokenHash)) && (await recordLogin(tx, { id: user.id, passwordHash }, at));
    if (!noted) throw new Refusal('auth.challenge_expired');
    await auditLogin(tx, noted, from, { at, withCode: true });
    return { token: await openSession(tx, user.id, from, at), user: noted };
  });
}
