import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BackupStore, backupName, pruneBackups } from '#server/platform/backup/backup-store.ts';
import { openS3Server, type S3Server } from '#test/servers/s3-server.ts';
import { s3Store } from './s3-store.ts';

const NAME = backupName(new Date('2026-11-22T03:00:00Z'));
const KEY = 'backup-key';
const MEGABYTE = 1024 * 1024;

let server: S3Server;
let store: BackupStore;
const open = (accessKeyId = KEY, options?: { timeoutMs: number }) =>
  s3Store(
    {
      bucket: 'backups',
      prefix: 'shop/daily',
      endpoint: server.url,
      region: 'auto',
      accessKeyId,
      secretAccessKey: 'secret',
    },
    options,
  );
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

const lengthOf = async (content: Readable) => (await buffer(content)).length;

describe('a large backup', () => {
  const content = randomBytes(20 * MEGABYTE);
  const broken = (reason: string) => ({
    name: 'StartError',
    message: `The backup storage ${server.url} cannot be used: ${reason}`,
  });
  const TIMEOUT_MS = 1_000;
  let limited: BackupStore;
  beforeEach(async () => {
    limited = open(KEY, { timeoutMs: TIMEOUT_MS });
    await store.write(NAME, inChunks(content));
  });

  test('can be read for longer than the time limit of a request', async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of await limited.read(NAME)) {
      if (chunks.length === 0) await sleep(2 * TIMEOUT_MS);
      chunks.push(chunk);
    }
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
  });

  test('is not held in memory while it is read slowly', async () => {
    let requests = 0;
    server.interrupt = () => {
      requests += 1;
      return undefined;
    };
    const reading = await store.read(NAME);
    await once(reading, 'readable');
    await sleep(500);
    expect(requests).toBeLessThan(3);
    reading.destroy();
  });

  test('is read to the end when a connection closes in the middle', async () => {
    let isFirst = true;
    server.interrupt = (from) => {
      if (from === 0 || !isFirst) return undefined;
      isFirst = false;
      return 'close';
    };
    expect((await buffer(await store.read(NAME))).equals(content)).toBe(true);
    expect(isFirst).toBe(false);
  });

  test('whose storage fails in the middle is an error in one sentence', async () => {
    server.interrupt = (from) => (from === 0 ? undefined : 'close');
    await expect(lengthOf(await store.read(NAME))).rejects.toMatchObject(broken('other side closed'));
  });

  test('whose storage stops responding in the middle too', async () => {
    server.interrupt = (from) => (from === 0 ? undefined : 'stall');
    await expect(lengthOf(await limited.read(NAME))).rejects.toMatchObject(broken('it did not respond in time'));
  });

  test('that is replaced or deleted while it is read says so', async () => {
    const error = { name: 'StartError', message: `The backup ${NAME} was deleted or replaced while it was read.` };
    const replaced = await store.read(NAME);
    await store.write(NAME, inChunks(randomBytes(20 * MEGABYTE)));
    await expect(lengthOf(replaced)).rejects.toMatchObject(error);
    const shortened = await store.read(NAME);
    await store.write(NAME, inChunks(Buffer.from('rows')));
    await expect(lengthOf(shortened)).rejects.toMatchObject(error);
    await store.write(NAME, inChunks(content));
    const deleted = await store.read(NAME);
    await store.remove(NAME);
    await expect(lengthOf(deleted)).rejects.toMatchObject(error);
  });
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
