import type { IncomingMessage } from 'node:http';

/** More than this, or longer, nobody sends by mistake. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MS = 10_000;

/**
 * Reads on and forgets, until the request is at its end: a client that is still sending does not hear the answer, it
 * finds a broken connection.
 */
export function hearOut(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) end();
    };
    const timer = setTimeout(end, MAX_MS);
    function end(): void {
      clearTimeout(timer);
      request.off('data', count).off('end', end).off('close', end);
      resolve();
    }
    request.on('data', count).on('end', end).on('close', end).resume();
  });
}
