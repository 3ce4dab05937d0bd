import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextColumn } from './text-column.ts';

const SLOTS = 3_000;
const texts = fc.string({ unit: 'grapheme', maxLength: 12 });
const change = fc.oneof(
  fc.record({ slot: fc.nat(SLOTS - 1), text: texts }),
  fc.record({ from: fc.nat(SLOTS - 1), count: fc.nat(2_000), text: texts }),
  fc.constant('tidy' as const),
);

test('texts stay the same while others are changed and packed', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const column = new TextColumn();
      const model = new Array<string>(SLOTS).fill('');
      const set = (slot: number, text: string): void => {
        column.set(slot, text);
        model[slot] = text;
      };
      for (const one of changes) {
        if (one === 'tidy') for (const _ of column.tidy(SLOTS));
        else if ('slot' in one) set(one.slot, one.text);
        else
          for (let slot = one.from; slot < Math.min(SLOTS, one.from + one.count); slot += 1)
            set(slot, `${one.text}${slot}`);
      }
      expect(model.map((_, slot) => column.get(slot))).toEqual(model);
    }),
    { numRuns: 50 },
  );
});
