import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '#server/platform/refusal.ts';

const MAX_START_WAIT_MS = 3_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Lets requests wait for the first load of the catalogue, in the first three seconds of an engine.
 * @param load resolves when the engine has loaded; rejects with the error of the database.
 * @returns rejects with Refusal `server.starting` when the load takes longer.
 */
export function createLoadWait(isLoaded: () => boolean, load: () => Promise<void>): () => Promise<void> {
  const mayWaitUntil = performance.now() + MAX_START_WAIT_MS;
  return async () => {
    if (isLoaded()) return;
    const timeout = new AbortController();
    const late = sleep(Math.max(0, mayWaitUntil - performance.now()), undefined, timeout).then(
      () => {
        throw new Refusal('server.starting', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      },
      () => undefined,
    );
    try {
      await Promise.race([load(), late]);
    } finally {
      timeout.abort();
    }
  };
}
