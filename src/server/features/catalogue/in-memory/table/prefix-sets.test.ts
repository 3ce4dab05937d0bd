import { expect, test } from 'vitest';
import { randomBy } from '#test/random.ts';
import { PrefixSets } from './prefix-sets.ts';
import { SlotSet } from './slot-set.ts';

const SLOTS = 60_000;

function shuffled(random: () => number): Int32Array {
  const slots = Int32Array.from({ length: SLOTS }, (_, slot) => slot);
  for (let place = SLOTS - 1; place > 0; place -= 1) {
    const other = Math.floor(random() * (place + 1));
    [slots[place], slots[other]] = [slots[other] as number, slots[place] as number];
  }
  return slots;
}

test('selects the slots of any part of an order, also after the order has changed', () => {
  const random = randomBy(3);
  const sets = new PrefixSets();
  const selected = new SlotSet();
  for (const order of [shuffled(random), shuffled(random)]) {
    const ends = Array.from({ length: 20 }, () => [random(), random()].map((share) => Math.floor(share * SLOTS)));
    for (const [one = 0, other = 0] of [...ends, [0, SLOTS], [0, 0], [SLOTS, SLOTS], [0, 1], [3_750, 37_500]]) {
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      sets.select(order, { start, end }, selected, SLOTS);
      const expected = order.slice(start, end).sort();
      expect(selected.members(new Int32Array(SLOTS))).toEqual(expected);
    }
    sets.reset();
  }
});
