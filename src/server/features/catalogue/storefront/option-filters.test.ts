import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type CreatedProduct, createCategory, createProduct } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { optionFacetsView } from './option-filters.ts';

const SWATCHES = { Cobalt: '#2a55b4', Cherry: '#b9243a', Ink: '#26282f' };

let shop: TestShop;
let shoe: CreatedProduct;
let shirt: CreatedProduct;

const variant = (colour: keyof typeof SWATCHES, size: string, stock: number, image?: string) => ({
  options: { Colour: colour, Size: size },
  swatch: SWATCHES[colour],
  stock,
  ...(image && { image }),
});

beforeAll(async () => {
  shop = await openTestShop();
  const { db } = shop.services;
  const clothing = await createCategory(db, { name: 'Clothing' });
  shoe = await createProduct(db, {
    name: 'Running Shoe',
    brand: 'Strider',
    category_id: clothing.id,
    price_cents: 11000,
    images: [{ url: '/media/shoe-black', alt: '' }],
    variants: [
      variant('Ink', 'US 9', 4, '/media/shoe-black'),
      variant('Ink', 'US 10', 4, '/media/shoe-black'),
      variant('Cobalt', 'US 9', 0, '/media/shoe-blue'),
      variant('Cobalt', 'US 10', 2, '/media/shoe-blue'),
    ],
  });
  shirt = await createProduct(db, {
    name: 'Shirt',
    brand: 'Smith, Jones & Co',
    category_id: clothing.id,
    price_cents: 3000,
    variants: [variant('Cobalt', 'M', 5), variant('Cherry', 'XL', 5), variant('Cherry', 'S', 5)],
  });
  await createProduct(db, {
    name: 'Novel',
    brand: 'Quire',
    price_cents: 1500,
    variants: [{ options: { Binding: 'Paperback' } }, { options: { Binding: 'Hardcover, signed' } }],
  });
  await vi.waitFor(async () => expect((await list('')).total).toBe(3), 10_000);
});
afterAll(() => shop.close());

async function list(query: string) {
  const answer = await shop.app.inject(`/api/products?${query}`);
  expect(answer.statusCode, query).toBe(200);
  return answer.json().data;
}

const names = async (query: string): Promise<string[]> =>
  (await list(query)).data.map(({ name }: { name: string }) => name);

test.each([
  ['option.colour=blue', ['Running Shoe', 'Shirt']],
  ['option.colour=Blue', ['Running Shoe', 'Shirt']],
  ['option.colour=black,red', ['Running Shoe', 'Shirt']],
  ['option.colour=black&option.colour=red', ['Running Shoe', 'Shirt']],
  ['option.size=US%209', ['Running Shoe']],
  ['option.colour=red&option.size=m', []],
  ['option.colour=blue&option.size=us-9,m', ['Running Shoe', 'Shirt']],
  ['option.colour=blue&option.size=us-9&inStock=true', []],
  ['option.colour=blue&option.size=us-10&inStock=true', ['Running Shoe']],
  ['option.binding=hardcover-signed', ['Novel']],
  ['option.fabric=wool', []],
  ['option.colour=', ['Novel', 'Running Shoe', 'Shirt']],
])('?%s lists %s', async (query, expected) => {
  expect(await names(query)).toEqual(expected);
});

test('several brands are chosen by repeating the parameter, and commas belong to names', async () => {
  expect(await names('brand=strider&brand=Quire')).toEqual(['Novel', 'Running Shoe']);
  expect(await names('brand=Smith,%20Jones%20%26%20Co')).toEqual(['Shirt']);
  expect(await names('brand=nobody&brand=Quire')).toEqual(['Novel']);
  const { facets } = await list('facets=true&brand=Quire&brand=strider');
  expect(facets.brands.map(({ count }: { count: number }) => count)).toEqual([1, 1, 1]);
  expect((await shop.app.inject(`/api/products?${'brand=a&'.repeat(31)}`)).statusCode).toBe(422);
});

test('facets offer colours with swatches and sizes by system, in their natural order', async () => {
  const { facets } = await list('facets=true');
  expect(facets.options.map(({ key }: { key: string }) => key)).toEqual(['colour', 'size', 'binding']);
  const [colour, size] = facets.options;
  expect(colour).toMatchObject({
    label: 'Colour',
    values: [
      { value: 'black', label: 'Black', count: 1, swatch: '#1f1f22' },
      { value: 'red', label: 'Red', count: 1 },
      { value: 'blue', label: 'Blue', count: 2 },
    ],
  });
  expect(size.values.map(({ label, system }: { label: string; system: string }) => [label, system])).toEqual([
    ['S', 'Clothing'],
    ['M', 'Clothing'],
    ['XL', 'Clothing'],
    ['US 9', 'US'],
    ['US 10', 'US'],
  ]);
});

test('a chosen value stays in the facets without products, and an option with one value is not offered', async () => {
  const { facets } = await list('facets=true&search=shirt&option.size=us-9');
  const [colour, size] = facets.options;
  expect(colour).toMatchObject({ key: 'size' });
  expect(size).toBeUndefined();
  expect(colour.values).toContainEqual({ value: 'us-9', label: 'US 9', count: 0, swatch: null, system: 'US' });
});

test('a card shows the variant that was filtered for', async () => {
  const [byFilter] = (await list('option.colour=blue&option.size=us-10')).data;
  expect(byFilter.matching_variant).toEqual({
    id: shoe.variants[3]?.id,
    options: { Colour: 'Cobalt', Size: 'US 10' },
    image: '/media/shoe-blue',
  });
  const [inStock] = (await list('option.colour=blue&search=shoe')).data;
  expect(inStock.matching_variant).toMatchObject({ id: shoe.variants[3]?.id, options: { Colour: 'Cobalt' } });
  expect(inStock.matching_variant.options).not.toHaveProperty('Size');
  const [byText] = (await list('search=red%20shirt')).data;
  expect(byText.matching_variant).toMatchObject({ id: shirt.variants[1]?.id, image: null });
  expect((await list('search=shirt')).data[0]).not.toHaveProperty('matching_variant');
});

test('a text says which parameters mean the same, as far as its products have such options', async () => {
  const { understood_search } = await list(
    'facets=true&search=blue%20running%20shoe%20size%209%20under%20%24120%20in%20stock',
  );
  const said = understood_search.filters.map(({ label, parameters }: { label: string; parameters: unknown }) => [
    label,
    parameters,
  ]);
  expect(said).toEqual([
    ['Blue', { 'option.colour': 'blue' }],
    ['Size 9', { 'option.size': 'us-9' }],
    ['Under $120', { maxPrice: '120' }],
    ['In stock', { inStock: 'true' }],
  ]);
  expect(understood_search.words).toBe('running shoe');
});

test('more options or values than anybody chooses are cut off', async () => {
  const many = Array.from({ length: 200 }, (_, at) => `x${at}`).join(',');
  expect(await names(`option.colour=${many},blue`)).toEqual([]);
  expect(await names(`option.colour=blue,${many}`)).toEqual(['Running Shoe', 'Shirt']);
});

test('every node offers the same of many options and values that equally many products have', () => {
  const numbers = Array.from({ length: 70 }, (_, number) => `v${number}`);
  const facets = Array.from({ length: 12 }, (_, number) => ({
    key: `o${number}`,
    label: `Option ${number}`,
    values: numbers.map((value) => ({ value, label: value, count: 1 })),
  }));
  const reversed = facets.toReversed().map((facet) => ({ ...facet, values: facet.values.toReversed() }));
  const offered = optionFacetsView(facets, []);
  expect([offered.length, offered[0]?.values.length]).toEqual([10, 60]);
  expect(optionFacetsView(reversed, [])).toEqual(offered);
});
