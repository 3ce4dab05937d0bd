import { BLOCK_MS } from '#domain/shop/node-health.ts';

export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/** Is notified of calls that delay the shop. */
export interface CallObserver {
  /** The synchronous code of a call took `BLOCK_MS` or longer. */
  blocked(ms: number): void;
  timedOut(): void;
  /** Calls are refused for this time. */
  paused(ms: number): void;
  /** The pause ended early. */
  resumed(): void;
}

/**
 * Calls `work`, and reports how long its synchronous code took if that was `BLOCK_MS` or longer: a time limit cannot interrupt it.
 * For an asynchronous function, this is the code before its first `await`.
 */
export function reportBlocks<T>(observer: Pick<CallObserver, 'blocked'>, work: () => T): T {
  const started = performance.now();
  try {
    return work();
  } finally {
    const ms = performance.now() - started;
    if (ms >= BLOCK_MS) observer.blocked(ms);
  }
}

/**
 * Waits for code that is not the shop's own, such as a call of a plug-in, but only up to the limit.
 * @param work gets a signal that aborts at the limit; work that ignores it goes on in the background.
 * @throws TimeLimitError after `limitMs`; whatever the work throws.
 */
export async function withTimeLimit<T>(
  limitMs: number,
  work: (signal: AbortSignal) => T | Promise<T>,
  observer?: CallObserver,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let lastCall: NodeJS.Immediate | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = () => {
      const error = new TimeLimitError(`No answer within ${limitMs} ms`);
      // First, because the abort can make the work fail with an error of its own.
      reject(error);
      controller.abort(error);
      observer?.timedOut();
    };
    // After a blocked event loop, what has arrived meanwhile is read between the timer and the immediate.
    timer = setTimeout(() => {
      lastCall = setImmediate(giveUp);
    }, limitMs);
  });
  try {
    const run = () => work(controller.signal);
    return await Promise.race([observer ? reportBlocks(observer, run) : run(), late]);
  } finally {
    clearTimeout(timer);
    clearImmediate(lastCall);
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
  readonly observer?: CallObserver | undefined;
}

/**
 * A time limit with a circuit breaker, for work that many requests need: after a timeout the work is refused for a while, so only a few
 * requests wait. There is no pause if work that began later has already succeeded: then only that one request is slow, such as a search
 * for an unusual text. The pause ends early when the late work succeeds, for example because it only filled a cache. Work that is late
 * again gets the whole pause.
 * @returns a function that throws WorkPaused during the pause; TimeLimitError; whatever the work throws.
 */
export function pausingTimeLimit({
  limitMs,
  pauseMs = PAUSE_MS,
  elapsedMs = () => performance.now(),
  observer,
}: PausingLimit) {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let wasLate = false;
  /** Start time of the most recently started work that succeeded. */
  let lastGoodBegan = Number.NEGATIVE_INFINITY;

  function resume(): void {
    pausedUntil = Number.NEGATIVE_INFINITY;
    observer?.resumed();
  }

  function pause(late: Promise<unknown>): void {
    // Others that began together with it are late as well.
    if (elapsedMs() < pausedUntil) return;
    pausedUntil = elapsedMs() + pauseMs;
    observer?.paused(pauseMs);
    if (!wasLate) late.then(resume, () => undefined);
    wasLate = true;
  }

  return async <T>(work: (signal: AbortSignal) => T | Promise<T>): Promise<T> => {
    if (elapsedMs() < pausedUntil) throw new WorkPaused('Not called again yet after a timeout');
    let running: Promise<T> | undefined;
    const began = elapsedMs();
    try {
      const result = await withTimeLimit(
        limitMs,
        (signal) => {
          running = Promise.resolve(work(signal));
          return running;
        },
        observer,
      );
      wasLate = false;
      lastGoodBegan = Math.max(lastGoodBegan, began);
      return result;
    } catch (error) {
      if (error instanceof TimeLimitError && running && lastGoodBegan <= began) pause(running);
      throw error;
    }
  };
}
