import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AsciiWordNumbers } from '../text-index/ascii-word-numbers.ts';
import { AsciiWords } from '../text-index/ascii-words.ts';
import { joinedKind, joinedKindsOf, thingsOfName } from './things-of-name.ts';
import {
  compoundsOf,
  fold,
  headOfName,
  indexedWords,
  isUnspaced,
  meaningfulWords,
  namedWords,
  nameTest,
  searchedWords,
  singularOf,
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

test('a long text without spaces beside a hyphen takes milliseconds', () => {
  const begun = performance.now();
  for (const letter of ['a', 'é', '漢'])
    expect(compoundsOf(fold(`${letter.repeat(40_000)} - 3-in-1`))).toEqual(['3in1']);
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test('a compound is found by its parts and as one word', () => {
  expect(indexedWords('Cotton T-Shirt')).toEqual(['cotton', 't', 'shirt', 'tshirt']);
  expect(compoundsOf('a-b--c-d-, e-f-g é-x')).toEqual(['ab', 'cd', 'efg', 'éx']);
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

test('the words of ASCII texts are read one by one in the same way', () => {
  const words = new AsciiWords();
  const parts = fc.constantFrom('Lamp', 'T-Shirt', "Women's", "'", '-', ' ', "it''s", '40W', 'x'.repeat(50), 'é');
  const texts = fc.array(fc.oneof(parts, fc.string({ maxLength: 8 })), { maxLength: 12 }).map((all) => all.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const read: string[] = [];
      const isAscii = words.open(text);
      expect(isAscii).toBe(!text.includes('é'));
      fc.pre(isAscii);
      while (words.next()) read.push(words.word());
      expect([...read, ...compoundsOf(fold(text))]).toEqual(indexedWords(text));
    }),
  );
});

test('words are found by their letters, however many there are', () => {
  const words = new AsciiWords();
  const numbers = new AsciiWordNumbers();
  const texts = Array.from({ length: 20_000 }, (_, n) => n.toString(36));
  const numberOf = (text: string) => words.open(text) && words.next() && numbers.find(words);
  for (const [number, text] of texts.entries()) {
    expect(numberOf(text)).toBeUndefined();
    numbers.add(words, number);
  }
  for (const [number, text] of texts.entries()) expect(numberOf(text)).toBe(number);
});

test('a name starts with a text whose last word is unfinished', () => {
  const name = namedWords('Home & Garden');
  const isMeant = (text: string): boolean => nameTest(meaningfulWords(text))(name);
  for (const text of ['home gar', 'gardens', 'for the home', 'G']) expect(isMeant(text), text).toBe(true);
  for (const text of ['hom garden', 'the', '']) expect(isMeant(text), text).toBe(false);
});

test('a word that is also a property of every object is like any other word', () => {
  expect([stemOf('constructor'), stemOf('constructors')]).toEqual(['constructor', 'constructor']);
  expect([singularOf('constructor'), singularOf('constructors')]).toEqual(['constructor', 'constructor']);
});

test.each([
  ['Bureau Bookshelf Speakers, Pair', 'speakers', ['speakers']],
  ['Bedside Carafe & Two Tumblers', 'carafe', ['carafe', 'tumblers']],
  ['Featherlight Badminton Set', 'badminton', []],
  ['Chair Oslo', 'oslo', ['chair']],
  ['Chair Cover Oslo', 'oslo', ['cover']],
  ['iPhone 15 Pro Max', 'max', ['iphone']],
  ['Samsung Smart TV 55 Inch', 'inch', ['tv']],
  ['Travel First Aid Kit', 'aid', ['kit']],
  ['Oak Chest of Drawers', 'chest', ['drawers']],
  ['Set of Four Mugs', undefined, ['mugs']],
  ['Jar of Honey', 'jar', ['honey']],
  ['Lord of the Rings', 'lord', []],
  ['Acme – Table Lamp', 'acme', ['lamp']],
  ['Oslo (Chair)', 'oslo', ['chair']],
  ['Chess for Slow Evenings', 'chess', []],
])('%s is a thing called %s', (name, head, things) => {
  expect(headOfName(name)).toBe(head);
  expect(thingsOfName(name)).toEqual(things);
});

test('plural-only words and nouns in -ing keep their meaning', () => {
  expect(stemOf('shorts')).not.toBe(stemOf('short'));
  expect(stemOf('earrings')).not.toBe(stemOf('ear'));
  expect(stemOf('clothes')).not.toBe(stemOf('cloth'));
});

test('a built-in kind of several words is also one word', () => {
  expect(['Smoke Alarm', 'smoke', 'oak table', 'four words are none'].map(joinedKind)).toEqual([
    'smokealarm',
    undefined,
    undefined,
    undefined,
  ]);
  expect(joinedKindsOf('Steel Lunch Box')).toEqual([{ joined: 'lunchbox', last: 'box' }]);
});

test('ties and pies have a singular', () => {
  expect(['ties', 'pies', 'parties'].map(singularOf)).toEqual(['tie', 'pie', 'party']);
  expect(stemOf('ties')).toBe(stemOf('tie'));
});
