import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

const CHECK = resolve('scripts/check.ts');

/** Records that it started, and takes a moment to end after a signal, like a test run. */
const PROGRAM = `#!${process.execPath}
const { appendFileSync } = require('node:fs');
const end = () => setTimeout(() => { appendFileSync('ended', process.argv[1] + '\\n'); process.exit(0); }, 100);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
appendFileSync('started', process.argv[1] + '\\n');
setTimeout(() => {}, 15_000);
`;

/** A folder in which every check is such a program, and nothing needs to be built. */
async function makeRepository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-check-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  await mkdir(join(folder, 'scripts'));
  await writeFile(join(folder, 'scripts/bootstrap.mjs'), '');
  for (const name of ['vitest', 'react-router', 'depcruise', 'knip', 'biome']) {
    await writeFile(join(folder, 'node_modules/.bin', name), PROGRAM, { mode: 0o755 });
  }
  return folder;
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('after %s, the running checks end, no others start, and the exit code is %i', async (signal, code) => {
  const folder = await makeRepository();
  const lines = async (file: string) => (await readFile(join(folder, file), 'utf8')).trim().split('\n');
  const checks = spawn(process.execPath, [CHECK], { cwd: folder, stdio: 'ignore' });
  onTestFinished(() => void checks.kill('SIGKILL'));
  const exit = once(checks, 'exit');
  // The domain and API tests, and beside them the first static check.
  await vi.waitFor(async () => expect(await lines('started')).toHaveLength(2), { timeout: 10_000 });
  checks.kill(signal);
  expect(await exit).toEqual([code, null]);
  expect(await lines('ended')).toHaveLength(2);
  expect(await lines('started')).toHaveLength(2);
});
