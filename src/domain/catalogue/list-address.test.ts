import { expect, test } from 'vitest';
import {
  canonicalListAddress,
  filterValues,
  listAddress,
  readListQuery,
  searchAddress,
  withSort,
} from './list-address.ts';

const canonical = (query: string, pathCategory: string | null = null) =>
  canonicalListAddress(new URLSearchParams(query), pathCategory);

test.each([
  ['empty and blank parameters go, the others are trimmed', 'search=++a++&category=', '/products?search=a'],
  [
    'a whole form with nothing chosen is the plain list',
    'search=&category=&brand=&minPrice=&maxPrice=&minRating=&sort=name.asc',
    '/products',
  ],
  [
    'a form without scripts may carry a choice of everything',
    'search=lamp&category=2&inStock=true&sort=price.desc',
    '/products?search=lamp&category=2&inStock=true&sortBy=price&sortOrder=desc',
  ],
  ['the default order of a form is no choice beside a search', 'search=lamp&sort=name.asc', '/products?search=lamp'],
  [
    'where relevance was the default, sorting by name is a choice',
    'search=lamp&byRelevance=1&sort=name.asc',
    '/products?search=lamp&sortBy=name',
  ],
  ['the default order goes', 'sortBy=name&sortOrder=asc', '/products'],
  ['parameters have one order', 'page=2&sortBy=price&category=1', '/products?category=1&sortBy=price&page=2'],
  ['the first page goes', 'category=1&page=1', '/products?category=1'],
  ['a page that is none goes', 'page=-3', '/products'],
  ['of a repeated parameter the last counts', 'search=a&search=b', '/products?search=b'],
  [
    'several values of a custom field are in one parameter, in a fixed order',
    'custom.wood=pine&custom.wood=oak&custom.wood=&custom.height.min=+40&search=chair',
    '/products?search=chair&custom.height.min=40&custom.wood=oak%2Cpine',
  ],
  [
    'texts of a custom field are in one parameter like choices, with their commas escaped',
    'custom.maker=Smith%252C+Jones&custom.maker=Aalto',
    '/products?custom.maker=Aalto%2CSmith%252C%20Jones',
  ],
  [
    'escaped characters of a text have one form',
    'custom.maker=Smith%252c+Jones,100%25+wool',
    '/products?custom.maker=100%2525%20wool%2CSmith%252C%20Jones',
  ],
  [
    'custom fields come before the order of the list',
    'sortBy=price&custom.wood=oak,oak&page=2',
    '/products?custom.wood=oak&sortBy=price&page=2',
  ],
  [
    'options of variants are named like custom fields',
    'option.size=us-9&option.colour=red&option.colour=blue&brand=Acme',
    '/products?brand=Acme&option.colour=blue%2Cred&option.size=us-9',
  ],
  [
    'several brands are several parameters, because names contain commas',
    'brand=Smith,+Jones&brand=Acme&brand=&brand=Acme',
    '/products?brand=Acme&brand=Smith%2C%20Jones',
  ],
  [
    'several texts of a product field are several parameters, because they contain commas',
    'sortBy=price&field.material=Oak,+oiled&field.weight.min=+2&field.material=Ash&field.material=Ash',
    '/products?field.material=Ash&field.material=Oak%2C%20oiled&field.weight.min=2&sortBy=price',
  ],
  ['foreign parameters are kept', 'utm_source=letter&search=+a', '/products?search=a&utm_source=letter'],
])('%s', (_, given, address) => {
  expect(canonical(given)).toBe(address);
  expect(canonical(new URL(address, 'http://shop').search)).toBeNull();
});

test.each(['', 'search=tea%20%26%20pot', 'search=tea+%26+pot', 'minPrice=cheap', 'search=lamp&sortBy=name', 'gclid=1'])(
  '?%s is canonical',
  (given) => expect(canonical(given)).toBeNull(),
);

test('the category of a path stays in the path and is not repeated', () => {
  expect(canonical('category=5&page=1', '3')).toBe('/products/category/3');
  expect(canonical('page=2', '3')).toBeNull();
  expect(canonical('search=+a', '3')).toBe('/products/category/3?search=a');
});

test('what a link says is read back as it was, and is canonical', () => {
  const filters = { search: 'tea & pot', category: '2', 'custom.wood': 'oak,pine', sortBy: 'price' };
  const query = { filters, pathCategory: null };
  const address = listAddress(query, 3);
  expect(address).toBe('/products?search=tea%20%26%20pot&category=2&custom.wood=oak%2Cpine&sortBy=price&page=3');
  const search = new URL(address, 'http://shop').searchParams;
  expect(readListQuery(search)).toEqual({ ...query, page: 3 });
  expect(canonicalListAddress(search)).toBeNull();
});

test('several brands are read back as they were', () => {
  const query = readListQuery(new URLSearchParams('brand=Smith,+Jones&brand=Acme'));
  expect(filterValues('brand', query.filters.brand)).toEqual(['Acme', 'Smith, Jones']);
  expect(listAddress(query)).toBe('/products?brand=Acme&brand=Smith%2C%20Jones');
});

test('a search is trimmed, and an empty one is the full list', () => {
  expect(searchAddress('  lamp ')).toBe('/products?search=lamp');
  expect(searchAddress('   ')).toBe('/products');
});

test('another sort order replaces the previous one', () => {
  const filters = withSort({ search: 'lamp', sortBy: 'price', sortOrder: 'desc' }, 'created_at.desc');
  expect(listAddress({ filters, pathCategory: null })).toBe('/products?search=lamp&sortBy=created_at&sortOrder=desc');
});

test('a list with its own page names its order in one word, and never omits it as a default', () => {
  const own = (query: string) => canonicalListAddress(new URLSearchParams(query), null, '/collections/gifts');
  expect(own('sort=name&brand=Acme&page=2')).toBe('/collections/gifts?brand=Acme&sort=name&page=2');
  expect(own('brand=Acme&sort=name&page=2')).toBeNull();
  expect(own('search=lamp&minPrice=&sort=')).toBe('/collections/gifts');
  const query = readListQuery(new URLSearchParams('category=3&sort=best-selling'), null, '/collections/gifts');
  expect(query.filters).toEqual({ category: '3', sortBy: 'best-selling' });
  expect(listAddress({ ...query, filters: withSort(query.filters, '') })).toBe('/collections/gifts?category=3');
});
