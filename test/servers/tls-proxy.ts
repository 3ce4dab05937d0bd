import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';

interface TlsProxy {
  /** The database's address, with the host name `localhost`. */
  readonly url: string;
  /** File with the self-signed certificate for `localhost`. */
  readonly certificate: string;
  close(): void;
}

/** A proxy that accepts TLS, in front of a PostgreSQL that does not. */
export async function openTlsProxy(databaseUrl: string): Promise<TlsProxy> {
  // 2: the type of a host name (RFC 5280 §4.2.1.6). Without it, the certificate is for 127.0.0.1 as well.
  const subjectAltName = { name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: 'localhost' }] };
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [subjectAltName],
  });
  const folder = mkdtempSync(join(tmpdir(), 'stoa-tls-'));
  const certificate = join(folder, 'certificate.pem');
  writeFileSync(certificate, cert);
  const { hostname, port } = new URL(databaseUrl);
  const ends: Socket[] = [];
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    ends.push(client, database);
    for (const end of [client, database]) end.on('error', () => undefined);
    // The client begins with the request for TLS, and waits for this answer.
    client.once('data', () => {
      client.write('S');
      const secured = new TLSSocket(client, { isServer: true, cert, key });
      secured.on('error', () => database.destroy());
      secured.pipe(database).pipe(secured);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = 'localhost';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    certificate,
    close() {
      for (const end of ends) end.destroy();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
