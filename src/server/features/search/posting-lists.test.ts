import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PostingLists } from './posting-lists.ts';

const step = fc.record({
  kind: fc.constantFrom('push', 'push', 'push', 'filter'),
  list: fc.nat(40),
  count: fc.oneof(fc.nat(60), fc.nat(3_000)),
});

test('lists stay intact while growing and shrinking', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
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
            lists.push(list, next);
            expected.push(next);
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
    for (let entry = 0; entry < 100_000; entry += 1) lists.push(entry % 100, entry);
  };
  fill();
  const { bytes } = lists;
  for (let list = 0; list < 100; list += 1) lists.filter(list, () => false);
  fill();
  expect(lists.bytes).toBe(bytes);
});
