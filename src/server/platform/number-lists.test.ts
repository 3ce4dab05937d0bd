import fc from 'fast-check';
import { expect, test } from 'vitest';
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
