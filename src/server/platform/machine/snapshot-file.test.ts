import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readSnapshot, type SnapshotReader, type SnapshotWriter, writeSnapshot } from './snapshot-file.ts';

const KEY = 'this database and this code';
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stoa-snapshot-'));
  path = join(folder, 'search-index');
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

/** How often other work could run meanwhile. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isDone = true;
  return turns;
}

test('numbers, texts and values are read as they were written', async () => {
  const texts = ['', 'lamp', 'Fußbank 🪑', ...Array.from({ length: 12_000 }, (_, n) => `word ${n}`)];
  await writeSnapshot(path, KEY, function* (to) {
    to.numbers(Int32Array.of(1, -2));
    yield* to.texts(texts);
    to.json({ free: [[3]] });
    yield* to.texts([]);
  });
  const found: unknown[] = [];
  const isRead = await readSnapshot(path, KEY, function* (from) {
    found.push([...from.numbers(Int32Array)], yield* from.texts(), from.json(), yield* from.texts());
  });
  expect(isRead).toBe(true);
  expect(found).toEqual([[1, -2], texts, { free: [[3]] }, []]);
});

test('processes that share the file can write it at the same time', async () => {
  const write = (value: number) =>
    writeSnapshot(path, KEY, (to) => {
      for (let section = 0; section < 20; section += 1) to.numbers(new Uint8Array(100_000 * value).fill(value));
    });
  await Promise.all([write(1), write(2), write(3)]);
  const values = new Set<number>();
  const isRead = await readSnapshot(path, KEY, (from) => {
    for (let section = 0; section < 20; section += 1) for (const value of from.numbers(Uint8Array)) values.add(value);
  });
  expect(isRead).toBe(true);
  expect(values.size).toBe(1);
  expect(readdirSync(folder)).toEqual(['search-index']);
});

test('a snapshot with another key, or a damaged one, is not loaded', async () => {
  await writeSnapshot(path, KEY, (to) => to.numbers(new Uint8Array(5_000)));
  let loads = 0;
  const load = () => {
    loads += 1;
  };
  expect(await readSnapshot(path, 'another release', load)).toBe(false);
  const whole = readFileSync(path);
  const changed = Buffer.from(whole);
  changed[2_000] = 1;
  for (const damaged of [changed, whole.subarray(0, 3_000), whole.subarray(0, -2), Buffer.concat([whole, whole])]) {
    writeFileSync(path, damaged);
    expect(await readSnapshot(path, KEY, load)).toBe(false);
  }
  expect(loads).toBe(0);
});

test('other work runs while a large snapshot is written and read', async () => {
  const words = Array.from({ length: 700_000 }, (_, n) => `the word number ${n}`);
  const bytes = new Uint8Array(40_000_000).fill(7);
  const save = function* (to: SnapshotWriter) {
    to.numbers(bytes);
    yield* to.texts(words);
  };
  const load = function* (from: SnapshotReader) {
    from.numbers(Uint8Array);
    yield* from.texts();
  };
  expect(await turnsDuring(writeSnapshot(path, KEY, save))).toBeGreaterThan(20);
  expect(await turnsDuring(readSnapshot(path, KEY, load))).toBeGreaterThan(20);
});
