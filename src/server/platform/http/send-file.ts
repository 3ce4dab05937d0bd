import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileType, SentFile } from '#contract/endpoint.ts';
import { takeTurns } from '../take-turns.ts';

/** A file name that every system can save, plus the intended one in UTF-8 (RFC 6266). */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** Files generated concurrently from the database; others wait after their headers are sent. */
export const FILES_AT_ONCE = 3;
/** A client that reads nothing for this long gives up its slot, and continues without one. */
const PATIENCE_MS = 20_000;

const inTurn = takeTurns(FILES_AT_ONCE);

/**
 * The chunks of a file, all but the first within the concurrency limit: however many exports are requested, only a few
 * are in memory, each as far as its client has read.
 */
async function* writeInTurn(parts: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  let end = (): void => undefined;
  let isWaiting = true;
  try {
    for await (const part of parts) {
      const patience = setTimeout(end, PATIENCE_MS).unref();
      yield part;
      clearTimeout(patience);
      if (!isWaiting) continue;
      isWaiting = false;
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      await new Promise<void>((begin) => {
        void inTurn(() => {
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
  return reply.send(Readable.from(writeInTurn(content), { objectMode: false }));
}
