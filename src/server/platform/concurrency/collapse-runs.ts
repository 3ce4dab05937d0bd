/**
 * Runs the work for one subject sequentially, and batches it: items that arrive during a run share the next one. An item
 * never joins a run that has already started, because that may have read an earlier state.
 */
export interface CollapsedRuns<Item> {
  /** @param work a run calls that of its first item, with all its items; they share the result or error. */
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
    // Its own callers receive its error.
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
