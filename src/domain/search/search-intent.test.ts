import { expect, test } from 'vitest';
import { readSearchIntent, withoutPart } from './search-intent.ts';

test.each([
  ['headphones under 200', 'headphones', undefined, 200_00],
  ['bags below $99.50', 'bags', undefined, 99_50],
  ['lamp between 50 and 20', 'lamp', 20_00, 50_00],
  ['kitchen $20-$50', 'kitchen', 20_00, 50_00],
  ['20-50 dollars', '', 20_00, 50_00],
  ['furniture over 1,000', 'furniture', 1_000_00, undefined],
  ['racket for less than £150', 'racket', undefined, 150_00],
  ['gift for 20 dollars', 'gift', undefined, 20_00],
  ['watch around $100', 'watch', 75_00, 125_00],
])('%s is a price', (typed, text, minPrice, maxPrice) => {
  expect(readSearchIntent(typed)).toMatchObject({ text, minPrice, maxPrice });
});

test.each(['1984', 'daylight 200', 'under the sea', 'ten thousand tides', 'large bowl'])('%s is no filter', (typed) => {
  expect(readSearchIntent(typed)).toMatchObject({ text: typed, filters: [], minPrice: undefined, maxPrice: undefined });
});

test('a colour word in the name of something else is not a colour', () => {
  expect(readSearchIntent('olive oil').filters).toEqual([]);
  expect(readSearchIntent('olive jumper').filters).toHaveLength(1);
});

test('a quantity is no price', () => {
  expect(readSearchIntent('bag over 30 l')).toMatchObject({
    minPrice: undefined,
    filters: [{ kind: 'measure', label: '30 l', keys: ['ml 30000'] }],
  });
});

test('a price before "in stock" is no length', () => {
  expect(readSearchIntent('shoe under $120 in stock')).toMatchObject({
    text: 'shoe',
    maxPrice: 120_00,
    isInStock: true,
  });
});

test('reads several filters of one text, in their order', () => {
  const { text, filters, maxPrice } = readSearchIntent('size 9 running shoe in blue under $120');
  expect(text).toBe('running shoe');
  expect(maxPrice).toBe(120_00);
  expect(filters.map(({ kind, label }) => [kind, label])).toEqual([
    ['size', 'Size 9'],
    ['colour', 'Blue'],
    ['price', 'Under $120'],
  ]);
});

test('sale, stock and the wish for something cheap are no words to look for', () => {
  expect(readSearchIntent('shoes on sale in stock')).toMatchObject({ text: 'shoes', isOnSale: true, isInStock: true });
  expect(readSearchIntent('cheap headphones')).toMatchObject({ text: 'headphones', preference: 'cheapest' });
});

test('a filter is taken out of the text by its place', () => {
  const typed = 'red  dress under $200';
  const [colour, price] = readSearchIntent(typed).filters;
  expect(colour && withoutPart(typed, colour)).toBe('dress under $200');
  expect(price && withoutPart(typed, price)).toBe('red dress');
});
