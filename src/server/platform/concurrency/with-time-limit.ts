export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/**
 * Waits for work that is not the shop's own, such as a plug-in's call to another company.
 * @param work gets a signal that aborts at the limit; work that ignores it goes on, but nobody waits for it.
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

/** Work is not started, because it has just exceeded its limit. */
export class WorkPaused extends Error {
  override readonly name = 'WorkPaused';
}

const PAUSE_MS = 10_000;

export interface PausingLimit {
  readonly limitMs: number;
  /** How long the work is not started after a timeout. */
  readonly pauseMs?: number;
  readonly elapsedMs?: () => number;
}

/**
 * A time limit for work that many requests need: after a timeout it pauses, so that a few requests wait instead of all.
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
