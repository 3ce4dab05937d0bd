import { expect, test } from 'vitest';
import { redactJson, redactText } from './redact-text.ts';

test.each([
  ['Called Zoë Kim, who was out.', ['Zoë Kim'], 'Called [removed], who was out.'],
  ['ZOË KIM rang', ['Zoë Kim'], '[removed] rang'],
  ['Ann called about her annual order', ['Ann'], '[removed] called about her annual order'],
  ['Call her in an hour, before the end', ['an', 'e', '%', '_', '.*'], 'Call her in an hour, before the end'],
  ['王芳 called', ['王芳'], '[removed] called'],
  ['50% off_the price (really)', ['50% off', '(really)'], '[removed]_the price [removed]'],
  ['Write to zoe.kim@example.test!', ['zoe.kim@example.test', 'zoe'], 'Write to [removed]!'],
  ['zoeXkim@example.test', ['zoe.kim@example.test'], 'zoeXkim@example.test'],
  ['Ring +1 (555) 010-7788.', ['+1 (555) 010-7788'], 'Ring [removed].'],
  ['Nothing of it', ['', ' '], 'Nothing of it'],
])('%j without %j', (text, words, expected) => {
  expect(redactText(text, words)).toBe(expected);
});

test('within JSON only texts change, never keys', () => {
  expect(redactJson({ name: 'name', list: ['name', 1, null], deep: { name: true } }, ['name'])).toEqual({
    name: '[removed]',
    list: ['[removed]', 1, null],
    deep: { name: true },
  });
});
