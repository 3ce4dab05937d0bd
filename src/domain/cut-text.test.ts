import { expect, test } from 'vitest';
import { cutText, firstCharacters, shortenText } from './cut-text.ts';

test('a text is cut before an emoji that fits only in half', () => {
  expect(cutText('ab📚', 4)).toBe('ab📚');
  expect(cutText('ab📚', 3)).toBe('ab');
  expect(cutText('ab📚', 2)).toBe('ab');
  expect(cutText('📚', 0)).toBe('');
});

test('only a cut text ends with an ellipsis', () => {
  expect(shortenText('ab📚', 4)).toBe('ab📚');
  expect(shortenText('ab📚', 3)).toBe('ab…');
});

test('the first characters count an emoji as one, as PostgreSQL does', () => {
  expect(firstCharacters('a📚c', 2)).toBe('a📚');
});
