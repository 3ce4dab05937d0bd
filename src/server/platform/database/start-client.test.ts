import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { openTlsProxy } from '#test/servers/tls-proxy.ts';
import { readConfig } from '../config.ts';
import { openClient } from './start-client.ts';

async function tlsServer() {
  const proxy = await openTlsProxy(inject('postgresUrl'));
  onTestFinished(proxy.close);
  return { address: `${proxy.url}?sslmode=verify-full`, trusting: `&sslrootcert=${proxy.certificate}` };
}

test('a certificate from an unknown authority is refused, and accepted with the file that the message asks for', async () => {
  const { address, trusting } = await tlsServer();
  await expect(openClient(address, 'test')).rejects.toThrow(
    'its certificate is from an unknown authority. Name a file with the certificate of that authority in the address, such as sslrootcert=',
  );
  const client = await openClient(address + trusting, 'test');
  const { rows } = await client.query('SELECT 1 AS one');
  await client.end();
  expect(rows).toEqual([{ one: 1 }]);
});

test('a certificate for another host is refused', async () => {
  const { address, trusting } = await tlsServer();
  const other = address.replace('localhost', '127.0.0.1');
  await expect(openClient(other + trusting, 'test')).rejects.toThrow('for another host name');
});

test('a server without TLS and a missing certificate file are reported', async () => {
  const address = inject('postgresUrl');
  await expect(openClient(`${address}?sslmode=verify-full`, 'test')).rejects.toThrow('it does not offer TLS');
  await expect(openClient(`${address}?sslmode=verify-full&sslrootcert=/no/ca.pem`, 'test')).rejects.toThrow(
    'the file /no/ca.pem in its address cannot be read (ENOENT). Check DATABASE_URL.',
  );
});

const modeOf = (parameters: string) => {
  const { databaseUrl } = readConfig({ DATABASE_URL: `postgres://shop@db/shop?${parameters}` });
  return new URL(databaseUrl ?? '').search.slice(1);
};

test('sslmode=require verifies the certificate, without the warning of pg', () => {
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  expect(modeOf('a=1&sslmode=require&b=2')).toBe('a=1&sslmode=verify-full&b=2');
  new pg.Client({ connectionString: `postgres://shop@db/shop?${modeOf('sslmode=require')}` });
  expect(warned).not.toHaveBeenCalled();
  for (const kept of ['sslmode=no-verify', 'sslmode=disable', 'uselibpqcompat=true&sslmode=require'])
    expect(modeOf(kept)).toBe(kept);
});
