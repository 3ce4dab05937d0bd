import { findUser, type UserRow } from '#server/features/users/index.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { verifyPassword } from '#server/platform/security/password-hashing.ts';
import { type AuthServices, type OwnRequest, readAttemptLimit } from '../auth-services.ts';
import { limitConfirmations } from './limit-passwords.ts';

/** Shown beside the field of the current password. */
export function wrongPassword(): Refusal {
  const { message } = new Refusal('auth.password_wrong');
  return new Refusal('auth.password_wrong', { errors: { current_password: [message] } });
}

/** An account whose password was just checked, with the hash it was checked against. */
export type ConfirmedUser = UserRow & { readonly password_hash: string };

/**
 * Confirms that the owner of the session knows the password, before an action that a stolen session must not allow.
 * Wrong passwords count towards the login limits.
 * @throws Refusal `auth.password_wrong` or `auth.locked`.
 */
export async function confirmPassword(
  services: Pick<AuthServices, 'db' | 'now' | 'settings'>,
  password: string,
  { caller, request }: OwnRequest,
): Promise<ConfirmedUser> {
  const { db } = services;
  const limit = await readAttemptLimit(services);
  const user = await findUser(db, caller.userId);
  const hash = user?.password_hash;
  const guess = { email: caller.email, address: request.address };
  const isRight = await limitConfirmations(db, guess, limit, () => verifyPassword(hash, password));
  if (!isRight || !user || typeof hash !== 'string') throw wrongPassword();
  return { ...user, password_hash: hash };
}
