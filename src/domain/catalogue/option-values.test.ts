import { expect, test } from 'vitest';
import {
  compareOptionValues,
  isSizeMeant,
  meetsConditions,
  optionKey,
  optionValuesOf,
  sizeSystem,
} from './option-values.ts';

const read = (options: Record<string, string>, swatch: string | null = null) =>
  optionValuesOf({ options, swatch }).map(({ option, value, label }) => [option, value, label]);

test('a colour counts by the family of its swatch, however it is called', () => {
  expect(read({ Colour: 'Cobalt' }, '#2a55b4')).toEqual([['colour', 'blue', 'Blue']]);
  expect(read({ Color: 'Raspberry' }, '#e6265f')).toEqual([['colour', 'pink', 'Pink']]);
});

test('a colour without a swatch counts by its name, or as it is called', () => {
  expect(read({ Colour: 'Navy' })).toEqual([['colour', 'blue', 'Blue']]);
  expect(read({ Colour: 'dark gray' })).toEqual([['colour', 'grey', 'Grey']]);
  expect(read({ Colour: 'Walnut, oiled' })).toEqual([['colour', 'walnut-oiled', 'Walnut, oiled']]);
});

test('an option with swatches and another name is offered by both', () => {
  expect(read({ Finish: 'Brass' }, '#b9a52b')).toEqual([
    ['colour', 'yellow', 'Yellow'],
    ['finish', 'brass', 'Brass'],
  ]);
});

test.each([
  ['M', [['size', 'm', 'M']]],
  ['Extra large', [['size', 'xl', 'XL']]],
  ['US 9', [['size', 'us-9', 'US 9']]],
  [
    'US 9-10',
    [
      ['size', 'us-9', 'US 9'],
      ['size', 'us-10', 'US 10'],
    ],
  ],
  [
    'S/M',
    [
      ['size', 's', 'S'],
      ['size', 'm', 'M'],
    ],
  ],
  ['W32', [['size', 'w32', 'W32']]],
  ['Size 5', [['size', '5', '5']]],
  ['38', [['size', '38', '38']]],
  ['26 cm', [['size', '26-cm', '26 cm']]],
])('the size %s is read with its system', (size, values) => {
  expect(read({ Size: size })).toEqual(values);
});

test('other options count as they are', () => {
  expect(read({ Binding: 'Hardcover', 'Cover art': 'Édition spéciale' })).toEqual([
    ['binding', 'hardcover', 'Hardcover'],
    ['cover-art', 'édition-spéciale', 'Édition spéciale'],
  ]);
  expect(optionKey('  ,;  ')).toBe('');
});

const sorted = (option: string, values: string) => values.split(' ').toSorted(compareOptionValues(option)).join(' ');

test('values are sorted as people expect them', () => {
  expect(sorted('size', 'xl us-10 m w30 us-9 s 38 9-cm w28 10-cm xxl xs us-9.5 34')).toBe(
    'xs s m xl xxl w28 w30 34 38 us-9 us-9.5 us-10 9-cm 10-cm',
  );
  expect(sorted('size', 'king full queen')).toBe('full queen king');
  expect(sorted('colour', 'walnut blue black red')).toBe('black red blue walnut');
  expect(sorted('binding', 'paperback hardcover')).toBe('hardcover paperback');
  expect(sorted('storage', '1000-gb 64-gb 256-gb')).toBe('64-gb 256-gb 1000-gb');
});

test('sizes know their system', () => {
  expect(['m', 'w32', '38', 'us-9', 'eu-42', '26-cm', 'king'].map(sizeSystem)).toEqual([
    ...['Clothing', 'Waist', 'Number', 'US', 'EU'],
    ...[null, null],
  ]);
});

test('a bare number of a search may mean the size of any system', () => {
  expect(['9', 'us-9', 'uk-9', 'w9', 'us-9.5', '9-cm'].filter((value) => isSizeMeant(value, '9'))).toEqual([
    ...['9', 'us-9', 'uk-9', 'w9'],
  ]);
  expect(['9', 'us-9', 'uk-9'].filter((value) => isSizeMeant(value, 'us 9'))).toEqual(['us-9']);
});

test('one variant has to meet all conditions', () => {
  const variant = { options: { Colour: 'Cobalt', Size: 'US 9' }, swatch: '#2a55b4' };
  const blue = { key: 'colour', values: ['red', 'blue'] };
  expect(meetsConditions(variant, [blue, { key: 'size', values: ['us-9'] }])).toBe(true);
  expect(meetsConditions(variant, [blue, { key: 'size', values: ['us-10'] }])).toBe(false);
  expect(meetsConditions(variant, [])).toBe(true);
});
