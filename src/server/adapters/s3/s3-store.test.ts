import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BackupStore, backupName, pruneBackups } from '#server/platform/backup/backup-store.ts';
import { openS3Server, type S3Server } from '#test/servers/s3-server.ts';
import { s3Store } from './s3-store.ts';

const NAME = backupName(new Date('2026-11-22T03:00:00Z'));
const KEY = 'backup-key';
const MEGABYTE = 1024 * 1024;

let server: S3Server;
let store: BackupStore;
const open = (accessKeyId = KEY) =>
  s3Store({
    bucket: 'backups',
    prefix: 'shop/daily',
    endpoint: server.url,
    region: 'auto',
    accessKeyId,
    secretAccessKey: 'secret',
  });
beforeEach(async () => {
  server = await openS3Server(KEY);
  store = open();
});
afterEach(() => server.close());

const inChunks = (content: Buffer) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < content.length; at += 60_000) yield content.subarray(at, at + 60_000);
    })(),
    { objectMode: false },
  );

test('a small backup is stored under the prefix and read back', async () => {
  expect(store.location).toBe('s3://backups/shop/daily');
  expect(await store.write(NAME, inChunks(Buffer.from('rows')))).toEqual({ bytes: 4 });
  expect([...server.objects.keys()]).toEqual([`backups/shop/daily/${NAME}`]);
  expect(await buffer(await store.read(NAME))).toEqual(Buffer.from('rows'));
});

test('a large backup is uploaded in parts', async () => {
  const content = randomBytes(20 * MEGABYTE);
  expect(await store.write(NAME, inChunks(content))).toEqual({ bytes: content.length });
  expect((await buffer(await store.read(NAME))).equals(content)).toBe(true);
  expect(server.openUploads.size).toBe(0);
});

test('a failed upload leaves neither an object nor parts that cost money', async () => {
  server.failingPart = 2;
  await expect(store.write(NAME, inChunks(randomBytes(20 * MEGABYTE)))).rejects.toThrow();
  expect(server.objects.size).toBe(0);
  expect(server.openUploads.size).toBe(0);
});

test('a backup that is interrupted is not stored', async () => {
  const breaking = Readable.from(
    (function* () {
      yield randomBytes(10 * MEGABYTE);
      throw new Error('The database went away');
    })(),
    { objectMode: false },
  );
  await expect(store.write(NAME, breaking)).rejects.toThrow('The database went away');
  expect(server.objects.size).toBe(0);
  expect(server.openUploads.size).toBe(0);
});

test('backups are listed newest first, without other objects, and pruned', async () => {
  const names = [1, 2, 3].map((day) => backupName(new Date(Date.UTC(2026, 10, day))));
  for (const name of [...names, 'notes.txt']) await store.write(name, inChunks(Buffer.from(name)));
  expect(await store.list()).toMatchObject(names.toReversed().map((name) => ({ name, bytes: name.length })));
  expect(await Readable.from(pruneBackups(store, 1)).toArray()).toEqual([names[1], names[0]]);
  expect([...server.objects.keys()].sort()).toEqual(
    ['notes.txt', names[2]].map((name) => `backups/shop/daily/${name}`),
  );
});

test('a missing backup and a wrong key are errors', async () => {
  await expect(store.read(NAME)).rejects.toThrow(`There is no backup ${NAME}`);
  await expect(open('another').write(NAME, inChunks(Buffer.from('rows')))).rejects.toThrow('InvalidAccessKeyId');
});

test('a storage that refuses or does not respond is reported in one sentence', async () => {
  const rows = () => inChunks(Buffer.from('rows'));
  const explained = { name: 'StartError', message: expect.stringContaining(`storage ${server.url} cannot be used: `) };
  await expect(open('another').write(NAME, rows())).rejects.toMatchObject(explained);
  await expect(open('another').list()).rejects.toMatchObject(explained);
  server.close();
  await expect(store.write(NAME, rows())).rejects.toMatchObject(explained);
  await expect(store.read(NAME)).rejects.toMatchObject(explained);
});
