import { Refusal } from '../refusal.ts';

/** A loop that is this late is not going to answer everybody in time: better to say so at once. */
export const MAX_EVENT_LOOP_DELAY_MS = 1_500;
/** So few are answered even then. */
const ADMITTED_A_SECOND = 50;
const RETRY_AFTER_SECONDS = 2;

/**
 * Decides who is still let in while the event loop is late. A rush is refused, since waiting would only make it longer. A
 * handful is answered, late: then it is the machine that is busy with something else, and a refusal would help nobody.
 * @returns to be asked for each request while the loop is late. @throws Refusal `server.overloaded`.
 */
export function admitFew(now: () => number = performance.now.bind(performance)): () => void {
  let second = 0;
  let admitted = 0;
  return () => {
    const current = Math.floor(now() / 1000);
    if (current !== second) {
      second = current;
      admitted = 0;
    }
    admitted += 1;
    if (admitted > ADMITTED_A_SECOND) {
      throw new Refusal('server.overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  };
}
