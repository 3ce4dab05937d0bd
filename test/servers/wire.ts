import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy between a shop and its database that can stop forwarding without closing connections, like a broken network. */
export async function openWire(url: string) {
  const { hostname, port } = new URL(url);
  const ends: Socket[] = [];
  let isCut = false;
  const server = createServer((shop) => {
    const database = connect(Number(port), hostname);
    ends.push(shop, database);
    if (isCut) return;
    shop.pipe(database).pipe(shop);
    for (const end of [shop, database]) end.on('error', () => undefined);
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
