import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BitSet } from '#server/platform/number-sets/bit-set.ts';
import { IMPACT_BITS } from './posting-block.ts';
import { PostingLists } from './posting-lists.ts';

const step = fc.record({
  kind: fc.constantFrom('push', 'push', 'push', 'filter'),
  list: fc.nat(40),
  count: fc.oneof(fc.nat(60), fc.nat(3_000)),
});

/** Odd, so that no document occurs twice: in ascending order, with small or large differences, and in descending order. */
const strides = fc.constantFrom(1, 129, 7_919, 5_592_407, 2 ** 24 - 1);
const entryOf = (n: number, stride: number, impacts: number): number =>
  ((((n * stride) % 2 ** 24) << IMPACT_BITS) | (1 + (n % impacts))) >>> 0;

test('lists stay intact while growing and shrinking', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), strides, fc.constantFrom(1, 2, 255), (steps, stride, impacts) => {
      const lists = new PostingLists();
      const model = Array.from({ length: 41 }, (): number[] => []);
      let next = 0;
      for (const { kind, list, count } of steps) {
        const expected = model[list] ?? [];
        if (kind === 'filter') {
          lists.filter(list, (entry) => entry % (count + 1) > 1);
          model[list] = expected.filter((entry) => entry % (count + 1) > 1);
        } else {
          for (let i = 0; i < count; i += 1) {
            const entry = entryOf(next, stride, impacts);
            lists.push(list, entry);
            expected.push(entry);
            next += 1;
          }
        }
      }
      expect(model.map((_, list) => lists.entriesOf(list))).toEqual(model);
      expect(model.map((_, list) => lists.lengthOf(list))).toEqual(model.map(({ length }) => length));
    }),
  );
});

test('freed space is reused', () => {
  const lists = new PostingLists();
  const fill = (): void => {
    for (let entry = 0; entry < 100_000; entry += 1) lists.push(entry % 100, entryOf(entry, 1, 3));
  };
  fill();
  const { bytes } = lists;
  for (let list = 0; list < 100; list += 1) lists.filter(list, () => false);
  fill();
  expect(lists.bytes).toBe(bytes);
});

test('a list has the documents of its entries, whatever their differences', () => {
  fc.assert(
    fc.property(fc.nat(1_000), strides, (count, stride) => {
      const lists = new PostingLists();
      const expected = new Set<number>();
      for (let n = 0; n < count; n += 1) {
        const entry = entryOf(n, stride, 255);
        lists.push(0, entry);
        expected.add(entry >>> IMPACT_BITS);
      }
      const documents = new BitSet(2 ** 24);
      lists.addDocuments(0, documents.words);
      expect(new Set(documents.members(new Int32Array(count)))).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

test('an iteration over some documents skips blocks, but none of the entries of these documents', () => {
  const among = fc.array(fc.nat(2 ** 24 - 1), { maxLength: 5 });
  fc.assert(
    fc.property(
      fc.nat(2_000),
      strides,
      among,
      fc.array(fc.nat(1_999), { maxLength: 5 }),
      (count, stride, some, places) => {
        const lists = new PostingLists();
        const all = Array.from({ length: count }, (_, n) => entryOf(n, stride, 255));
        for (const entry of all) lists.push(0, entry);
        const documents = new BitSet(2 ** 24).add(Int32Array.from(some));
        for (const place of places) documents.set((all[place] ?? 0) >>> IMPACT_BITS, true);
        const read: number[] = [];
        for (let isOpen = lists.open(0, documents); isOpen; isOpen = lists.next())
          read.push(...lists.entries.subarray(0, lists.end));
        const isWanted = (entry: number): boolean => documents.has(entry >>> IMPACT_BITS);
        expect(read.filter(isWanted)).toEqual(all.filter(isWanted));
      },
    ),
    { numRuns: 50 },
  );
});

test('an iteration over one document decodes only its block, the last block and the newest entries', () => {
  const lists = new PostingLists();
  for (let n = 0; n < 2_000; n += 1) lists.push(0, entryOf(n, 5, 2));
  let decoded = 0;
  for (let isOpen = lists.open(0, new BitSet(10_000).add(Int32Array.of(5_000))); isOpen; isOpen = lists.next())
    decoded += lists.end;
  expect(decoded).toBe(128 + 128 + (2_000 % 128));
});

test('an entry of a common word takes less than a byte', () => {
  const lists = new PostingLists();
  for (let n = 0; n < 1_000_000; n += 1) lists.push(0, entryOf(n, 5, 2));
  expect(lists.bytes).toBeLessThan(1_000_000);
});
