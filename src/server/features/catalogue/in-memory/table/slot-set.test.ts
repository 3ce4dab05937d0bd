import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithin, MAX_INT, rangeBetween } from './range.ts';
import { SlotSet } from './slot-set.ts';

const SLOTS = 200;

const members = fc.uniqueArray(fc.nat(SLOTS - 1), { maxLength: SLOTS });
const createSet = (slots: readonly number[]) => new SlotSet().clear(SLOTS).add(Int32Array.from(slots));
const listOf = (set: SlotSet) => [...set.members(new Int32Array(SLOTS))];
const ascending = (slots: Iterable<number>) => [...slots].sort((a, b) => a - b);

test('combines and counts sets like sets of numbers', () => {
  fc.assert(
    fc.property(members, members, (one, other) => {
      const set = createSet(other);
      const common = ascending(one.filter((slot) => other.includes(slot)));
      const rest = ascending(one.filter((slot) => !other.includes(slot)));
      expect(listOf(createSet(one))).toEqual(ascending(one));
      expect(listOf(createSet(one).intersect(set))).toEqual(common);
      expect(listOf(createSet(one).unite(set))).toEqual(ascending([...rest, ...other]));
      expect(listOf(createSet(one).subtract(set))).toEqual(rest);
      expect(listOf(createSet(one).remove(other))).toEqual(rest);
      expect(createSet(one).count()).toBe(one.length);
      expect(createSet(one).countCommon(set)).toBe(common.length);
    }),
  );
});

test('keeps the slots whose values are within a range or allowed', () => {
  const values = fc.array(fc.nat(9), { minLength: SLOTS, maxLength: SLOTS });
  fc.assert(
    fc.property(members, fc.boolean(), values, fc.nat(9), fc.nat(9), (some, isFull, numbers, min, width) => {
      const column = Int32Array.from(numbers);
      const slots = isFull ? column.keys().toArray() : some;
      const createFull = () => (isFull ? new SlotSet().fill(SLOTS) : createSet(some));
      const isInside = (slot: number) => (column[slot] as number) >= min && (column[slot] as number) <= min + width;
      const allowed = Uint8Array.from({ length: width + 1 }, () => 1);
      const expected = ascending(slots.filter(isInside));
      expect(listOf(createFull().keepWithin({ column, min, width, allowed: undefined }))).toEqual(expected);
      expect(listOf(createFull().keepWithin({ column, min, width: 0, allowed }))).toEqual(expected);
      expect(listOf(createFull().keep(isInside))).toEqual(expected);
    }),
  );
});

test('keeps the slots whose values are between any two numbers, also those that no slot can have', () => {
  const values = fc.array(fc.oneof(fc.nat(9), fc.nat(MAX_INT - 1)), { minLength: SLOTS, maxLength: SLOTS });
  const limit = fc.oneof(fc.nat(9), fc.integer({ min: -(10 ** 12), max: 10 ** 12 }));
  fc.assert(
    fc.property(values, limit, limit, (numbers, min, max) => {
      const column = Int32Array.from(numbers);
      const expected = numbers.flatMap((number, slot) => (number >= min && number <= max ? [slot] : []));
      const range = rangeBetween(column, min, max);
      expect(listOf(new SlotSet().fill(SLOTS).keepWithin(range))).toEqual(expected);
      expect([...column.keys()].filter((slot) => isWithin(range, slot))).toEqual(expected);
    }),
  );
});

test('grows with its members, and forgets them when it is cleared or filled again', () => {
  const changes = fc.array(fc.tuple(fc.nat(SLOTS - 1), fc.boolean()));
  fc.assert(
    fc.property(changes, fc.nat(SLOTS), (all, slotCount) => {
      const set = new SlotSet();
      const model = new Set<number>();
      for (const [slot, isMember] of all) {
        set.set(slot, isMember);
        if (isMember) model.add(slot);
        else model.delete(slot);
        expect(set.has(slot)).toBe(isMember);
      }
      expect(listOf(set)).toEqual(ascending(model));
      expect(listOf(set.fill(slotCount))).toEqual(Array.from({ length: slotCount }, (_, slot) => slot));
      expect(listOf(set.clear(slotCount))).toEqual([]);
      expect(set.has(SLOTS * 2)).toBe(false);
    }),
  );
});

test('takes a page of its members in any order', () => {
  const order = fc.shuffledSubarray(Array.from({ length: SLOTS }, (_, slot) => slot));
  fc.assert(
    fc.property(order, members, fc.nat(SLOTS), fc.nat(20), (slots, some, offset, limit) => {
      const found = slots.filter((slot) => some.includes(slot));
      const from = Math.min(offset, found.length);
      const to = Math.min(offset + limit, found.length);
      const page = createSet(some).page(Int32Array.from(slots), { total: found.length, from, to });
      expect(page).toEqual(found.slice(from, to));
    }),
  );
});
