import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BitSet } from '#server/platform/number-sets/bit-set.ts';
import { Renumbering } from './renumbering.ts';

const SIZE = 3_000;
const NONE = -1;

test('translates a set of documents into the set of their owners, whatever their numbers', () => {
  const numbers = fc.array(fc.nat(SIZE - 1), { maxLength: 50 });
  const moves = fc.array(fc.tuple(fc.nat(SIZE - 1), fc.option(fc.nat(SIZE - 1))), { maxLength: 30 });
  fc.assert(
    fc.property(numbers, moves, (documents, moved) => {
      const owners = Int32Array.from({ length: SIZE }, (_, document) => document);
      const renumbering = new Renumbering();
      for (const [document, owner] of moved) {
        owners[document] = owner ?? NONE;
        renumbering.note(document, owner ?? document);
      }
      const found = new BitSet(SIZE);
      renumbering.translate(new BitSet(SIZE).add(Int32Array.from(documents)), owners, found);
      const expected = new Set(
        documents.map((document) => owners[document] as number).filter((owner) => owner !== NONE),
      );
      expect([...found.members(new Int32Array(SIZE))]).toEqual([...expected].sort((a, b) => a - b));
    }),
  );
});
