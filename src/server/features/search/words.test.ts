import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fold,
  indexedWords,
  isUnspaced,
  meaningfulWords,
  namedWords,
  nameTest,
  searchedWords,
  stemOf,
} from './words.ts';

test.each([
  ['Café CRÈME', 'cafe creme'],
  ['Ångström', 'angstrom'],
  ['Weiß, Łódź, Øre, œuvre', 'weiss, lodz, ore, oeuvre'],
  ['Ёлка', 'елка'],
  ['ﬁne １２', 'fine 12'],
  ['한국어', '한국어'],
])('folds %s to %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test.each([
  ['Desk Lamp, 40 W', ['desk', 'lamp', '40', 'w']],
  ["Women's Run — the ‘Trail’ edition", ['womens', 'run', 'the', 'trail', 'edition']],
  ['Straße', ['strasse']],
  ['日本語の本', ['日本', '本語', '語の', 'の本']],
  ['本', ['本']],
  ['iPhone ケース', ['iphone', 'ケー', 'ース']],
  ['!!! ?', []],
  ['', []],
])('splits %s into its words', (text, words) => {
  expect(searchedWords(text)).toEqual(words);
});

test('a compound is found by its parts and as one word', () => {
  expect(indexedWords('Cotton T-Shirt')).toEqual(['cotton', 't', 'shirt', 'tshirt']);
});

test('text without spaces is also found by a single letter', () => {
  expect(indexedWords('日本語')).toEqual(['日本', '本語', '語']);
  expect(isUnspaced('語')).toBe(true);
  expect(isUnspaced('lamp')).toBe(false);
});

test('the forms of an English word share a stem, other words are their own', () => {
  expect(stemOf('lamps')).toBe(stemOf('lamp'));
  expect(stemOf('running')).toBe(stemOf('runs'));
  expect(stemOf('größen')).toBe('größen');
  expect(stemOf('usb3s')).toBe('usb3s');
});

test('every search word is among the indexed words of its own text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const indexed = new Set(indexedWords(text));
      const isFound = (word: string): boolean =>
        indexed.has(word) || (isUnspaced(word) && [...indexed].some((other) => other.startsWith(word)));
      expect(searchedWords(text).filter((word) => !isFound(word))).toEqual([]);
    }),
  );
});

test('a name starts with a text whose last word is unfinished', () => {
  const name = namedWords('Home & Garden');
  const isMeant = (text: string): boolean => nameTest(meaningfulWords(text))(name);
  for (const text of ['home gar', 'gardens', 'for the home', 'G']) expect(isMeant(text), text).toBe(true);
  for (const text of ['hom garden', 'the', '']) expect(isMeant(text), text).toBe(false);
});
