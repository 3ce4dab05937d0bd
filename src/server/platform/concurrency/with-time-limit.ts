export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/**
 * Waits for code that is not the shop's own, such as a call of a plug-in, but only up to the limit.
 * @param work gets a signal that aborts at the limit; work that ignores it goes on in the background.
 * @throws TimeLimitError after `limitMs`; whatever the work throws.
 */
export async function withTimeLimit<T>(limitMs: number, work: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new TimeLimitError(`No answer within ${limitMs} ms`);
      controller.abort(error);
      reject(error);
    }, limitMs);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The work was not started because it has just timed out. */
export class WorkPaused extends Error {
  override readonly name = 'WorkPaused';
}

const PAUSE_MS = 10_000;

export interface PausingLimit {
  readonly limitMs: number;
  /** How long to refuse work after a timeout. */
  readonly pauseMs?: number;
  readonly elapsedMs?: () => number;
}

/**
 * A time limit with a circuit breaker, for work that many requests need: after a timeout the work is refused for a while, so only a few
 * requests wait.
 * @returns a function that throws WorkPaused during the pause; TimeLimitError; whatever the work throws.
 */
export function pausingTimeLimit({ limitMs, pauseMs = PAUSE_MS, elapsedMs = () => performance.now() }: PausingLimit) {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  return async <T>(work: (signal: AbortSignal) => T | Promise<T>): Promise<T> => {
    if (elapsedMs() < pausedUntil) throw new WorkPaused('Not called again yet after a timeout');
    try {
      return await withTimeLimit(limitMs, work);
    } catch (error) {
      if (error instanceof TimeLimitError) pausedUntil = elapsedMs() + pauseMs;
      throw error;
    }
  };
}
