import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readSnapshot, writeSnapshot } from '../machine/snapshot-file.ts';
import { NumberLists } from './number-lists.ts';

const change = fc.record({
  owner: fc.oneof(fc.nat(20), fc.nat(3_000)),
  numbers: fc.option(fc.uniqueArray(fc.nat(200), { maxLength: 40 }), { nil: undefined }),
});

test('lists keep their numbers while others are added, changed and removed', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 400 }), fc.uniqueArray(fc.nat(200)), (changes, marked) => {
      const lists = new NumberLists();
      const model = new Map<number, number[]>();
      for (const { owner, numbers } of changes) {
        if (numbers) lists.set(owner, numbers);
        else lists.delete(owner);
        model.set(owner, numbers ?? []);
      }
      const marks = new Uint8Array(256);
      for (const number of marked) marks[number] = 1 + (number % 3);
      const weights = Float64Array.of(0, 1, 10, 100);
      for (const [owner, numbers] of model) {
        expect([...lists.of(owner)]).toEqual(numbers);
        for (const number of marked) expect(lists.has(owner, number)).toBe(numbers.includes(number));
        expect(lists.lengthOf(owner)).toBe(numbers.length);
        const found = numbers.filter((number) => marks[number] !== 0).map((number) => 1 + (number % 3));
        expect(lists.marksOf(owner, marks)).toBe(found.reduce((bits, mark) => bits | mark, 0));
        expect(lists.weightOf(owner, marks, weights)).toBe(found.reduce((sum, mark) => sum + 10 ** (mark - 1), 0));
      }
    }),
  );
});

test.each([
  ['16 bits', 65_535],
  ['more than 16 bits', 65_536],
])('numbers of %s are kept, also in a file', async (_, largest) => {
  const lists = new NumberLists();
  lists.set(0, [1, 2, 3]);
  lists.set(1, [7, largest]);
  expect([...lists.of(0), ...lists.of(1)]).toEqual([1, 2, 3, 7, largest]);
  const dir = mkdtempSync(join(tmpdir(), 'stoa-lists-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  await writeSnapshot(join(dir, 'lists'), 'key', (to) => lists.save(to));
  const read = new NumberLists();
  expect(await readSnapshot(join(dir, 'lists'), 'key', (from) => read.load(from))).toBe(true);
  read.set(2, [largest, 4]);
  expect([...read.of(0), ...read.of(1), ...read.of(2)]).toEqual([1, 2, 3, 7, largest, largest, 4]);
});
