import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const run = promisify(execFile);

let copy: string;
const revision = () => readFile(join(copy, 'build/revision'), 'utf8');

beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'stoa-bootstrap-'));
  await chmod(copy, 0o755);
  await cp('scripts', join(copy, 'scripts'), { recursive: true });
  await cp('package.json', join(copy, 'package.json'));
});

afterEach(() => rm(copy, { recursive: true, force: true }));

/** A copy in which everything that its lock file names is installed. */
async function addInstalledPackages() {
  const lock = JSON.stringify({ packages: { '': {} } });
  await mkdir(join(copy, 'node_modules'));
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) await writeFile(join(copy, file), lock);
}

/** Before each command, by the user `nobody` where the tests run as root. */
const bootstrap = () =>
  run(process.execPath, ['scripts/bootstrap.mjs', 'dependencies'], {
    cwd: copy,
    ...(process.getuid?.() === 0 && { uid: 65_534 }),
  });

test('commands run in an image, which holds what it needs and no lock file', async () => {
  await mkdir(join(copy, 'build'));
  await writeFile(join(copy, 'build/revision'), '58757db1c2');
  await expect(bootstrap()).resolves.toEqual({ stdout: '', stderr: '' });
  expect(await revision()).toBe('58757db1c2');
});

test('a copy without Git history is told apart by its sources', async () => {
  await addInstalledPackages();
  await mkdir(join(copy, 'build'), { mode: 0o777 });
  await chmod(join(copy, 'build'), 0o777);
  await bootstrap();
  const first = await revision();
  expect(first).toMatch(/^sources\.[0-9a-f]{10}$/);
  await bootstrap();
  expect(await revision()).toBe(first);
  await writeFile(join(copy, 'shop.config.ts'), 'export default {};');
  await bootstrap();
  expect(await revision()).toMatch(/^sources\.[0-9a-f]{10}$/);
  expect(await revision()).not.toBe(first);
});

test.skipIf(process.platform === 'win32')('a built copy that may not be written to starts', async () => {
  await addInstalledPackages();
  await mkdir(join(copy, 'build'));
  await writeFile(join(copy, 'build/revision'), '58757db1c2');
  await chmod(join(copy, 'build/revision'), 0o444);
  await chmod(join(copy, 'build'), 0o555);
  try {
    await expect(bootstrap()).resolves.toEqual({ stdout: '', stderr: '' });
  } finally {
    // So that it can be deleted.
    await chmod(join(copy, 'build'), 0o755);
  }
});
