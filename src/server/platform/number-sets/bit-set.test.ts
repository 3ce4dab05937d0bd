import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BitSet } from './bit-set.ts';
import { GapList } from './gap-list.ts';

/** Sets of numbers below an end, sparse or dense. */
const sets = fc.tuple(fc.nat(700), fc.double({ min: 0, max: 1, noNaN: true })).chain(([end, density]) => {
  const numbers = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: end, maxLength: end });
  return numbers.map((drawn) => ({ end, members: drawn.flatMap((one, number) => (one < density ? [number] : [])) }));
});
const setOf = (members: readonly number[], end: number): BitSet => new BitSet(end).add(Int32Array.from(members));
const membersOf = (set: BitSet): number[] => [...set.members(new Int32Array(set.count()))];

test('a set has its members, in order, and counts them', () => {
  fc.assert(
    fc.property(sets, fc.nat(700), ({ members, end }, limit) => {
      const set = setOf(members, end);
      expect(set.count()).toBe(members.length);
      expect([...set.members(new Int32Array(end))]).toEqual(members);
      expect(set.hasMoreThan(limit)).toBe(members.length > limit);
    }),
  );
});

test('what two sets have in common is added to a third one, also from a list of distances', () => {
  fc.assert(
    fc.property(sets, sets, sets, (one, other, before) => {
      const end = Math.max(one.end, other.end, before.end);
      const [into, same] = [setOf(before.members, end), setOf(before.members, end)];
      setOf(one.members, end).addCommonTo(into, setOf(other.members, end));
      new GapList(setOf(one.members, end)).addCommonTo(same, setOf(other.members, end));
      const expected = new Set([...before.members, ...one.members.filter((member) => other.members.includes(member))]);
      expect(membersOf(into)).toEqual([...expected].sort((a, b) => a - b));
      expect(membersOf(same)).toEqual(membersOf(into));
    }),
  );
});
