import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** PostgreSQL's message after the last row of a COPY. The number of rows is in the next message. */
const COPY_DONE = Buffer.from('c\0\0\0\x04');
const LATER_MS = 5;

async function* splitAfterCopies(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    let rest = chunk;
    for (let at = rest.indexOf(COPY_DONE); at >= 0; at = rest.indexOf(COPY_DONE)) {
      yield rest.subarray(0, at + COPY_DONE.length);
      await wait(LATER_MS);
      rest = rest.subarray(at + COPY_DONE.length);
    }
    yield rest;
  }
}

/** A proxy of a database whose number of copied rows arrives later than the rows, as if in another packet. */
export async function openLateRowCounts(url: string) {
  const { hostname, port } = new URL(url);
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    client.setNoDelay(true);
    // Both ends are closed together.
    void pipeline(client, database).catch(() => undefined);
    void pipeline(database, splitAfterCopies, client).catch(() => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const late = new URL(url);
  late.port = String(address.port);
  return { url: late.href, close: () => server.close() };
}
