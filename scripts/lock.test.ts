import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let base: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'stoa-turns-'));
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

/** A process that records when its lock starts and ends. */
function contend(name: string): Promise<unknown> {
  const program = `
    import { appendFileSync } from 'node:fs';
    import { acquireLock } from './scripts/lock.mjs';
    const note = (word) => appendFileSync('${base}/log', '${name} ' + word + '\\n');
    const end = await acquireLock('${base}/turns', () => undefined);
    note('begins');
    await new Promise((resolve) => setTimeout(resolve, 50));
    note('ends');
    end();`;
  return once(spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' }), 'exit');
}

test('concurrent builds are serialised', async () => {
  const names = ['a', 'b', 'c', 'd'];
  await Promise.all(names.map(contend));
  const lines = (await readFile(join(base, 'log'), 'utf8')).trim().split('\n');
  const order = lines.filter((line) => line.endsWith('begins')).map((line) => line.charAt(0));
  expect(order.toSorted()).toEqual(names);
  expect(lines).toEqual(order.flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test('the lock of a killed process is released', async () => {
  await mkdir(join(base, 'turns'));
  await writeFile(join(base, 'turns/7'), '');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(join(base, 'turns/7'), longAgo, longAgo);
  await Promise.all(['a', 'b'].map(contend));
  expect((await readFile(join(base, 'log'), 'utf8')).split('\n')).toHaveLength(5);
  expect(await readdir(join(base, 'turns'))).toEqual(['9']);
});
