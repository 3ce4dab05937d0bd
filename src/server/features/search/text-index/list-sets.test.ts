import { expect, test } from 'vitest';
import { BitSet } from '#server/platform/number-sets/bit-set.ts';
import { type AddOptions, ListSets } from './list-sets.ts';

const DOCUMENTS = 8_000_000;
/** Entries of a long list with one for at least every 16th document, and of one with fewer. */
const DENSE = 1_000_000;
const SPARSE = 400_000;

const all = (list: number) => ({ list, minImpact: 0, onlyThings: false });

/** Each list contains one document: its number times ten. `read` records the lists that were read because they were not cached. */
function openSets(length: number) {
  const sets = new ListSets();
  const read: number[] = [];
  const documentsOf = (counted: ReturnType<typeof all>): number[] => {
    const documents = new BitSet(DOCUMENTS);
    sets.addTo(documents, counted, {
      length,
      documents: DOCUMENTS,
      readInto: (set) => {
        read.push(counted.list);
        set.set(counted.list * 10, true);
      },
    });
    return [...documents.members(new Int32Array(9))];
  };
  return { sets, read, documentsOf };
}

test('only long lists are cached', () => {
  const { read, documentsOf } = openSets(999);
  expect(documentsOf(all(1))).toEqual([10]);
  expect(documentsOf(all(1))).toEqual([10]);
  expect(read).toEqual([1, 1]);
});

test.each([
  ['bits', DENSE],
  ['distances', SPARSE],
])('a set of %s is cached by list and smallest impact, and receives new entries of its list', (_, length) => {
  const { sets, read, documentsOf } = openSets(length);
  documentsOf(all(1));
  documentsOf({ ...all(1), minImpact: 32 });
  sets.noteEntry(1, 700, 16);
  sets.noteEntry(1, 8, 32);
  sets.noteEntry(2, 9, 32);
  expect(documentsOf(all(1))).toEqual([8, 10, 700]);
  expect(documentsOf({ ...all(1), minImpact: 32 })).toEqual([8, 10]);
  expect(read).toEqual([1, 1]);
  sets.clear();
  expect(documentsOf(all(1))).toEqual([10]);
  expect(read).toEqual([1, 1, 1]);
});

test.each([
  ['bits', DENSE],
  ['distances', SPARSE],
  ['entries', 999],
])('a set of %s is added with others, replaces an empty one, or is reduced to some documents', (_, length) => {
  const { sets } = openSets(length);
  const readInto = (set: BitSet, among?: BitSet): void => {
    for (const document of [10, 70, 7_000_000]) if (among?.has(document) ?? true) set.set(document, true);
  };
  const added = (into: BitSet, how: AddOptions): number[] => {
    sets.addTo(into, all(1), { length, documents: DOCUMENTS, readInto }, how);
    return [...into.members(new Int32Array(9))];
  };
  const of = (...documents: number[]): BitSet => new BitSet(DOCUMENTS).add(Int32Array.from(documents));
  expect(added(of(5), {})).toEqual([5, 10, 70, 7_000_000]);
  expect(added(of(), { isEmpty: true })).toEqual([10, 70, 7_000_000]);
  expect(added(of(5), { among: of(6, 70, 7_000_000) })).toEqual([5, 70, 7_000_000]);
});

test('a sparse set that has received many entries is read again', () => {
  const { sets, read, documentsOf } = openSets(SPARSE);
  documentsOf(all(1));
  for (let document = 100; document <= 1_100; document += 1) sets.noteEntry(1, document, 8);
  expect(documentsOf(all(1))).toEqual([10]);
  expect(read).toEqual([1, 1]);
});

test('a new set replaces the least recently used one when there is no more room', () => {
  const { read, documentsOf } = openSets(DENSE);
  // A little more than 1 MB each: there is room for 23.
  for (let list = 0; list < 23; list += 1) documentsOf(all(list));
  for (const list of [0, 23, 0, 1]) documentsOf(all(list));
  expect(read.slice(23)).toEqual([23, 1]);
});
