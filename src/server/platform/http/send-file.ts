import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileType, SentFile } from '#contract/endpoint.ts';
import { limitConcurrency } from '../concurrency/limit-concurrency.ts';

/** A file name that every system can save, plus the intended one in UTF-8 (RFC 6266). */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** Files generated concurrently from the database; others wait after their headers are sent. */
export const MAX_CONCURRENT_FILES = 3;
/** A client that reads nothing for this long gives up its slot, and continues without one. */
const MAX_STALL_MS = 20_000;

/** Shared by the whole process, because it limits its memory. */
const withinLimit = limitConcurrency(MAX_CONCURRENT_FILES);

/**
 * The chunks of a file, all but the first within the concurrency limit: however many exports are requested, only a few
 * are in memory, each as far as its client has read.
 */
async function* writeWithinLimit(parts: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  let end = (): void => undefined;
  let isWaiting = true;
  try {
    for await (const part of parts) {
      const stallTimer = setTimeout(end, MAX_STALL_MS).unref();
      yield part;
      clearTimeout(stallTimer);
      if (!isWaiting) continue;
      isWaiting = false;
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      await new Promise<void>((begin) => {
        void withinLimit(() => {
          begin();
          return over;
        });
      });
    }
  } finally {
    end();
  }
}

/**
 * Sends a file as a download. A failure after the first bytes closes the connection, so a partial file never looks
 * complete.
 */
export function sendFile(reply: FastifyReply, type: FileType, { name, content }: SentFile): FastifyReply {
  reply.type(type).header('content-disposition', contentDisposition(name));
  if (typeof content === 'string' || content instanceof Uint8Array) return reply.send(content);
  return reply.send(Readable.from(writeWithinLimit(content), { objectMode: false }));
}
