import { expect, test } from 'vitest';
import { productFacts, textOf } from '#test/factories/product-facts.ts';
import { CatalogueIndex } from '../catalogue-index.ts';
import type { ProductFacts } from '../table/product-columns.ts';

const relatedTo = (
  products: readonly (ProductFacts & { tags?: readonly string[] })[],
  limit: number,
  together = [0],
) => {
  const index = new CatalogueIndex();
  index.setCategories([
    { id: 1, name: '', slug: '', parentId: null },
    { id: 2, name: '', slug: '', parentId: 1 },
    { id: 3, name: '', slug: '', parentId: 1 },
    { id: 4, name: '', slug: '', parentId: null },
  ]);
  index.update(
    products.map(({ tags, ...one }) => ({ facts: one, text: { ...textOf(one), tags: tags ?? [] }, variants: [] })),
    [],
  );
  return index.related(1, limit, together);
};

test('related products are of the same category, then of a category nearby', () => {
  const products = [
    [1, 2],
    [2, 4],
    [3, 3],
    [4, 2],
    [5, 4],
  ].map(([id = 0, categoryId = 0]) => productFacts(id, { categoryId }));
  expect(relatedTo(products, 3).slice(0, 2)).toEqual([4, 3]);
});

test('related products share rare words of the name, tags, and the brand', () => {
  const products = [
    { ...productFacts(1, { name: 'Linen desk lamp', brand: 'Halden' }), tags: ['Reading'] },
    productFacts(2, { name: 'Brass table' }),
    productFacts(3, { name: 'Paper lamp' }),
    { ...productFacts(4, { name: 'Oak chair' }), tags: ['reading', 'oak'] },
    productFacts(5, { name: 'Kettle', brand: 'halden' }),
    productFacts(6, { name: 'Bench' }),
  ];
  expect(relatedTo(products, 3).toSorted()).toEqual([3, 4, 5]);
});

test('related products cost about as much: nothing cheap is shown for something expensive', () => {
  const products = [1, 2, 3, 4].map((id) =>
    productFacts(id, { price: { 1: 60_000, 2: 1500, 3: 90_000 }[id] ?? 40_000 }),
  );
  expect(relatedTo(products, 3)).toEqual([3, 4, 2]);
});

test('related products are in stock while anything is, whatever else speaks for the others', () => {
  const products = [
    productFacts(1, { name: 'Desk lamp', categoryId: 2 }),
    productFacts(2, { name: 'Desk lamp', categoryId: 2, stock: 0 }),
    productFacts(3, { name: 'Kettle', categoryId: 4, price: 90_000 }),
  ];
  expect(relatedTo(products, 1)).toEqual([3]);
  expect(relatedTo(products, 4)).toEqual([3, 2]);
});

test('related products are up to half of what is bought together with the product', () => {
  const products = [1, 2, 3, 4, 5, 6, 7].map((id) =>
    productFacts(id, { categoryId: id < 5 ? 2 : 4, stock: id === 6 ? 0 : 1 }),
  );
  expect(relatedTo(products, 4, [1, 6, 7, 5, 99])).toEqual([2, 3, 7, 5]);
  // A product that is both is shown once.
  expect(new Set(relatedTo(products, 4, [2, 7])).size).toBe(4);
});

test('a product that is not visible has no related products', () => {
  expect(relatedTo([productFacts(2)], 4)).toEqual([]);
});
