import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { inject, onTestFinished } from 'vitest';

/** @returns whether it answers the request itself. */
type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

const PIECE_BYTES = 1000;
const PIECE_MS = 20;

/**
 * Serves the shop on a slow connection: the frame of each page, and once the browser has painted that, the content in
 * pieces that may be painted one by one.
 * @returns the origin
 */
export function openSlowShop(untilPainted: () => Promise<unknown>): Promise<string> {
  async function* inPieces(page: Readable): AsyncGenerator<Buffer> {
    const html = Buffer.concat(await page.toArray());
    const content = html.indexOf('<main');
    yield html.subarray(0, content);
    await untilPainted();
    for (let at = content; at < html.length; at += PIECE_BYTES) {
      yield html.subarray(at, at + PIECE_BYTES);
      await pause(PIECE_MS);
    }
  }
  const isPage = ({ headers }: IncomingMessage) => headers['content-type']?.startsWith('text/html');
  return openShopProxy(
    ({ headers }) => {
      // Compressed, a piece would be a whole page.
      delete headers['accept-encoding'];
      return false;
    },
    (original) => (isPage(original) ? Readable.from(inPieces(original)) : original),
  );
}

/**
 * Serves the shop from another origin until the end of the test: Playwright can intercept neither the update of a service
 * worker nor a request that was sent before its route was added.
 * @returns the origin
 */
export async function openShopProxy(
  intercept: Intercept,
  bodyOf: (original: IncomingMessage) => Readable = (original) => original,
): Promise<string> {
  const server = createServer((request, response) => {
    if (intercept(request, response)) return;
    const { method, url, headers } = request;
    const forwarded = sendRequest(inject('shopUrl') + url, { method, headers }, (original) => {
      response.writeHead(original.statusCode ?? 502, original.headers);
      // Without a listener, an error such as a closed page would end the test run.
      pipeline(bodyOf(original), response, () => undefined);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
  await once(server.listen(0), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
