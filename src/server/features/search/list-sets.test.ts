import { expect, test } from 'vitest';
import { BitSet } from '#server/platform/bit-set.ts';
import { ListSets } from './list-sets.ts';

const DOCUMENTS = 8_000_000;
/** Entries of a list with one for at least every 16th document, and of one with fewer. */
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

test.each([
  ['short', 4_999],
  ['sparse', SPARSE],
])('a %s list is not cached', (_, length) => {
  const { read, documentsOf } = openSets(length);
  expect(documentsOf(all(1))).toEqual([10]);
  expect(documentsOf(all(1))).toEqual([10]);
  expect(read).toEqual([1, 1]);
});

test('a set is cached by list and smallest impact, and receives new entries of its list', () => {
  const { sets, read, documentsOf } = openSets(DENSE);
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

test('a new set replaces the least recently used one when there is no more room', () => {
  const { read, documentsOf } = openSets(DENSE);
  // A little more than 1 MB each: there is room for 11.
  for (let list = 0; list < 11; list += 1) documentsOf(all(list));
  for (const list of [0, 11, 0, 1]) documentsOf(all(list));
  expect(read.slice(11)).toEqual([11, 1]);
});
