import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  countAttempt,
  findAttempts,
  type Guess,
  noteRightAttempt,
  noteWrongAttempt,
  takeBackAttempt,
} from './login-failures.store.ts';

/** A lockout ends by itself after 15 minutes: nobody can be kept out of their account for long by a stranger's guesses. */
const LOCKOUT_MS = 15 * 60_000;
/**
 * While the limit is reached only by attempts that are still being checked, the next one waits: somebody who logs in on
 * several devices at once is let through one after the other instead of being locked out. A little less than a browser's
 * patience (storefront §9).
 */
const PATIENCE_MS = 8_000;
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 200;

export interface GuessLimit {
  readonly now: Clock;
  /** Attempts that may fail before the lockout. */
  readonly maxAttempts: number;
}

async function claimAttempt(db: Database, guess: Guess, { now, maxAttempts }: GuessLimit): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    const at = now();
    const since = new Date(at.getTime() - LOCKOUT_MS);
    if (await countAttempt(db, guess, { limit: maxAttempts, since, at })) return;
    const attempts = await findAttempts(db, guess);
    const wrong = attempts ? attempts.failures - attempts.pending : 0;
    if (attempts && (wrong >= maxAttempts || performance.now() > deadline)) {
      const endsIn = attempts.last_failed_at.getTime() + LOCKOUT_MS - at.getTime();
      throw new Refusal('auth.locked', { retryAfterSeconds: Math.max(1, Math.ceil(endsIn / 1000)) });
    }
    await pause(wait);
  }
}

/**
 * Checks a password unless the account is locked out for the caller's address.
 * @returns whether it was right.
 * @throws Refusal `auth.locked` with the time until the lockout ends.
 */
export async function limitGuesses(
  db: Database,
  guess: Guess,
  limit: GuessLimit,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  await claimAttempt(db, guess, limit);
  let right: boolean;
  try {
    right = await isRight();
  } catch (error) {
    await takeBackAttempt(db, guess);
    throw error;
  }
  await (right ? noteRightAttempt : noteWrongAttempt)(db, guess);
  return right;
}
