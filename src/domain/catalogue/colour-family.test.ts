import { expect, test } from 'vitest';
import { colourFamiliesOf, colourFamiliesOfProduct } from './colour-family.ts';

test.each([
  ['#26282f', 'black'],
  ['#ebe7df', 'white'],
  ['#a9a6a8', 'grey'],
  ['#b9243a', 'red'],
  ['#701f38', 'red'],
  ['#e3a53c', 'orange'],
  ['#efd57a', 'yellow'],
  ['#2a5a41', 'green'],
  ['#28365c', 'blue'],
  ['#6d3c63', 'purple'],
  ['#ef4189', 'pink'],
  ['#4a3129', 'brown'],
  ['#d6bd93', 'beige'],
])('shoppers call %s %s', (swatch, family) => {
  expect(colourFamiliesOf(swatch)[0]).toBe(family);
});

test('a colour between two families has both names', () => {
  expect(colourFamiliesOf('#e6265f')).toEqual(['pink', 'red']);
});

test('what is no swatch has no colour', () => {
  expect(colourFamiliesOf('cherry')).toEqual([]);
});

test.each([
  ['Forest', '#465146', ['green', 'grey']],
  ['Washed Blue', '#74899b', ['blue']],
  ['Dark navy', null, ['blue']],
  ['Navy & Rust', '#3c4a5c', ['blue']],
  ['Slate & Oat', '#4b555a', ['grey', 'beige']],
  ['Cherry', '#ef4189', ['pink']],
  ['Lagoon', '#2a5a41', ['green']],
  ['Lagoon', null, []],
])('a product in %s (%s) is %j', (name, swatch, families) => {
  expect(colourFamiliesOfProduct(name, swatch)).toEqual(families);
});
