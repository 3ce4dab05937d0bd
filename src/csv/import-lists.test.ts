import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFacts, readList, readPictures, writeFacts, writeList, writePictures } from './import-lists.ts';

test.each([
  ['red | round', ['red', 'round']],
  ['red, round; new', ['red', 'round', 'new']],
  ['red\nround\r\n', ['red', 'round']],
  ['a\\, b | c', ['a, b', 'c']],
  [' | ', []],
  ['C:\\temp', ['C:\\temp']],
])('%j is the list %j', (text, items) => {
  expect(readList(text, '|,;')).toEqual(items);
});

test('specifications have names and values with any characters', () => {
  expect(readFacts('Material: Stoneware | Ratio: 16:9\nSize: 3')).toEqual({
    Material: 'Stoneware',
    Ratio: '16:9',
    Size: '3',
  });
  expect(readFacts('')).toEqual({});
  expect(readFacts('Stoneware')).toBeUndefined();
  expect(readFacts(': 3')).toBeUndefined();
});

test('pictures include their alt texts', () => {
  expect(readPictures('/media/teapot-1 A teapot | /media/teapot-2')).toEqual([
    { url: '/media/teapot-1', alt: 'A teapot' },
    { url: '/media/teapot-2', alt: '' },
  ]);
});

const item = fc
  .string({ unit: fc.constantFrom('a', 'ß', ' ', '|', ',', ';', ':', '\\', '"'), minLength: 1, maxLength: 12 })
  .map((text) => text.trim())
  .filter((text) => text !== '');

test('written values are read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(item), fc.dictionary(item, item), (items, facts) => {
      expect(readList(writeList(items, '|,;'), '|,;')).toEqual(items);
      expect(readFacts(writeFacts(facts))).toEqual({ ...facts });
      const pictures = items.map((alt, at) => ({ url: `/media/up-${at}`, alt }));
      expect(readPictures(writePictures(pictures))).toEqual(pictures);
    }),
  );
});
