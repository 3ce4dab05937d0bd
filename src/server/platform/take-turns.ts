/**
 * Lets at most `atOnce` pieces of work run at a time, the others in the order of their coming. For work that keeps the
 * processor busy: all of it begun at once would take as long, and hold all its memory until the end.
 */
export function takeTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The turn is handed over as it is, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
