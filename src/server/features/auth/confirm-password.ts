import { findUser, type UserRow } from '#server/features/users/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Caller, RequestFacts } from '#server/platform/http/handler.ts';
import { verifyPassword } from '#server/platform/password-hashing.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { GuessLimit } from './limit-guesses.ts';
import { limitConfirmations } from './limit-passwords.ts';

/** Said beside the field of the current password. */
export function wrongPassword(): Refusal {
  const { message } = new Refusal('auth.password_wrong');
  return new Refusal('auth.password_wrong', { errors: { current_password: [message] } });
}

/** An account whose password was just typed rightly, with the hash that it was checked against. */
export type SureUser = UserRow & { readonly password_hash: string };

/**
 * Makes sure that who holds a session is its owner, before something that a thief of the session must not do. Guesses
 * count like those at the login.
 * @throws Refusal `auth.password_wrong` or `auth.locked`.
 */
export async function confirmPassword(
  db: Database,
  caller: Caller,
  password: string,
  limit: GuessLimit,
  from: RequestFacts,
): Promise<SureUser> {
  const user = await findUser(db, caller.userId);
  const hash = user?.password_hash;
  const guess = { email: caller.email, address: from.address };
  const isRight = await limitConfirmations(db, guess, limit, () => verifyPassword(hash, password));
  if (!isRight || !user || typeof hash !== 'string') throw wrongPassword();
  return { ...user, password_hash: hash };
}
