import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FilterField } from '#domain/catalogue/filter-fields.ts';
import { productFilters } from '#domain/catalogue/filter-fields.ts';
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createProduct } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { collections } from '../../plugins/collections/plugin.ts';
import type { Rule } from '../../plugins/collections/rule.ts';

/** New product fields that share the columns of existing ones, so that products have values. */
const FILTERS = productFilters({
  material: { ...PRODUCT_FIELDS.meta_title, label: 'Material', filter: { since: 1 } },
  weight: { ...PRODUCT_FIELDS.weight, filter: { since: 1 } },
  is_vegan: { ...PRODUCT_FIELDS.is_featured, label: 'Vegan', filter: { since: 1 } },
});

async function openShop(engine: string, filters?: readonly FilterField[]) {
  const plugins = [collections()];
  const options = filters ? { plugins, productFilters: filters } : { plugins };
  const shop = await openTestShop({ SEARCH_ENGINE: engine }, async () => options);
  const token = await signIn(shop, await createAdmin(shop.services.db));
  return { shop, token };
}

/** The plug-in's endpoints are not in the types of a shop's own. */
const read = async (shop: TestShop, token: string, url: string) => {
  const response = await shop.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } });
  return response.json();
};

describe.each(['memory', 'postgres'])('with the search engine %s', (engine) => {
  let shop: TestShop;
  let token: string;
  beforeAll(async () => {
    ({ shop, token } = await openShop(engine, FILTERS));
    const { db } = shop.services;
    await createProduct(db, { name: 'Ada', meta_title: 'Oak, oiled', weight_grams: 20_000, is_featured: true });
    await createProduct(db, { name: 'Bo', meta_title: 'Oak, oiled', weight_grams: 7_500 });
    await createProduct(db, { name: 'Cy', meta_title: 'Ash', weight_grams: null });
    await createProduct(db, { name: 'Di', meta_title: null, weight_grams: null });
  });
  afterAll(() => shop.close());

  async function save(rule: Rule) {
    const slug = `rule-${crypto.randomUUID()}`;
    const response = await shop.app.inject({
      method: 'POST',
      url: '/api/admin/collections',
      headers: { authorization: `Bearer ${token}` },
      payload: {
        ...{ name: slug, slug, description: '', image: null, seo_title: null, seo_description: null },
        ...{ kind: 'rule', rule, product_ids: [], sort: 'name', max_products: null, position: 1 },
        ...{ is_published: true, published_from: null, published_until: null },
      },
    });
    expect(response.json()).toMatchObject({ success: true });
    return slug;
  }
  const productsOf = async (slug: string) => {
    const { data } = await read(shop, token, `/collections/${slug}/products`);
    return data.data.map(({ name }: { name: string }) => name).sort();
  };

  test('a rule can be about a product field that is a filter, as the form offers it', async () => {
    const options = async () => (await read(shop, token, '/admin/collections/options')).data.custom_fields;
    await expect.poll(async () => (await options())[0]?.choices).toHaveLength(2);
    expect(await options()).toEqual([
      {
        ...{ key: 'field.material', label: 'Material', kind: 'choice', unit: '' },
        choices: [
          { value: 'Oak, oiled', label: 'Oak, oiled' },
          { value: 'Ash', label: 'Ash' },
        ],
      },
      { key: 'field.weight', label: 'Weight', kind: 'number', unit: 'kg', choices: [] },
      { key: 'field.is_vegan', label: 'Vegan', kind: 'flag', unit: '', choices: [] },
    ]);
  });

  test.each<[what: string, rule: Rule, found: string[]]>([
    ['a text', all({ key: 'field.material', values: ['Oak, oiled'] }), ['Ada', 'Bo']],
    ['any of several texts', all({ key: 'field.material', values: ['Oak, oiled', 'Ash'] }), ['Ada', 'Bo', 'Cy']],
    ['a weight in kilograms', all({ key: 'field.weight', min: '7.5', max: '19.999' }), ['Bo']],
    ['yes', all({ key: 'field.is_vegan', values: ['true'] }), ['Ada']],
    [
      'a text and a weight',
      all({ key: 'field.material', values: ['Oak, oiled'] }, { key: 'field.weight', min: '10' }),
      ['Ada'],
    ],
  ])('a collection has the products of a rule about %s', async (_what, rule, found) => {
    const slug = await save(rule);
    await expect.poll(() => productsOf(slug)).toEqual(found);
  });

  test('shoppers filter a collection by the product field of its rule', async () => {
    const slug = await save(all({ key: 'field.material', values: ['Oak, oiled', 'Ash'] }));
    await expect.poll(() => productsOf(slug)).toHaveLength(3);
    const { data } = await read(shop, token, `/collections/${slug}/products?field.material=Ash&facets=true`);
    expect(data.data.map(({ name }: { name: string }) => name)).toEqual(['Cy']);
  });
});

test('rules offer no product field that is not a filter', async () => {
  const { shop, token } = await openShop('memory');
  await createProduct(shop.services.db, { name: 'Ada', meta_title: 'Oak', weight_grams: 100 });
  expect((await read(shop, token, '/admin/collections/options')).data.custom_fields).toEqual([]);
  await shop.close();
});

function all(...conditions: readonly object[]): Rule {
  return { match: 'all', conditions: conditions.map((one) => ({ field: 'custom', ...one })) } as Rule;
}
