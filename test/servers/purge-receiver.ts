import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedPurge {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface PurgeReceiver {
  readonly url: string;
  readonly received: ReceivedPurge[];
  /** Status of the next responses. */
  answer(status: number): void;
  close(): Promise<void>;
}

/** A fake CDN: an HTTP server that records purges. */
export async function openPurgeReceiver(): Promise<PurgeReceiver> {
  const received: ReceivedPurge[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: await text(request) });
    response.writeHead(status).end(status < 400 ? 'OK' : 'Try later');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (next) => {
      status = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
