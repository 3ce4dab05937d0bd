import { setTimeout as pause } from 'node:timers/promises';
import type { RefusalCode } from '#contract/refusals.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  type AttemptKey,
  type CountWindow,
  countAttempt,
  findAttempts,
  recordFailedAttempt,
  recordSuccessfulAttempt,
  revertAttempt,
} from './login-failures.store.ts';

/** A lockout ends after 15 minutes, so a stranger cannot keep the owner out for long. */
const LOCKOUT_MS = 15 * 60_000;
/**
 * If the limit is reached only by attempts still being checked, the next one waits: concurrent logins on several
 * devices succeed one after the other instead of being locked out. Slightly shorter than the browser's timeout
 * (storefront §9).
 */
const MAX_WAIT_MS = 8_000;
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 200;

export interface AttemptLimit {
  readonly now: Clock;
  /** Failed attempts before the lockout. */
  readonly maxAttempts: number;
}

/** One of the limits that an attempt counts towards. */
export interface LimitedCount extends AttemptKey {
  readonly maxAttempts: number;
  readonly forgets: CountWindow;
  /** Whether success clears the count; otherwise only the successful attempt is not counted. */
  readonly isClearedByRight: boolean;
}

interface ClaimOptions {
  readonly now: Clock;
  /** Refusal when the limit is reached: 429 with the remaining time. */
  readonly refusal: RefusalCode;
}

async function claimAttempt(db: Database, count: LimitedCount, { now, refusal }: ClaimOptions): Promise<void> {
  const { maxAttempts: limit, forgets } = count;
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    const at = now();
    const since = new Date(at.getTime() - LOCKOUT_MS);
    if (await countAttempt(db, count, { limit, forgets, since, at })) return;
    const attempts = await findAttempts(db, count);
    const wrong = attempts ? attempts.failures - attempts.pending : 0;
    if (attempts && (wrong >= limit || performance.now() > deadline)) {
      const { last_failed_at: last, counted_since: first } = attempts;
      const begun = forgets === 'after_first' ? (first ?? last) : last;
      const endsIn = begun.getTime() + LOCKOUT_MS - at.getTime();
      throw new Refusal(refusal, { retryAfterSeconds: Math.max(1, Math.ceil(endsIn / 1000)) });
    }
    await pause(wait);
  }
}

/**
 * Checks a password or code unless a limit is reached. An attempt is counted before it is checked, so concurrent
 * attempts cannot exceed the limits.
 * @returns whether it was correct.
 * @throws Refusal `refusal` with the time until the lockout ends.
 */
export async function limitAttempts(
  db: Database,
  counts: readonly LimitedCount[],
  limiting: ClaimOptions,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const claimed: LimitedCount[] = [];
  let right: boolean;
  try {
    for (const count of counts) {
      await claimAttempt(db, count, limiting);
      claimed.push(count);
    }
    right = await isRight();
  } catch (error) {
    for (const count of claimed) await revertAttempt(db, count);
    throw error;
  }
  for (const count of claimed) {
    if (!right) await recordFailedAttempt(db, count);
    else if (count.isClearedByRight) await recordSuccessfulAttempt(db, count);
    else await revertAttempt(db, count);
  }
  return right;
}
