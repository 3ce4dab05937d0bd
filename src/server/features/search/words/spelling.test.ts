import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';
import { Spelling } from './spelling.ts';

test.each([
  ['lamp', 'lamp', 0],
  ['lamp', 'lmap', 1],
  ['lamp', 'lam', 1],
  ['lamp', 'clamp', 1],
  ['headphones', 'haedphnes', 2],
  ['lamp', 'plate', 3],
])('%s and %s are %i edits apart', (a, b, distance) => {
  expect(editDistance(a, b, 3)).toBe(distance);
  expect(editDistance(b, a, 3)).toBe(distance);
});

/** Every word that one edit makes of `word`, with letters a to d. */
function oneEdit(word: string): string[] {
  const words: string[] = [];
  for (let i = 0; i <= word.length; i += 1) {
    const [before, after] = [word.slice(0, i), word.slice(i)];
    if (after) words.push(before + after.slice(1));
    if (after.length > 1) words.push(`${before}${after[1]}${after[0]}${after.slice(2)}`);
    for (const letter of 'abcd')
      words.push(before + letter + after, ...(after ? [before + letter + after.slice(1)] : []));
  }
  return words;
}

const shortWord = fc.string({ unit: fc.constantFrom(...'abcd'), minLength: 1, maxLength: 6 });

test('words are one edit apart exactly if one edit makes one of the other', () => {
  fc.assert(
    fc.property(shortWord, shortWord, (a, b) => {
      expect(editDistance(a, b, 1) <= 1).toBe(a === b || oneEdit(a).includes(b));
    }),
  );
});

interface KnownWord {
  readonly word: string;
  readonly frequency: number;
}

function closest(word: string, known: readonly KnownWord[]): string | undefined {
  const spelling = new Spelling();
  for (const { word } of known) spelling.add(word);
  const number = spelling.closestTo(word, {
    wordOf: (n) => known[n]?.word ?? '',
    isLikely: () => true,
    frequencyOf: (n) => known[n]?.frequency ?? 0,
  });
  return number === undefined ? undefined : known[number]?.word;
}

const LAMPS: KnownWord[] = [
  { word: 'lamp', frequency: 5 },
  { word: 'camp', frequency: 9 },
  { word: 'headphones', frequency: 2 },
  { word: 'gone', frequency: 0 },
];

test('the most frequent of the nearest words is chosen', () => {
  expect(closest('xamp', LAMPS)).toBe('camp');
  expect(closest('lampp', LAMPS)).toBe('lamp');
  expect(closest('hedphoness', LAMPS)).toBe('headphones');
});

test('wrong vowels are corrected where another consonant would make another word', () => {
  const words = ['sandals', 'speakers', 'sneakers', 'wide'].map((word) => ({ word, frequency: 1 }));
  expect(closest('sandles', words)).toBe('sandals');
  expect(closest('sneekers', words)).toBe('sneakers');
  expect(closest('wife', words)).toBeUndefined();
});

test('short words, codes and unused words are not corrected', () => {
  expect(closest('lam', LAMPS)).toBeUndefined();
  expect(closest('lamp4', LAMPS)).toBeUndefined();
  expect(closest('gonne', LAMPS)).toBeUndefined();
  expect(closest('hadphnes', LAMPS)).toBe('headphones');
  expect(closest('hedpnes', LAMPS)).toBeUndefined();
});

const WORD = { unit: fc.constantFrom(...'abcdé') };

test('a word within the allowed edits is found, and none that is farther', () => {
  const known = fc.uniqueArray(
    fc.record({ word: fc.string({ ...WORD, minLength: 2, maxLength: 11 }), frequency: fc.nat(4) }),
    { selector: ({ word }) => word, maxLength: 40 },
  );
  // Words of four letters have rules of their own.
  const typed = fc.string({ ...WORD, minLength: 5, maxLength: 10 });
  fc.assert(
    fc.property(known, typed, (words, word) => {
      const limit = word.length < 8 ? 1 : 2;
      const distances = words
        .filter(({ frequency }) => frequency > 0)
        .map((candidate) => editDistance(word, candidate.word, 3))
        .filter((distance) => distance <= limit);
      const found = closest(word, words);
      // Beyond the limit only wrong vowels and repetitions are corrected.
      if (distances.length > 0) expect(editDistance(word, found ?? '', 3)).toBe(Math.min(...distances));
      expect(closest(word, words.toReversed())).toBe(found);
    }),
  );
});
