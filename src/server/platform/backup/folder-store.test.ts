import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { backupName, pruneBackups } from './backup-store.ts';
import { folderStore } from './folder-store.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('the folder of backups', () => {
  const name = backupName(new Date('2026-11-22T03:00:00Z'));

  test('holds files that only their owner can read', async () => {
    const folder = join(await makeFolder(), 'backups');
    const store = folderStore(folder);
    expect(await store.write(name, Readable.from([Buffer.from('rows')]))).toEqual({ bytes: 4 });
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await buffer(await store.read(name))).toEqual(Buffer.from('rows'));
  });

  test('lists the newest backup first, also if the clock of a node was ahead, or if files were copied', async () => {
    const folder = await makeFolder();
    const files = [
      ['stoa-20991231-030000.tar.zst', '2026-11-20T03:01:00Z'],
      ['stoa-20261118-030000.tar.zst', '2026-11-25T12:00:00Z'],
      ['stoa-20261121-030000.tar.zst', '2026-11-21T03:01:00Z'],
      ['stoa-20261119-030000.tar.zst', '2026-11-19T03:01:00Z'],
    ] as const;
    for (const [file, storedAt] of files) {
      await writeFile(join(folder, file), '');
      await utimes(join(folder, file), new Date(storedAt), new Date(storedAt));
    }
    expect((await folderStore(folder).list()).map(({ name }) => name)).toEqual([
      'stoa-20261121-030000.tar.zst',
      'stoa-20991231-030000.tar.zst',
      'stoa-20261119-030000.tar.zst',
      'stoa-20261118-030000.tar.zst',
    ]);
  });

  test('that cannot be used is named, with the reason', async () => {
    const file = join(await makeFolder(), 'file');
    await writeFile(file, '');
    const write = (folder: string, content = Readable.from(['rows'])) => folderStore(folder).write(name, content);
    await expect(write(file)).rejects.toThrow(`The backup cannot be stored in ${file}: it is a file, not a directory.`);
    await expect(write(join(file, 'deep'))).rejects.toThrow('a part of this path is a file, not a directory.');
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const content = new Readable({ read: () => content.destroy(full) });
    await expect(write(await makeFolder(), content)).rejects.toThrow('its disk is full.');
    const folder = await makeFolder();
    await expect(folderStore(folder).read('.')).rejects.toThrow(`${folder} is a folder: name a file in it.`);
  });

  test('shows a backup only when it is complete, and keeps nothing of a failed one', async () => {
    const folder = await makeFolder();
    const store = folderStore(folder);
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('rows');
        expect(await store.list()).toEqual([]);
        throw new Error('The database went away');
      })(),
    );
    await expect(store.write(name, failing)).rejects.toThrow('The database went away');
    expect(await readdir(folder)).toEqual([]);
  });

  test('keeps the newest backups and no other file is touched', async () => {
    const folder = await makeFolder();
    const store = folderStore(folder);
    const names = [1, 2, 3].map((day) => backupName(new Date(Date.UTC(2026, 10, day, 3))));
    for (const one of [...names, 'notes.txt']) await store.write(one, Readable.from([Buffer.from(one)]));
    expect(await Readable.from(pruneBackups(store, 2)).toArray()).toEqual(names.slice(0, 1));
    expect((await readdir(folder)).sort()).toEqual(['notes.txt', ...names.slice(1)]);
  });
});
