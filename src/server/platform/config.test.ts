import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test.each(['shop.example', 'ftp://shop.example', 'https://'])('APP_URL %s is refused, with an example', (address) => {
  expect(() => readConfig({ APP_URL: address })).toThrow(
    'APP_URL is not usable: must be an address such as https://shop.example.',
  );
});

test.each([
  'https://shop.example/shop',
  'https://shop.example?a=1',
  'https://shop.example#a',
  'https://me@shop.example',
  'https://:secret@shop.example',
])('APP_URL %s is refused because it is not just an origin', (address) => {
  expect(() => readConfig({ APP_URL: address })).toThrow(
    'APP_URL is not usable: must be only the scheme and host of the shop, such as https://shop.example.',
  );
});

test('a slash at the end of APP_URL is left out', () => {
  expect(readConfig({ APP_URL: 'https://shop.example/' }).appUrl).toBe('https://shop.example');
});

test('a password that is not encoded is refused, with the codes', () => {
  const start = () => readConfig({ DATABASE_URL: 'postgres://shop:a/b@c#d@10.0.0.5/shop' });
  expect(start).toThrow('DATABASE_URL is not usable: must be an address such as postgres://');
  expect(start).toThrow('%2F for /');
});

test.each([
  ['127.0.0.1', 'localhost'],
  ['0.0.0.0', 'localhost'],
  ['::', 'localhost'],
  ['::1', 'localhost'],
  ['10.0.0.5', '10.0.0.5'],
  ['2001:db8::5', '[2001:db8::5]'],
  ['fe80::5%eth0', '[fe80::5]'],
  ['shop.internal', 'shop.internal'],
])('without APP_URL, a shop that listens on %s is at http://%s', (host, inUrl) => {
  const { appUrl } = readConfig({ HOST: host, PORT: '3100' });
  expect(appUrl).toBe(`http://${inUrl}:3100`);
  expect(URL.canParse(appUrl)).toBe(true);
});

const STORAGE = { S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };

test.each(['s3://backups/shop', 'S3://backups/shop'])('backups go to the bucket %s', (place) => {
  expect(readConfig({ BACKUP_TO: place, ...STORAGE }).backups).toMatchObject({ bucket: 'backups', prefix: 'shop' });
});

test.each(['gs://backups', 'https://s3.example/backups', 'file:///mnt/backups', 'S4://backups', 'remote:backups'])(
  'BACKUP_TO %s is refused instead of becoming a folder',
  (place) => {
    expect(() => readConfig({ BACKUP_TO: place, ...STORAGE })).toThrow(
      'BACKUP_TO is not usable: it must be a folder, or a bucket such as s3://backups/shop.',
    );
  },
);

test('a storage without a bucket is refused; with a folder it is not used', () => {
  expect(() => readConfig(STORAGE)).toThrow('S3_ENDPOINT is set without BACKUP_TO: name a bucket');
  expect(readConfig({ BACKUP_TO: '/mnt/backups', ...STORAGE }).backups).toEqual({ folder: resolve('/mnt/backups') });
  expect(readConfig({ DATA_DIR: '/srv/shop' }).backups).toEqual({ folder: resolve('/srv/shop/backups') });
});
