import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NameWords } from './name-words.ts';

const change = fc.record({
  owner: fc.oneof(fc.nat(20), fc.nat(3_000)),
  words: fc.option(fc.uniqueArray(fc.nat(200), { maxLength: 40 }), { nil: undefined }),
});

test('names keep their words while others are added, changed and removed', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 400 }), fc.uniqueArray(fc.nat(200)), (changes, marked) => {
      const names = new NameWords();
      const model = new Map<number, number[]>();
      for (const { owner, words } of changes) {
        if (words) names.set(owner, words);
        else names.delete(owner);
        model.set(owner, words ?? []);
      }
      const marks = new Uint8Array(256);
      for (const word of marked) marks[word] = 1 + (word % 3);
      const weights = Float64Array.of(0, 1, 10, 100);
      for (const [owner, words] of model) {
        expect([...names.wordsOf(owner)]).toEqual(words);
        expect(names.lengthOf(owner)).toBe(words.length);
        const found = words.filter((word) => marks[word] !== 0).map((word) => 1 + (word % 3));
        expect(names.marksOf(owner, marks)).toBe(found.reduce((bits, mark) => bits | mark, 0));
        expect(names.weightOf(owner, marks, weights)).toBe(found.reduce((sum, mark) => sum + 10 ** (mark - 1), 0));
      }
    }),
  );
});
