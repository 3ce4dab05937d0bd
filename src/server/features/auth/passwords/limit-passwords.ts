import type { Database } from '#server/platform/database/database.ts';
import { limitKey } from '#server/platform/http/requests/client-address.ts';
import { isKnownLoginAddress } from '#server/platform/sessions/known-login-addresses.store.ts';
import { type AttemptLimit, type LimitedCount, limitAttempts } from '../limit-attempts.ts';

interface PasswordAttempt {
  /** As typed, in lower case; there may be no such account. */
  readonly email: string;
  /** The client's address. */
  readonly address: string;
}

/**
 * Factor between the limit of one address and that of all addresses together: 20 attempts in 15 minutes with the
 * default settings.
 */
const ALL_ADDRESSES_FACTOR = 4;
/** Counts over all addresses. Logins and confirmations are separate, so nobody else can block a signed-in owner. */
const LOGINS = 'all logins';
const CONFIRMATIONS = 'all confirmations';

const fromOneAddress = ({ email, address }: PasswordAttempt, { maxAttempts }: AttemptLimit): LimitedCount => ({
  email,
  address: limitKey(address),
  maxAttempts,
  forgets: 'after_last',
  isClearedByRight: true,
});

const fromAllAddresses = (name: string, { email }: PasswordAttempt, { maxAttempts }: AttemptLimit): LimitedCount => ({
  email,
  address: name,
  maxAttempts: ALL_ADDRESSES_FACTOR * maxAttempts,
  forgets: 'after_first',
  isClearedByRight: false,
});

/**
 * Checks the password of a login, limited per account and address, and per account over all unknown addresses. Guesses
 * from elsewhere never lock the owner out: known addresses are exempt, and a password reset ends the lockout and makes
 * its address known.
 * @returns whether it was correct. @throws Refusal `auth.locked`.
 */
export async function limitLogins(
  db: Database,
  guess: PasswordAttempt,
  limit: AttemptLimit,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const isKnown = await isKnownLoginAddress(db, guess.email, guess.address);
  const counts = [fromOneAddress(guess, limit), ...(isKnown ? [] : [fromAllAddresses(LOGINS, guess, limit)])];
  return limitAttempts(db, counts, { now: limit.now, refusal: 'auth.locked' }, isRight);
}

/**
 * Checks the password that a signed-in person enters again, limited like a login.
 * @returns whether it was correct. @throws Refusal `auth.locked`.
 */
export function limitConfirmations(
  db: Database,
  guess: PasswordAttempt,
  limit: AttemptLimit,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const counts = [fromOneAddress(guess, limit), fromAllAddresses(CONFIRMATIONS, guess, limit)];
  return limitAttempts(db, counts, { now: limit.now, refusal: 'auth.locked' }, isRight);
}
