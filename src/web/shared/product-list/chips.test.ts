import { expect, test } from 'vitest';
import type { Filters } from '#domain/catalogue/list-address.ts';
import { type ChipList, filterChips, isWorthRemoving } from './chips.ts';
import type { ListFacets } from './list-facets.ts';

const NONE = { unit: '', choices: [], range: null };
const FACETS: ListFacets = {
  categories: [],
  subcategories: [],
  brands: [],
  ratings: [],
  in_stock: 0,
  on_sale: 0,
  price: null,
  custom: [
    {
      ...NONE,
      name: 'field.material',
      key: 'field.material',
      label: 'Material',
      kind: 'choice',
      choices: [{ value: 'Oak, oiled', label: 'Oak, oiled', count: 2 }],
    },
    { ...NONE, name: 'field.weight', key: 'field.weight', label: 'Weight', unit: 'kg', kind: 'number' },
    {
      ...NONE,
      name: 'custom.material',
      key: 'material',
      label: 'Top',
      kind: 'choice',
      choices: [{ value: 'glass', label: 'Glass', count: 0 }],
    },
    {
      ...NONE,
      name: 'custom.maker',
      key: 'maker',
      label: 'Maker',
      kind: 'choice',
      choices: [{ value: 'Smith%2C Jones', label: 'Smith, Jones', count: 1 }],
    },
  ],
  options: [],
};

const chips = (filters: Filters, facets: ListFacets | null = FACETS) => {
  const list: ChipList = { filters, shown: filters, searchFilters: [], categories: [], facets };
  return filterChips(list);
};

test('product fields and custom fields with the same key have chips of their own', () => {
  const filters = { 'field.material': 'Ash\nOak, oiled', 'custom.material': 'glass', 'field.weight.min': '2' };
  const shown = chips(filters);
  expect(shown.map(({ text }) => text)).toEqual([
    'Material: Ash',
    'Material: Oak, oiled',
    'Top: Glass',
    'Weight from 2 kg',
  ]);
  expect(shown[0]?.rest).toEqual({ ...filters, 'field.material': 'Oak, oiled' });
  expect(shown.map((chip) => isWorthRemoving(chip, FACETS))).toEqual([true, true, false, false]);
});

test('a chip of a custom text shows the text, whose commas are escaped in the address', () => {
  const [maker, other] = chips({ 'custom.maker': 'Smith%2C Jones,Aalto' });
  expect([maker?.text, other?.text]).toEqual(['Maker: Smith, Jones', 'Maker: Aalto']);
  expect([maker?.rest, other?.rest]).toEqual([{ 'custom.maker': 'Aalto' }, { 'custom.maker': 'Smith%2C Jones' }]);
});

test('without counts, a chip shows the value from the address', () => {
  expect(chips({ 'field.material': 'Oak, oiled' }, null).map(({ text }) => text)).toEqual(['material: Oak, oiled']);
});

test('a price that the API refuses is shown as it is in the address', () => {
  expect(chips({ minPrice: '1e3', maxPrice: '10000000' }).map(({ text }) => text)).toEqual([
    'From 1e3',
    'Up to 10000000',
  ]);
});
