import { expect, test } from 'vitest';
import { BitSet } from '#server/platform/bit-set.ts';
import { ListSets } from './list-sets.ts';

const DOCUMENTS = 8_000_000;

const createSet = (document: number) => () => new BitSet().clear(DOCUMENTS).add(Int32Array.of(document));
const cached = (): BitSet => {
  throw new Error('The set should be cached.');
};

test('only lists with many entries are worth a set', () => {
  const sets = new ListSets();
  expect(sets.isWorthwhile(5_000, 80_000)).toBe(true);
  expect(sets.isWorthwhile(5_000, 90_000)).toBe(false);
  expect(sets.isWorthwhile(1_000, 1_000)).toBe(false);
});

test('a set is cached by list and smallest impact, and gains the new entries of its list', () => {
  const sets = new ListSets();
  sets.of({ list: 1, minImpact: 0, onlyThings: false }, createSet(1));
  sets.of({ list: 1, minImpact: 32, onlyThings: false }, createSet(2));
  sets.add(1, 7, 16);
  sets.add(1, 8, 32);
  sets.add(2, 9, 32);
  expect([...sets.of({ list: 1, minImpact: 0, onlyThings: false }, cached).members(new Int32Array(9))]).toEqual([
    1, 7, 8,
  ]);
  expect([...sets.of({ list: 1, minImpact: 32, onlyThings: false }, cached).members(new Int32Array(9))]).toEqual([
    2, 8,
  ]);
  sets.clear();
  expect(sets.of({ list: 1, minImpact: 0, onlyThings: false }, createSet(3)).has(1)).toBe(false);
});

test('a new set replaces the least recently used one when there is no more room', () => {
  const sets = new ListSets();
  const read: number[] = [];
  const use = (list: number): void =>
    void sets.of({ list: list, minImpact: 0, onlyThings: false }, () => {
      read.push(list);
      return createSet(list)();
    });
  // 1.25 MB each: there is room for 12.
  for (let list = 0; list < 12; list += 1) use(list);
  use(0);
  use(12);
  use(0);
  use(1);
  expect(read.slice(12)).toEqual([12, 1]);
});
