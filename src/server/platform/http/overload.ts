import { Refusal } from '../refusal.ts';

/** With an event loop this late, not all requests can be answered in time: refuse some at once. */
export const MAX_EVENT_LOOP_DELAY_MS = 1_500;
/** This few requests are answered even then. */
const MAX_ADMITTED_PER_SECOND = 50;
const RETRY_AFTER_SECONDS = 2;

/**
 * Decides which requests to accept while the event loop is late. Many requests are refused, because queueing would make
 * it worse. A few are answered late: then something else is using the machine, and refusing them would not help.
 * @returns a function to call for each request while the loop is late. @throws Refusal `server.overloaded`.
 */
export function createLoadShedder(now: () => number = performance.now.bind(performance)): () => void {
  let second = 0;
  let admitted = 0;
  return () => {
    const current = Math.floor(now() / 1000);
    if (current !== second) {
      second = current;
      admitted = 0;
    }
    admitted += 1;
    if (admitted > MAX_ADMITTED_PER_SECOND) {
      throw new Refusal('server.overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  };
}
