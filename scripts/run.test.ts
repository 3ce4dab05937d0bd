import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let base: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'stoa-run-'));
});

afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

/** Runs an entry with run.mjs and waits for its first output. */
async function run(entry: string) {
  const file = join(base, 'entry.ts');
  await writeFile(file, entry);
  const runner = spawn(process.execPath, ['scripts/run.mjs', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const errors = text(runner.stderr);
  await once(runner.stdout, 'data');
  return Object.assign(runner, { errors });
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

const canIsolate =
  process.platform === 'linux' && spawnSync('unshare', ['--fork', '--pid', 'true'], { stdio: 'ignore' }).status === 0;

test.runIf(canIsolate)('as the first process of a container, the runner says that its entry was killed', async () => {
  const file = join(base, 'entry.ts');
  await writeFile(file, "process.kill(process.pid, 'SIGKILL'); setInterval(() => undefined, 1000);");
  const args = ['--fork', '--pid', process.execPath, 'scripts/run.mjs', file];
  const runner = spawn('unshare', args, { stdio: 'ignore', env: { ...process.env, npm_lifecycle_event: '' } });
  expect(await once(runner, 'exit')).toEqual([137, null]);
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

test('an entry whose output is no longer read finishes its work quietly', async () => {
  const note = join(base, 'unread');
  const runner = await run(`
    import { writeFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    for (let line = 0; line < 50; line += 1) {
      process.stdout.write('line\\n');
      await sleep(10);
    }
    writeFileSync('${note}', 'finished');
    process.exitCode = 3;`);
  runner.stdout.destroy();
  expect(await once(runner, 'exit')).toEqual([3, null]);
  expect(await runner.errors).toBe('');
  expect(await readFile(note, 'utf8')).toBe('finished');
});

test.runIf(process.platform === 'linux')(
  'an entry whose log fills the disk goes on, and says how many lines were dropped when there is space',
  async () => {
    const log = join(base, 'log');
    const file = join(base, 'entry.ts');
    await writeFile(
      file,
      `
      import { closeSync, openSync } from 'node:fs';
      import { setTimeout as sleep } from 'node:timers/promises';
      import { createLog } from '${resolve('src/server/platform/log.ts')}';
      const log = createLog('info');
      process.stdout.write('open\\n');
      for (let line = 0; line < 100; line += 1) log.info('a line');
      await sleep(10);
      closeSync(1);
      // Takes the number that is free.
      openSync('${log}', 'w');
      log.info('There is space');
      await sleep(10);`,
    );
    const full = await open('/dev/full', 'w');
    const runner = spawn(process.execPath, ['scripts/run.mjs', file], { stdio: ['ignore', full.fd, 'pipe'] });
    const errors = text(runner.stderr as Readable);
    expect(await once(runner, 'exit')).toEqual([0, null]);
    await full.close();
    expect(await errors).toBe('');
    const lines = (await readFile(log, 'utf8')).trim().split('\n');
    const said = lines.map((line) => JSON.parse(line) as { msg: string; lines?: number });
    expect(said).toMatchObject([
      { msg: 'There is space' },
      { msg: 'Log lines were dropped: the output could not be written', lines: 100 },
    ]);
  },
);

test('an error of the output other than a closed pipe or a full disk ends the entry', async () => {
  const runner = await run("console.log('open'); process.stdout.emit('error', new Error('Lost'));");
  expect(await once(runner, 'exit')).toEqual([1, null]);
  expect(await runner.errors).toContain('Lost');
});
