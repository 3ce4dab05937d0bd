import { expect, test } from 'vitest';
import { productFacts } from '#test/factories/product-facts.ts';
import { CatalogueIndex } from '../catalogue-index.ts';
import type { ProductFacts } from '../table/product-columns.ts';

const lamp = productFacts(1, { name: 'Lamp', brand: 'Acme', rating: 400, reviewCount: 1, stock: 5 });
const page = { offset: 0, limit: 9 };

function openIndex(): CatalogueIndex {
  const index = new CatalogueIndex();
  index.setCategories([
    { id: 1, name: 'One', slug: 'one', parentId: null },
    { id: 2, name: 'Two', slug: 'two', parentId: null },
  ]);
  const desk = { ...lamp, id: 2, name: 'Desk' };
  index.update(
    [lamp, desk].map((facts) => ({ facts, text: { name: facts.name } })),
    [],
  );
  return index;
}

test('cached facets are not counted again for another page or order, or after a unit was sold', () => {
  const index = openIndex();
  const { facets } = index.findWithFacets(page);
  index.update([{ facts: { ...lamp, stock: 4, sold: 1 }, text: undefined }], []);
  expect(index.findWithFacets({ ...page, offset: 1, sortBy: 'price', isDescending: true }).facets).toBe(facets);
  expect(index.findWithFacets({ ...page, minPrice: 1 }).facets).not.toBe(facets);
});

test.each([
  ['of a list', (createdSince: number) => ({ createdSince })],
  [
    'of a rule',
    (createdSince: number) => ({ rule: { match: 'all' as const, filters: [{ createdSince, isInStock: true }] } }),
  ],
])(
  'cached facets are not counted again as time passes, until a product is too old (a condition %s)',
  (_where, since) => {
    const index = openIndex();
    index.update([{ facts: { ...lamp, createdAt: 5_000_000 }, text: undefined }], []);
    const { facets } = index.findWithFacets({ ...page, ...since(4_000) });
    expect(facets.inStock).toBe(1);
    expect(index.findWithFacets({ ...page, ...since(5_000) }).facets).toBe(facets);
    expect(index.findWithFacets({ ...page, ...since(5_001) }).facets.inStock).toBe(0);
    expect(index.findWithFacets({ ...page, ...since(0) }).facets.inStock).toBe(2);
  },
);

test.each<[string, Partial<ProductFacts>]>([
  ['is sold out', { stock: 0 }],
  ['has a new price', { price: 101 }],
  ['is on sale', { isOnSale: true }],
  ['is rated', { rating: 300 }],
  ['moves to another category', { categoryId: 2 }],
  ['loses its brand', { brand: null }],
  ['gets a new brand', { brand: 'Bolt' }],
])('cached facets are counted again when a product %s', (_what, change) => {
  const index = openIndex();
  const { facets } = index.findWithFacets(page);
  index.update([{ facts: { ...lamp, ...change }, text: undefined }], []);
  expect(index.findWithFacets(page).facets).not.toEqual(facets);
});

test('cached facets are counted again when a product is removed', () => {
  const index = openIndex();
  expect(index.findWithFacets(page).facets.inStock).toBe(2);
  index.update([], [1]);
  expect(index.findWithFacets(page).facets.inStock).toBe(1);
});
