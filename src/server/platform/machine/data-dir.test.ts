import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StartError } from '../start-error.ts';
import { prepareDataDir } from './data-dir.ts';

let base: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'stoa-data-dir-'));
});

afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

describe('DATA_DIR', () => {
  test('is created with its parent directories', async () => {
    await prepareDataDir(join(base, 'new/below/data'));
    expect(await readdir(join(base, 'new/below/data'))).toEqual(['stoa.lock']);
  });

  test("may be the root of a new disk, or contain a shop's files", async () => {
    const disk = join(base, 'disk');
    await mkdir(join(disk, 'lost+found'), { recursive: true });
    for (const name of ['media', 'backups', 'verify']) await mkdir(join(disk, name));
    await writeFile(join(disk, 'search-index'), '');
    await prepareDataDir(disk);
    await writeFile(join(disk, 'stoa.lock'), '');
    await writeFile(join(disk, 'note by the operator'), '');
    await prepareDataDir(disk);
  });

  test('stays usable when its shop, which has no database of its own, is joined by other files', async () => {
    const volume = join(base, 'volume');
    await prepareDataDir(volume);
    await writeFile(join(volume, '.bash_history'), '');
    await prepareDataDir(volume);
  });

  test.each(['app-secret', 'search-index'])('of an earlier release is known by its %s', async (mark) => {
    const volume = join(base, `volume with ${mark}`);
    await mkdir(volume);
    for (const name of [mark, '.bash_history']) await writeFile(join(volume, name), '');
    await prepareDataDir(volume);
  });

  test('is refused when it contains other files', async () => {
    const home = join(base, 'home');
    await mkdir(home);
    await writeFile(join(home, 'thesis.odt'), '');
    await expect(prepareDataDir(home)).rejects.toThrow(
      new StartError(
        `DATA_DIR ${home} holds files that are not a shop's (for example thesis.odt): name a new or empty directory.`,
      ),
    );
    expect(await readdir(home)).toEqual(['thesis.odt']);
  });

  test('is refused when it is a file, or below one', async () => {
    const file = join(base, 'file');
    await writeFile(file, '');
    await expect(prepareDataDir(file)).rejects.toThrow(
      `DATA_DIR ${file} cannot be used: it is a file, not a directory.`,
    );
    await expect(prepareDataDir(join(file, 'data'))).rejects.toThrow('a part of this path is a file');
  });

  test.runIf(process.platform === 'linux')('is refused where no directory can be made, root or not', async () => {
    await expect(prepareDataDir('/proc/shop/data')).rejects.toThrow(
      'DATA_DIR /proc/shop/data cannot be used: it cannot be created there.',
    );
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('is refused without permission', async () => {
    const closed = join(base, 'closed');
    await mkdir(closed, { mode: 0o500 });
    await expect(prepareDataDir(closed)).rejects.toThrow('the user that runs the shop may not write there');
    await expect(prepareDataDir(join(closed, 'data'))).rejects.toThrow(
      'the user that runs the shop may not write there',
    );
    await chmod(closed, 0o700);
  });
});
