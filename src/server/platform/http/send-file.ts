import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileType, SentFile } from '#contract/endpoint.ts';

/** A name that every system can save, and in UTF-8 the one that was meant (RFC 6266). */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** Sends a file to be saved. What fails after the first bytes breaks the connection: half a file never looks whole. */
export function sendFile(reply: FastifyReply, type: FileType, { name, content }: SentFile): FastifyReply {
  reply.type(type).header('content-disposition', contentDisposition(name));
  if (typeof content === 'string' || content instanceof Uint8Array) return reply.send(content);
  return reply.send(Readable.from(content, { objectMode: false }));
}
