/** How failed deliveries of emails and events are retried. */

/** Pauses after each failed attempt, in seconds: about a day in total, then the delivery has failed. */
const PAUSES_SECONDS = [10, 60, 5 * 60, 15 * 60, 60 * 60, 4 * 60 * 60, 16 * 60 * 60] as const;

/**
 * A delivery that is due this soon has just been retried by somebody, or needs no retry. Longer than the clocks of two requests at the
 * same time differ: otherwise, both would retry it.
 */
const DUE_SOON_MS = 5_000;

/**
 * @param attempts how many have failed so far.
 * @returns when to try again; undefined after the last attempt.
 */
export function nextAttemptAt(attempts: number, failedAt: Date): Date | undefined {
  const pause = PAUSES_SECONDS[attempts - 1];
  return pause === undefined ? undefined : new Date(failedAt.getTime() + pause * 1000);
}

/** A delivery that is due before this time counts as due already. */
export const soonAfter = (at: Date): Date => new Date(at.getTime() + DUE_SOON_MS);
