import type { Logger } from '../log.ts';

/** After a failure, calls skip the store for this long. */
const PAUSE_MS = 1_000;

/**
 * Wraps calls to a shared store that nodes can do without: while the store fails, calls return undefined and each node uses its
 * own data. Logs each outage once.
 */
export function failOpen<Input, Result>(
  call: (input: Input) => Promise<Result>,
  log: Pick<Logger, 'warn' | 'info'>,
  messages: { readonly broken: string; readonly repaired: string },
): (input: Input) => Promise<Result | undefined> {
  let isBroken = false;
  let pausedUntil = 0;
  return async (input) => {
    if (performance.now() < pausedUntil) return undefined;
    try {
      const result = await call(input);
      if (isBroken) log.info(messages.repaired);
      isBroken = false;
      return result;
    } catch (error) {
      if (!isBroken) log.warn({ err: error }, messages.broken);
      isBroken = true;
      pausedUntil = performance.now() + PAUSE_MS;
      return undefined;
    }
  };
}
