import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StartError } from '../start-error.ts';
import { findAppSecret, loadAppSecret } from './sealing.ts';

/** The code with which hard links fail. */
let linkFailure: string | undefined;
vi.mock('node:fs/promises', async (original) => {
  const files = await original<typeof import('node:fs/promises')>();
  return {
    ...files,
    async link(...args: Parameters<typeof files.link>) {
      if (linkFailure) throw Object.assign(new Error('No hard links'), { code: linkFailure });
      await files.link(...args);
    },
  };
});

let dataDir: string;
let file: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stoa-secret-'));
  file = join(dataDir, 'app-secret');
});
afterEach(async () => {
  linkFailure = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

test('nodes that start together on a new DATA_DIR use one secret, which only their user can read', async () => {
  const secrets = await Promise.all(Array.from({ length: 20 }, () => loadAppSecret(undefined, dataDir)));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toHaveLength(43);
  expect(await readFile(file, 'utf8')).toBe(secrets[0]);
  expect(await readdir(dataDir)).toEqual(['app-secret']);
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await findAppSecret(undefined, dataDir)).toBe(secrets[0]);
});

test.each(['EPERM', 'ENOTSUP', 'ENOSYS', 'EISDIR'])(
  'a file system without hard links gets a secret: %s',
  async (code) => {
    linkFailure = code;
    const secret = await loadAppSecret(undefined, dataDir);
    expect(secret).toHaveLength(43);
    expect(await loadAppSecret(undefined, dataDir)).toBe(secret);
    expect(await readdir(dataDir)).toEqual(['app-secret']);
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  },
);

test.each(['', '\n', 'a'.repeat(31)])('a stored secret that is incomplete is refused: %j', async (text) => {
  await writeFile(file, text);
  const refusal = new StartError(
    `The secret of the shop in ${file} has fewer than 32 characters: put your copy of it there, or delete the file if the shop has never started.`,
  );
  await expect(loadAppSecret(undefined, dataDir)).rejects.toThrow(refusal);
  await expect(findAppSecret(undefined, dataDir)).rejects.toThrow(refusal);
  expect(await readFile(file, 'utf8')).toBe(text);
});

test('a secret that cannot be read is not taken for a missing one', async () => {
  await mkdir(file);
  const refusal = `The secret of the shop cannot be read from ${file}: `;
  await expect(loadAppSecret(undefined, dataDir)).rejects.toThrow(refusal);
  await expect(findAppSecret(undefined, dataDir)).rejects.toThrow(refusal);
});

test('the secret of the environment comes first', async () => {
  await writeFile(file, 'b'.repeat(32));
  expect(await findAppSecret('a'.repeat(32), dataDir)).toBe('a'.repeat(32));
  expect(await findAppSecret(undefined, join(dataDir, 'missing'))).toBeUndefined();
});
