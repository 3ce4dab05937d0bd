import { expect, test } from 'vitest';
import { BitSet } from '#server/platform/number-sets/bit-set.ts';
import { randomBy } from '#test/random.ts';
import { type Group, NO_WORDS } from './group.ts';
import { InvertedIndex } from './inverted-index.ts';
import { Matcher } from './matcher.ts';

const NAME = 128;
const IMPACTS = [4, 8, 16, 32, 64, 129];
const OWNERS = 20_000;
/** Entries of the words: cached as bits, as distances, or not at all; and of one rare word. */
const FREQUENCIES = [0.4, 0.08, 0.06, 0.02, 0.004, 0.0005];

/** Texts by owner: the impact of each of their words. */
type Model = Map<number, Map<number, number>>;

/** Changes texts of the index and of the model, and removes some. */
function write(
  index: InvertedIndex,
  model: Model,
  documents: Map<number, number>,
  owners: number[],
  seed: number,
): void {
  const random = randomBy(seed);
  for (const owner of owners) {
    const known = documents.get(owner);
    if (known !== undefined) index.remove(known);
    model.delete(owner);
    documents.delete(owner);
    if (known !== undefined && random() < 0.2) continue;
    const words = FREQUENCIES.flatMap((frequency, word) => (random() < frequency ? [word] : []));
    const impacts = words.map(() => IMPACTS[Math.floor(random() * IMPACTS.length)] as number);
    documents.set(owner, index.add(owner, words, impacts));
    model.set(owner, new Map(words.map((word, i) => [word, impacts[i] as number])));
  }
}

const groupOf = (...forms: number[]): Group => ({ exact: forms[0], forms, beginnings: NO_WORDS });

/** Owners with a word of each group, in ascending order. */
function expectedOf(model: Model, groups: readonly Group[], onlyHigh: boolean): number[] {
  const has = (text: Map<number, number>, { forms, minImpact = 0 }: Group): boolean =>
    forms.some((word) => (text.get(word) ?? 0) >= Math.max(minImpact, onlyHigh ? NAME : 1));
  const matching = [...model].filter(([, text]) => groups.every((group) => has(text, group)));
  return matching.map(([owner]) => owner).sort((a, b) => a - b);
}

const SEARCHES: readonly (readonly Group[])[] = [
  [groupOf(0)],
  [groupOf(0), groupOf(1)],
  [groupOf(1), groupOf(0)],
  [groupOf(2), groupOf(3)],
  [groupOf(3, 2), groupOf(1)],
  [groupOf(0), groupOf(1), groupOf(2)],
  [groupOf(1), groupOf(2), groupOf(4, 3)],
  [groupOf(0), groupOf(4)],
  [groupOf(4), groupOf(1)],
  [groupOf(0), groupOf(5)],
  [groupOf(5), groupOf(2), groupOf(0)],
  [{ ...groupOf(0), minImpact: 32 }, groupOf(1)],
  [groupOf(1), { ...groupOf(4, 0), minImpact: 16 }],
];

test('match and select find the documents that a full scan finds, also after texts have changed', () => {
  const index = new InvertedIndex(NAME);
  const matcher = new Matcher(index);
  const model: Model = new Map();
  const documents = new Map<number, number>();
  const allOwners = Array.from({ length: OWNERS }, (_, owner) => owner);
  for (const round of [0, 1, 2]) {
    const random = randomBy(round);
    write(index, model, documents, round === 0 ? allOwners : allOwners.filter(() => random() < 0.1), round);
    if (round === 2) for (const _ of index.sweep(FREQUENCIES.length));
    for (const groups of SEARCHES) {
      for (const onlyHigh of [false, true]) {
        const expected = expectedOf(model, groups, onlyHigh).join();
        const { count, owners } = matcher.match(groups, { onlyHigh });
        expect(owners.slice(0, count).sort().join()).toBe(expected);
        const selected = new BitSet(OWNERS);
        if (matcher.select(groups, selected, { onlyHigh }))
          expect(selected.members(new Int32Array(OWNERS)).join()).toBe(expected);
      }
    }
  }
});
