import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileType, SentFile } from '#contract/endpoint.ts';
import { takeTurns } from '../take-turns.ts';

/** A name that every system can save, and in UTF-8 the one that was meant (RFC 6266). */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** Files that are written at the same time while they are read from the database; the others wait, with their heads sent. */
export const FILES_AT_ONCE = 3;
/** A reader who takes nothing for so long lets the next one in, and goes on outside the turns. */
const PATIENCE_MS = 20_000;

const inTurn = takeTurns(FILES_AT_ONCE);

/**
 * The parts of a file, all but the first in turn: however many exports are asked for, a few are in memory, and each of
 * them only as far as its reader has come.
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

/** Sends a file to be saved. What fails after the first bytes breaks the connection: half a file never looks whole. */
export function sendFile(reply: FastifyReply, type: FileType, { name, content }: SentFile): FastifyReply {
  reply.type(type).header('content-disposition', contentDisposition(name));
  if (typeof content === 'string' || content instanceof Uint8Array) return reply.send(content);
  return reply.send(Readable.from(writeInTurn(content), { objectMode: false }));
}
