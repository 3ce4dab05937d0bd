import { setTimeout as pause } from 'node:timers/promises';

/** Longer than an idle shop needs to close. Work still running after it is not awaited. */
const CLOSE_TIMEOUT_MS = 3_000;

export interface RunningShop<S> {
  /** The current shop. While it is reopening, callers wait. Rejects when the code fails. */
  current(): Promise<S>;
  /** Closes and reopens the shop. Concurrent calls are merged. */
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
        // Changes from here on may have been missed, so the next call restarts again.
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
