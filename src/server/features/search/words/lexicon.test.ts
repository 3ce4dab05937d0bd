import { expect, test } from 'vitest';
import { createLexicon } from './lexicon.ts';
import { planTerms } from './query-plan.ts';
import { searchedWords } from './words.ts';

const lexicon = createLexicon();

const termsOf = (text: string) =>
  planTerms(searchedWords(text), lexicon, () => false).map(({ words, isOptional, isHead }) => {
    const term = words.join(' ');
    return isHead ? `${term}!` : isOptional ? `(${term})` : term;
  });

test.each([
  ['phone case', ['phone case!']],
  ['a pair of wool socks', ['wool', 'socks!']],
  ['which chair is comfortable', ['chair!', 'comfortable']],
  ['set the table', ['set table!']],
  ['gift for a tennis player', ['(gift)', 'tennis player!']],
  ['iphone 15', ['iphone!', '(15)']],
])('%s is read as %j', (text, terms) => {
  expect(termsOf(text)).toEqual(terms);
});

test('a messenger bag is a bag, a sleeping bag is not', () => {
  const isDivisible = (text: string): boolean => {
    const words = text.split(' ');
    const entry = lexicon.entry(words);
    return entry !== undefined && lexicon.isDivisible(words, entry);
  };
  expect(isDivisible('messenger bag')).toBe(true);
  expect(isDivisible('sleeping bag')).toBe(false);
  expect(isDivisible('water bottle')).toBe(false);
});
