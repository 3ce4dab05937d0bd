import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectPage } from './select-page.ts';

test('selects the same items as a full sort', () => {
  const keys = fc.uniqueArray(fc.nat(100_000), { maxLength: 400 });
  fc.assert(
    fc.property(keys, fc.nat(420), fc.nat(100), (list, from, size) => {
      const sorted = list.toSorted((a, b) => a - b);
      expect([...selectPage(Float64Array.from(list), from, from + size)]).toEqual(sorted.slice(from, from + size));
    }),
    { numRuns: 500 },
  );
});
