import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/platform/refusal.ts';
import { failureBody } from '../failures.ts';

interface FailureResponse {
  /** Code and name; not from `node:http`, because importing that module loads `fetch`, which takes 0.06 s of each start. */
  readonly status: string;
  readonly refusal: Refusal;
}

function responseTo(code: string | undefined): FailureResponse {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: '408 Request Timeout', refusal: new Refusal('request.malformed') };
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: '431 Request Header Fields Too Large', refusal: new Refusal('request.too_large') };
  return { status: '400 Bad Request', refusal: new Refusal('request.malformed') };
}

/** Requests that are not HTTP, or have a too long URL or headers, are refused with the envelope as well. */
export function refuseUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, refusal } = responseTo(error.code);
  const body = JSON.stringify(failureBody(refusal));
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

/**
 * An aborted request gets no response, and has no address for rate limiting any more. Runs after all slow steps, just
 * before requests are counted.
 */
export function dropAbortedRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.remoteAddress === undefined) reply.hijack();
    done();
  });
}
