import { expect, test } from 'vitest';
import { BitSet } from './bit-set.ts';
import { GapList } from './gap-list.ts';

const MEMBERS = Int32Array.of(0, 1, 254, 255, 510, 765, 766, 5_000, 5_254, 5_509, 100_000);

test('a list has the members of its set, whatever the distances between them', () => {
  const list = new GapList(new BitSet(200_000).add(MEMBERS));
  const read = new BitSet(200_000);
  list.addTo(read);
  expect([...read.members(new Int32Array(20))]).toEqual([...MEMBERS]);
});

test('members can be added in any order', () => {
  const list = new GapList(new BitSet(100).add(Int32Array.of(5, 50)));
  for (const member of [99, 7, 50]) list.add(member);
  const read = new BitSet(100).add(Int32Array.of(1));
  list.addTo(read);
  expect([...read.members(new Int32Array(9))]).toEqual([1, 5, 7, 50, 99]);
});

test('members that were added later are also compared with another set', () => {
  const list = new GapList(new BitSet(100).add(Int32Array.of(5, 50)));
  for (const member of [99, 7]) list.add(member);
  const common = new BitSet(100);
  list.addCommonTo(common, new BitSet(100).add(Int32Array.of(6, 50, 99)));
  expect([...common.members(new Int32Array(9))]).toEqual([50, 99]);
});
