import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lexicon } from '../words/lexicon.ts';
import { headOfName, indexedWords, isStopWord, searchedWords, stemOf } from '../words/words.ts';
import { TextIndex } from './text-index.ts';

type ProductText = {
  readonly name: string;
  readonly brand: string;
  readonly tags: readonly string[];
  readonly category: string;
  readonly shortDescription: string;
  readonly description: string;
};
const BLANK: ProductText = { name: '', brand: '', tags: [], category: '', shortDescription: '', description: '' };
const WEIGHTS = { brand: 64, tags: 32, category: 32, shortDescription: 16, description: 8 } as const;

function indexOf(...texts: Partial<ProductText>[]): TextIndex {
  const index = new TextIndex(WEIGHTS);
  for (const [owner, text] of texts.entries()) index.set(owner, { ...BLANK, ...text });
  return index;
}

function search(index: TextIndex, text: string) {
  const words = index.read({ text, filters: [] });
  return { ...index.search(words), corrected: words.corrected };
}

/** Owners found, best first. */
function found(index: TextIndex, text: string): number[] {
  const { count, owners, scores } = search(index, text);
  return Array.from({ length: count }, (_, i) => ({ owner: owners[i] as number, score: scores[i] as number }))
    .sort((a, b) => b.score - a.score || a.owner - b.owner)
    .map(({ owner }) => owner);
}

test('a word in the name ranks above the brand, then tags, short and long description', () => {
  const index = indexOf(
    { name: 'Table', description: 'oak' },
    { name: 'Table', shortDescription: 'oak' },
    { name: 'Table', tags: ['oak'] },
    { name: 'Table', brand: 'Oak' },
    { name: 'Oak table' },
  );
  expect(found(index, 'oak')).toEqual([4, 3, 2, 1, 0]);
});

test('an exact name match comes first', () => {
  const index = indexOf({ name: 'Oak table', tags: ['oak'], description: 'oak' }, { name: 'Oak' });
  expect(found(index, 'OAK')).toEqual([1, 0]);
});

test('all words must match, the last one also as a prefix', () => {
  const index = indexOf({ name: 'Linen desk lamp' }, { name: 'Linen curtain' }, { name: 'Lampshade' });
  expect(found(index, 'linen lamp')).toEqual([0]);
  expect(found(index, 'lamp')).toEqual([0, 2]);
  expect(found(index, 'lamp linen')).toEqual([0]);
  expect(found(index, 'lampsh')).toEqual([2]);
});

test('accents, case, plural and hyphens make no difference', () => {
  const index = indexOf({ name: 'Crème T-Shirts' });
  for (const text of ['creme', 'CRÈME', 't-shirt', 'tshirt', 'shirts creme']) expect(found(index, text)).toEqual([0]);
});

test('a synonym is found as soon as a text contains it, and no longer than that', () => {
  const index = indexOf({ name: 'Oak table' });
  const lexicon = new Lexicon();
  lexicon.add({ terms: ['sofa', 'couch'], finds: [] }, true);
  index.setLexicon(lexicon);
  expect(found(index, 'couch')).toEqual([]);
  index.set(1, { ...BLANK, name: 'Linen sofa' });
  expect(found(index, 'couch')).toEqual([1]);
  index.set(2, { ...BLANK, name: 'Corner sofas' });
  expect(found(index, 'couch')).toEqual([1, 2]);
  index.delete(1);
  expect(found(index, 'couch')).toEqual([2]);
});

test('finds any part of names in scripts without spaces', () => {
  const index = indexOf({ name: '日本語の辞書' }, { name: '日記' });
  expect(found(index, '日本')).toEqual([0]);
  expect(found(index, '辞書')).toEqual([0]);
  expect(found(index, '日')).toEqual([0, 1]);
  expect(found(index, '書')).toEqual([0]);
});

test('words such as "the" count only without others', () => {
  const index = indexOf(
    { name: 'The Who: Live', description: 'of the band' },
    { name: 'Band', description: 'the best' },
  );
  expect(found(index, 'the band')).toEqual([1, 0]);
  expect(found(index, 'the')).toEqual([0]);
});

test('a misspelt word is corrected only if it occurs nowhere', () => {
  const index = indexOf({ name: 'Wireless headphones' }, { name: 'Lamp' }, { name: 'Camp' });
  expect(found(index, 'wirless haedphones')).toEqual([0]);
  expect(search(index, 'Wirless haedphones!').corrected).toBe('wireless headphones');
  expect(search(index, 'lamp').corrected).toBeNull();
  expect(found(index, 'lamp')).toEqual([1]);
  expect(search(index, 'qqqqqqq')).toMatchObject({ count: 0, corrected: null });
});

test('a text without words finds nothing', () => {
  expect(found(indexOf({ name: 'Lamp' }), '?!')).toEqual([]);
});

test('a new text replaces the old one', () => {
  const index = indexOf({ name: 'Lamp' });
  index.set(0, { ...BLANK, name: 'Chair' });
  expect(found(index, 'lamp')).toEqual([]);
  expect(found(index, 'chair')).toEqual([0]);
  index.delete(0);
  expect(found(index, 'chair')).toEqual([]);
});

test('names are suggested from the first letter on', () => {
  const index = indexOf({ name: 'Lamp' }, { name: 'Chair', description: 'for a lamp' }, { name: 'Desk lamp' });
  const { count, owners } = index.named.search(['l']);
  expect([...owners.subarray(0, count)].sort()).toEqual([0, 2]);
});

const VOCABULARY = ['lamp', 'lamps', 'lampshade', 'la', 'the', 'desk', 'desks', 'café', 'oak', '日本語'] as const;
const word = fc.constantFrom(...VOCABULARY, 't-shirt');
const words = fc.array(word, { maxLength: 5 }).map((list) => list.join(' '));
/** 'T-shirt' is one term of a search, which the model below would take apart. */
const searchedText = fc.array(fc.constantFrom(...VOCABULARY), { maxLength: 5 }).map((list) => list.join(' '));
const text: fc.Arbitrary<ProductText> = fc.record({
  name: words,
  brand: words,
  tags: fc.array(word, { maxLength: 2 }),
  category: words,
  shortDescription: words,
  description: words,
});

/** What `search` should find, by looking at every text. */
function naive(texts: ReadonlyMap<number, ProductText>, searched: string): number[] {
  const all = [...new Set(searchedWords(searched))];
  const telling = all.filter((one) => !isStopWord(one));
  const wanted = telling.length > 0 ? telling : all;
  if (wanted.length === 0) return [];
  const scored = [...texts].map(([owner, one]) => {
    const fields: [string[], number][] = [
      [indexedWords(one.name), 128],
      [indexedWords(one.brand), 64],
      [indexedWords(`${one.tags.join(' , ')} , ${one.category}`), 32],
      [indexedWords(one.shortDescription), 16],
      [indexedWords(one.description), 8],
    ];
    const impacts = new Map<string, number>();
    for (const [list, weight] of fields) {
      for (const one of list) {
        if (weight === 128 || !isStopWord(one)) impacts.set(one, (impacts.get(one) ?? 0) | weight);
      }
    }
    const head = headOfName(one.name);
    if (head !== undefined) impacts.set(head, (impacts.get(head) ?? 0) + 48);
    const scores = wanted.map((one, index) => {
      const isBeginning = (index === wanted.length - 1 && one.length >= 2) || /^\p{Script=Han}$/u.test(one);
      return Math.max(
        0,
        ...[...impacts].map(([other, impact]) => {
          if (other === one) return impact;
          const asForm = stemOf(other) === stemOf(one) ? Math.max(1, impact - 4) : 0;
          const asBeginning = isBeginning && other.startsWith(one) ? Math.max(1, impact >> 1) : 0;
          return Math.max(asForm, asBeginning);
        }),
      );
    });
    const sum = scores.reduce((a, b) => a + b, 0);
    const isLong = [wanted.length, all.length].includes(new Set(indexedWords(one.name)).size);
    const isWhole = isLong && sum >= 128 * wanted.length;
    return { owner, score: scores.includes(0) ? 0 : sum + (isWhole ? 128 : 0) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.owner - b.owner)
    .map(({ owner }) => owner);
}

const change = fc.oneof(
  { weight: 5, arbitrary: fc.record({ owner: fc.nat(12), text }) },
  { weight: 1, arbitrary: fc.record({ owner: fc.nat(12), text: fc.constant(undefined) }) },
);

test('finds the same as a full scan after any changes, in the same order', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), searchedText, fc.boolean(), (changes, searched, isSwept) => {
      const index = new TextIndex(WEIGHTS);
      const model = new Map<number, ProductText>();
      for (const { owner, text } of changes) {
        if (text) {
          index.set(owner, text);
          model.set(owner, text);
        } else {
          index.delete(owner);
          model.delete(owner);
        }
        if (isSwept) for (const _ of index.sweep()) index.sort();
      }
      const result = search(index, searched);
      // The model does not correct spelling.
      fc.pre(result.corrected === null);
      // Words are dropped only where no text has all of them.
      const expected = naive(model, searched);
      if (result.dropped.length > 0) expect(expected).toEqual([]);
      else expect(found(index, searched)).toEqual(expected);
    }),
    { numRuns: 400 },
  );
});

test('sweeping frees memory without changing results', () => {
  const index = new TextIndex(WEIGHTS);
  for (let round = 0; round < 3; round += 1) {
    for (let owner = 0; owner < 2_000; owner += 1) {
      index.set(owner, { ...BLANK, name: `Thing ${owner % 50} of round${round}` });
    }
  }
  const before = found(index, 'round2');
  for (const _ of index.tidy()) index.sort();
  expect(found(index, 'round2')).toEqual(before);
  expect(found(index, 'round1')).toEqual([]);
  const { bytes } = index.size;
  for (let owner = 0; owner < 2_000; owner += 1) index.set(owner, { ...BLANK, name: `Thing ${owner % 50} of round2` });
  expect(index.size.bytes).toBe(bytes);
});

test('similar names share words, rarest first, then by rank', () => {
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 25 }), fc.nat(5), fc.nat(3), (names, limit, share) => {
      const index = indexOf(...names.map((name) => ({ name })));
      const stemsOf = (name: string) =>
        new Set(
          indexedWords(name)
            .filter((one) => !isStopWord(one))
            .map(stemOf),
        );
      // In this vocabulary no name but one with both 'lamp' and 'lamps' holds two forms of a word.
      fc.pre(
        names.every((name) => stemsOf(name).size === new Set(indexedWords(name).filter((w) => !isStopWord(w))).size),
      );
      const holds = (owner: number): boolean => owner % 4 >= share;
      const [own = ''] = names;
      const weights = [...stemsOf(own)].map((stem) => ({
        stem,
        weight: Math.round(2 ** 30 / names.filter((name) => stemsOf(name).has(stem)).length),
      }));
      const likeness = (name: string) =>
        weights.reduce((sum, { stem, weight }) => sum + (stemsOf(name).has(stem) ? weight : 0), 0);
      const expected = names
        .map((name, owner) => ({ owner, likeness: likeness(name) }))
        .filter((one) => one.owner !== 0 && one.likeness > 0 && holds(one.owner))
        .sort((a, b) => b.likeness - a.likeness || b.owner - a.owner);
      const owners = Int32Array.from([...names.keys()].filter(holds));
      const ranks = Uint32Array.from(names.keys()).reverse();
      expect(index.named.like(0, { owners, holds }, ranks, limit)).toEqual(
        expected.slice(0, limit).map(({ owner }) => owner),
      );
    }),
  );
});
