import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** PostgreSQL's first ReadyForQuery message ends the authentication of a client. */
const READY = 'Z\0\0\0\x05I';

/**
 * A proxy between a shop and its database that can stop forwarding without closing connections, like a broken network.
 *
 * `DROP DATABASE` waits for every backend of the server (ProcSignalBarrier), and one whose client is still authenticating does not
 * respond. Cutting the wire therefore closes the database's end of connections that are still authenticating: otherwise, tests in
 * other files would wait for them.
 */
export async function openWire(url: string) {
  const { hostname, port } = new URL(url);
  const ends: Socket[] = [];
  const authenticating = new Set<Socket>();
  let isCut = false;
  const server = createServer((shop) => {
    shop.on('error', () => undefined);
    ends.push(shop);
    if (isCut) return;
    const database = connect(Number(port), hostname).on('error', () => undefined);
    ends.push(database);
    authenticating.add(database);
    database.on('data', (chunk) => chunk.includes(READY) && authenticating.delete(database));
    shop.pipe(database).pipe(shop);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The wire has no port.');
  const wired = new URL(url);
  wired.port = String(address.port);
  return {
    url: wired.href,
    cut() {
      isCut = true;
      for (const end of ends) end.unpipe().pause();
      for (const database of authenticating) database.destroy();
    },
    mend() {
      isCut = false;
    },
    close() {
      for (const end of ends) end.destroy();
      server.close();
    },
  };
}
