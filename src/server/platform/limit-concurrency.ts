/**
 * Runs at most `atOnce` tasks at a time, the others in order of arrival. For CPU-bound work: running all of it at once
 * would take as long, and hold all its memory until the end.
 */
export function limitConcurrency(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running < atOnce) running += 1;
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
