/**
 * Runs work about one subject one after the other, and together for all that arrives meanwhile: items that arrive while
 * a run is under way share the next run. An item never joins a run that has already started, which may have read the
 * state of before.
 */
export interface CollapsedRuns<Item> {
  /** @param work of the first item of a run; receives all its items. Its result or error is that of each of them. */
  run<Result>(subject: string, item: Item, work: (items: readonly Item[]) => Promise<Result>): Promise<Result>;
}

interface Run<Item> {
  readonly items: Item[];
  readonly ended: Promise<unknown>;
}

export function collapseRuns<Item>(): CollapsedRuns<Item> {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Run<Item>>();

  function start<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
    const ended = work().finally(() => {
      if (running.get(subject) === ended) running.delete(subject);
    });
    running.set(subject, ended);
    return ended;
  }

  async function startNext<Result>(
    subject: string,
    previous: Promise<unknown>,
    items: readonly Item[],
    work: (items: readonly Item[]) => Promise<Result>,
  ): Promise<Result> {
    // Its own callers hear of its error.
    await previous.catch(() => undefined);
    waiting.delete(subject);
    return start(subject, () => work(items));
  }

  return {
    run<Result>(subject: string, item: Item, work: (items: readonly Item[]) => Promise<Result>): Promise<Result> {
      const next = waiting.get(subject);
      if (next) {
        next.items.push(item);
        return next.ended as Promise<Result>;
      }
      const current = running.get(subject);
      if (!current) return start(subject, () => work([item]));
      const items = [item];
      const ended = startNext(subject, current, items, work);
      waiting.set(subject, { items, ended });
      return ended;
    },
  };
}
