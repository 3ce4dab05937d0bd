import { withoutReplica } from '#server/platform/database/read-scope.ts';

const RETRY_MS = 500;

/** Work of an engine that follows the catalogue: one run at a time, in the background or while a request waits for it. */
export interface CatchUp {
  /** Resolves at the end of the run that includes everything due at the time of the call; rejects when it fails. */
  run(): Promise<void>;
  /** Starts a run that nobody waits for. A failed one is logged and repeated. */
  runInBackground(): void;
  isRunning(): boolean;
  /** No further run starts. Resolves at the end of the current one. */
  close(): Promise<void>;
}

/**
 * @param work does what is due until nothing is; a failed run leaves it due. A read replica never answers it.
 * @param hasMore whether something is left for which nobody needs to wait: another run in the background follows.
 */
export function createCatchUp(
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
  hasMore: () => boolean = () => false,
): CatchUp {
  let working: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function runOnce(): Promise<void> {
    try {
      await withoutReplica(work);
    } finally {
      working = undefined;
    }
    if (!isClosed && hasMore()) runInBackground();
  }

  function run(): Promise<void> {
    if (isClosed) return working ?? Promise.resolve();
    working ??= runOnce();
    return working;
  }

  function runInBackground(): void {
    run().catch((error: unknown) => {
      if (isClosed || retry) return;
      onFailure(error);
      retry = setTimeout(() => {
        retry = undefined;
        runInBackground();
      }, RETRY_MS);
    });
  }

  return {
    run,
    runInBackground,
    isRunning: () => working !== undefined,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await working?.catch(() => undefined);
    },
  };
}
