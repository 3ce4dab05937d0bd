import { setTimeout as pause } from 'node:timers/promises';

/** Longer than an idle shop needs to close. Work still running after it is not waited for. */
const CLOSE_TIMEOUT_MS = 3_000;

export interface RunningShop<S> {
  /** The shop as it is now. While it is being opened again, callers wait for it. Rejects when the code does not run. */
  current(): Promise<S>;
  /** Closes the shop and opens it again. Calls while it does so are one. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the shop, and keeps one open from then on. */
export function keepShopOpen<S extends { close(): Promise<void> }>(open: () => Promise<S>): RunningShop<S> {
  let current = open();
  let next: Promise<void> | undefined;
  let isClosed = false;

  const closeCurrent = async () => {
    const shop = await current.catch(() => undefined);
    if (shop) await Promise.race([shop.close(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  };

  return {
    current: () => current,
    restart() {
      if (isClosed) return Promise.resolve();
      if (next) return next;
      const closing = closeCurrent();
      const opening = closing.then(() => {
        // From here on changes may have been missed, so the next call is another restart.
        next = undefined;
        return open();
      });
      current = opening;
      next = opening.then(() => undefined);
      next.catch(() => undefined);
      return next;
    },
    async close() {
      isClosed = true;
      await closeCurrent();
    },
  };
}
