import { expect, test } from 'vitest';
import { TextNumbers } from './text-numbers.ts';

test('a text has one number for as long as products have it', () => {
  const texts = new TextNumbers();
  const oak = texts.use('Oak');
  expect(texts.use('Oak')).toBe(oak);
  texts.release(oak);
  expect(texts.numberOf('Oak')).toBe(oak);
  texts.release(oak);
  expect(texts.numberOf('Oak')).toBeUndefined();
});

test('however often texts change, only those of products are remembered', () => {
  const texts = new TextNumbers();
  let number = texts.use('Change 0');
  const { end } = texts;
  for (let change = 1; change < 1000; change += 1) {
    texts.release(number);
    number = texts.use(`Change ${change}`);
  }
  expect(texts.end).toBe(end);
  expect(texts.textOf(number)).toBe('Change 999');
  expect(texts.numberOf('Change 0')).toBeUndefined();
});

test('zero, which means no text, is never assigned', () => {
  const texts = new TextNumbers();
  texts.release(0);
  expect(texts.use('Oak')).toBe(1);
});
