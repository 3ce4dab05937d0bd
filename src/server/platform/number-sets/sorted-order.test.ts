import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SortedOrder } from './sorted-order.ts';

/** Items whose keys can be changed, with ties broken by the item itself. */
function keyed(keys: number[]) {
  const key = (item: number): number => keys[item] ?? 0;
  return new SortedOrder((a, b) => key(a) - key(b) || a - b);
}

test('equals a sorted array after any insertions and removals', () => {
  const item = fc.nat(60);
  fc.assert(
    fc.property(
      fc.array(fc.nat(9), { minLength: 61, maxLength: 61 }),
      fc.array(fc.record({ removing: fc.boolean(), items: fc.uniqueArray(item) })),
      (keys, steps) => {
        const order = keyed(keys);
        const model = new Set<number>();
        for (const { removing, items } of steps) {
          const touched = items.filter((one) => model.has(one) === removing);
          if (removing) order.remove(touched);
          else order.insert(touched);
          for (const one of touched) removing ? model.delete(one) : model.add(one);
          const expected = [...model].sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
          expect([...order.items()]).toEqual(expected);
          expect(order.length).toBe(expected.length);
        }
      },
    ),
  );
});

test('sorts many items with pauses for other work', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 1_000 }), (count, different) => {
      const items = Array.from({ length: count }, (_, item) => item);
      const keys = items.map((item) => (item * 7_919) % different);
      const order = keyed(keys);
      const pauses = [...order.sort(items)].length;
      expect([...order.items()]).toEqual(items.toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b));
      expect(pauses).toBeGreaterThanOrEqual(Math.ceil(count / 5_000));
    }),
    { numRuns: 20 },
  );
});

test('finds an item and the first one past a bound', () => {
  const keys = [30, 10, 20, 20];
  const order = keyed(keys);
  order.insert([0, 1, 2, 3]);
  expect([...order.items()]).toEqual([1, 2, 3, 0]);
  expect(order.positionOf(3)).toBe(2);
  expect(order.firstWhere((item) => (keys[item] ?? 0) >= 20)).toBe(1);
  expect(order.firstWhere(() => false)).toBe(4);
});
