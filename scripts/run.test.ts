import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let base: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'stoa-run-'));
});

afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

/** Runs an entry with run.mjs and waits for its first output. */
async function run(entry: string): Promise<ChildProcess> {
  const file = join(base, 'entry.ts');
  await writeFile(file, entry);
  const runner = spawn(process.execPath, ['scripts/run.mjs', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(runner.stdout, 'data');
  return runner;
}

/** Closes like the shop: takes a moment, and records that it finished. */
const SHOP = (note: string) => `
  import { writeFileSync } from 'node:fs';
  const close = (): void => void setTimeout(() => { writeFileSync('${note}', 'closed'); process.exit(0); }, 100);
  process.on('SIGTERM', close);
  setInterval(() => undefined, 1000);
  console.log('open');`;

test("the runner exits with the entry's code", async () => {
  const runner = await run("const code: number = 3; console.log('over'); process.exit(code);");
  expect(await once(runner, 'exit')).toEqual([3, null]);
});

test('a signal to the runner lets the entry close cleanly', async () => {
  const note = join(base, 'signalled');
  const runner = await run(SHOP(note));
  runner.kill('SIGTERM');
  expect(await once(runner, 'exit')).toEqual([0, null]);
  expect(await readFile(note, 'utf8')).toBe('closed');
});

test('an entry whose runner was killed closes cleanly', async () => {
  const note = join(base, 'orphaned');
  const runner = await run(SHOP(note));
  runner.kill('SIGKILL');
  await vi.waitFor(async () => expect(await readFile(note, 'utf8')).toBe('closed'), { timeout: 10_000 });
});
