import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { removeUnfinished, sweepAbandoned, unfinishedName } from './unfinished-files.ts';

const HOUR_MS = 60 * 60_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-unfinished-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});
afterEach(() => {
  vi.useRealTimers();
});

const age = (name: string, ms: number) => {
  const then = new Date(Date.now() - ms);
  return utimes(join(folder, name), then, then);
};

test('unfinished files of killed processes are removed after an hour, and those being written are kept', async () => {
  for (const name of ['search-index.a.unfinished', 'search-index.b.unfinished', 'search-index']) {
    await writeFile(join(folder, name), '');
  }
  await mkdir(join(folder, 'c.unfinished/bin'), { recursive: true });
  for (const name of ['search-index.a.unfinished', 'c.unfinished', 'search-index']) await age(name, 2 * HOUR_MS);
  await removeUnfinished(folder);
  expect((await readdir(folder)).sort()).toEqual(['search-index', 'search-index.b.unfinished']);
});

test('every writer gets a unique name', () => {
  expect(unfinishedName('index')).not.toBe(unfinishedName('index'));
});

test('what a crash left just before the start is removed while the shop runs', () => {
  vi.useFakeTimers();
  let runs = 0;
  const stop = sweepAbandoned(async () => {
    runs += 1;
  });
  expect(runs).toBe(1);
  vi.advanceTimersByTime(2 * HOUR_MS);
  expect(runs).toBe(2);
  stop();
});

test('a folder that does not exist has nothing to remove', async () => {
  await expect(removeUnfinished(join(folder, 'none'))).resolves.toBeUndefined();
});
