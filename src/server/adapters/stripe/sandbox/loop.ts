import type { Logger } from '#server/platform/log.ts';

export interface Loop {
  /** Runs the work now instead of at the next interval. */
  wake(): void;
  /** Lets the current run finish and starts no other. */
  stop(): Promise<void>;
}

/** Runs `work` repeatedly, one run at a time, with a pause that can be cut short. */
export function startLoop(work: () => Promise<void>, pauseMs: number, log: Pick<Logger, 'error'>): Loop {
  let isStopped = false;
  let isWoken = false;
  let endPause: () => void = () => undefined;

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    while (!isStopped) {
      isWoken = false;
      await work().catch((error: unknown) => log.error({ err: error }, 'The sandbox could not go on with its work'));
      if (!isStopped && !isWoken) await pause();
    }
  }

  const ended = run();
  return {
    wake() {
      isWoken = true;
      endPause();
    },
    async stop() {
      isStopped = true;
      endPause();
      await ended;
    },
  };
}
