/**
 * Stock changes are announced about four times a second, by whichever node calls `announce_due_changes()` (migration 0131)
 * first, and each announcement ends with a beat. The node that made the last announcement usually makes the next one, after
 * this time.
 */
const ANNOUNCE_MS = 250;
/**
 * This long after a beat, the other nodes read the number of the latest announcement. The next beat then proves that they have
 * received everything committed before the read (`heard-until.ts`).
 */
const READ_MS = 150;
/** How long a node waits for the next beat before it announces itself, plus a random time so that nodes do not all try at once. */
const SILENCE_MS = 175;
const SPREAD_MS = 50;

export interface AnnounceLoop {
  start(): void;
  /** Call it when the beat of any node's announcement arrives. */
  noteBeat(): void;
  /** No call begins after this. */
  stop(): void;
}

export interface AnnounceLoopOptions {
  /**
   * Announces the changes that are due, unless another node has just done so.
   * @param atOnce even if another node has just done so: the call before announced only a part.
   */
  readonly call: (atOnce: boolean) => Promise<{ readonly hasAnnounced: boolean; readonly hasMore: boolean }>;
  readonly onFailed: (error: Error) => void;
}

/** Decides when this node announces: the node that announced last goes first again, and without a beat all nodes try. */
export function createAnnounceLoop({ call, onFailed }: AnnounceLoopOptions): AnnounceLoop {
  let isRunning = false;
  let isCalling = false;
  let next: NodeJS.Timeout | undefined;

  function callLater(ms: number): void {
    if (!isRunning) return;
    clearTimeout(next);
    next = setTimeout(() => {
      callLater(SILENCE_MS + Math.random() * SPREAD_MS);
      if (!isCalling) void callUntilDone();
    }, ms);
    next.unref();
  }

  async function callUntilDone(): Promise<void> {
    isCalling = true;
    try {
      for (let atOnce = false; ; atOnce = true) {
        const { hasAnnounced, hasMore } = await call(atOnce);
        if (hasAnnounced) callLater(ANNOUNCE_MS);
        if (!hasMore || !isRunning) return;
      }
    } catch (error) {
      onFailed(error as Error);
    } finally {
      isCalling = false;
    }
  }

  return {
    start() {
      isRunning = true;
      callLater(0);
    },
    noteBeat: () => callLater(READ_MS),
    stop() {
      isRunning = false;
      clearTimeout(next);
    },
  };
}
