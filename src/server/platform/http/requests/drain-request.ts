import type { IncomingMessage } from 'node:http';

/** No client sends more than this, or for longer, by mistake. */
const MAX_DRAIN_BYTES = 64 * 1024 * 1024;
const MAX_DRAIN_MS = 10_000;

/**
 * Reads and discards the rest of the request: a client that is still sending would get a broken connection instead of
 * the response.
 */
export function drainRequest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > MAX_DRAIN_BYTES) end();
    };
    const timer = setTimeout(end, MAX_DRAIN_MS);
    function end(): void {
      clearTimeout(timer);
      request.off('data', count).off('end', end).off('close', end);
      resolve();
    }
    request.on('data', count).on('end', end).on('close', end).resume();
  });
}
