import type { lookup } from 'node:dns';
import { expect, test } from 'vitest';
import { isPublicAddress, openCheckedSocket } from './public-address.ts';

test.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  'fe80::1',
  'fec0::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'localhost',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('a name is resolved once, and private results are refused before connecting', async () => {
  const asked: string[] = [];
  const resolve = ((name: string, _options: object, callback: (error: null, found: object[]) => void) => {
    asked.push(name);
    callback(null, [
      { address: '10.0.0.1', family: 4 },
      { address: 'fd00::1', family: 6 },
    ]);
  }) as unknown as typeof lookup;
  const socket = openCheckedSocket({ host: 'localhost', port: 25, timeoutMs: 1_000, allowPrivate: false, resolve });
  await expect(socket).rejects.toThrow('private network');
  expect(asked).toEqual(['localhost']);
});
