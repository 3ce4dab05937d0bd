import type { Logger } from './log.ts';

/** After a failure, callers do not wait for the store for this long. */
const PAUSE_MS = 1_000;

/**
 * For a store that nodes share and can do without: until it answers again, each node goes on with what it knows itself. Logs each
 * outage once.
 * @returns the call; undefined: the store has not answered.
 */
export function failOpen<Input, Answer>(
  call: (input: Input) => Promise<Answer>,
  log: Pick<Logger, 'warn' | 'info'>,
  messages: { readonly broken: string; readonly repaired: string },
): (input: Input) => Promise<Answer | undefined> {
  let isBroken = false;
  let pausedUntil = 0;
  return async (input) => {
    if (performance.now() < pausedUntil) return undefined;
    try {
      const answer = await call(input);
      if (isBroken) log.info(messages.repaired);
      isBroken = false;
      return answer;
    } catch (error) {
      if (!isBroken) log.warn({ err: error }, messages.broken);
      isBroken = true;
      pausedUntil = performance.now() + PAUSE_MS;
      return undefined;
    }
  };
}
