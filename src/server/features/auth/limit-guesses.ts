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

/** DESIGN §7: a lockout ends by itself after 15 minutes. */
const LOCKOUT_MS = 15 * 60_000;
/**
 * Pauses while the limit is reached only by attempts that are still being checked: a person who logs in on several
 * devices at once is let through one after the other instead of being locked out.
 */
const WAITS_MS = [25, 50, 100, 200, 400, 800];

export interface GuessLimit {
  readonly now: Clock;
  /** Attempts that may fail before the lockout. */
  readonly maxAttempts: number;
}

async function claimAttempt(db: Database, guess: Guess, { now, maxAttempts }: GuessLimit): Promise<void> {
  for (const wait of [...WAITS_MS, undefined]) {
    const at = now();
    const since = new Date(at.getTime() - LOCKOUT_MS);
    if (await countAttempt(db, guess, { limit: maxAttempts, since, at })) return;
    const attempts = await findAttempts(db, guess);
    if (attempts && (attempts.pending === 0 || wait === undefined)) {
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
