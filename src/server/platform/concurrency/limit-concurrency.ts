interface Limits {
  /** Tasks that may wait; unlimited by default. */
  readonly maxWaiting?: number;
  /** What a further task fails with. */
  readonly refusal?: () => Error;
}

/**
 * Runs at most `atOnce` tasks at a time, the others in order of arrival. For CPU-bound work: running all of it at once
 * would take as long, and hold all its memory until the end.
 */
export function limitConcurrency(
  atOnce: number,
  { maxWaiting = Number.POSITIVE_INFINITY, refusal = () => new Error('Too many tasks are waiting') }: Limits = {},
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running < atOnce) running += 1;
    else if (waiting.length >= maxWaiting) throw refusal();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Pass the slot on directly, so that nobody can overtake.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
