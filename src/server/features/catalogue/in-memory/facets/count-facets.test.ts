import { expect, test } from 'vitest';
import { productFacts, textOf } from '#test/factories/product-facts.ts';
import { CatalogueIndex } from '../catalogue-index.ts';

test('facets have the price limits of a rare brand, wherever its products are in the order by price', () => {
  const products = Array.from({ length: 6_000 }, (_, n) => ({
    facts: productFacts(n + 1, { price: n, brand: n === 3_000 || n === 3_010 ? 'Rare' : 'Acme' }),
    text: { name: 'Lamp' },
  }));
  const index = new CatalogueIndex();
  index.update(products, []);
  const pricesOf = (brand: string) => index.findWithFacets({ brand, offset: 0, limit: 1 }).facets.price;
  expect(pricesOf('Rare')).toEqual({ min: 3_000, max: 3_010 });
  expect(pricesOf('Acme')).toEqual({ min: 0, max: 5_999 });
  index.update([], [3_001, 3_011]);
  expect(pricesOf('Rare')).toBeNull();
});

const FLAG = {
  kind: 'flag',
  choices: [],
  unit: '',
  help: '',
  isFilter: true,
  category: null,
  plugin: null,
} as const;

test('facets count any number of fields that are filters, each without its own condition', () => {
  const keys = Array.from({ length: 40 }, (_, number) => `field_${number}`);
  const index = new CatalogueIndex();
  index.setCustomFilters(keys.map((key) => ({ ...FLAG, key, label: key })));
  const of = (id: number, ...missing: string[]) => {
    const custom = Object.fromEntries(keys.map((key) => [key, !missing.includes(key)]));
    const facts = productFacts(id, { custom });
    return { facts, text: textOf(facts) };
  };
  index.update([of(1), of(2, 'field_30'), of(3, 'field_5', 'field_37')], []);
  const custom = ['field_5', 'field_30', 'field_37'].map((key) => ({ key, values: ['true'] }));
  const { page, facets } = index.findWithFacets({ custom, offset: 0, limit: 9 });
  expect(page.ids).toEqual([1]);
  expect(facets.price).toEqual({ min: 100, max: 100 });
  const counts = new Map(facets.custom.map((facet) => [facet.key, facet.counts]));
  expect(counts.get('field_30')).toEqual([
    { value: 'true', count: 1 },
    { value: 'false', count: 1 },
  ]);
  for (const key of keys.filter((one) => one !== 'field_30'))
    expect(counts.get(key), key).toEqual([{ value: 'true', count: 1 }]);
});
