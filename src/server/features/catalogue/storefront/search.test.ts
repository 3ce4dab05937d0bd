import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop();
  const { db } = shop.services;
  token = await signIn(shop, await createAdmin(db));
  const clothing = await createCategory(db, { name: 'Clothing', slug: 'clothing' });
  const home = await createCategory(db, { name: 'Home', slug: 'home' });
  const inClothing = { category_id: clothing.id, stock: 5 };
  const inHome = { category_id: home.id, stock: 5 };
  const dress = await createProduct(db, {
    ...inClothing,
    name: 'Odette Dress',
    sku: 'ILV-ODET-03',
    price_cents: 16_900,
  });
  await db
    .insertInto('product_variant')
    .values([
      {
        product_id: dress.id,
        name: 'Wine / M',
        sku: 'ILV-ODET-03-W',
        options: '{"Colour":"Wine","Size":"M"}',
        swatch: '#701f38',
      },
      {
        product_id: dress.id,
        name: 'Forest / L',
        sku: 'ILV-ODET-03-F',
        options: '{"Colour":"Forest","Size":"L"}',
        swatch: '#2a5a41',
      },
    ])
    .execute();
  await createProduct(db, { ...inClothing, name: 'Plain Dress', price_cents: 5_000, sale_price_cents: 4_000 });
  await createProduct(db, { ...inClothing, name: 'Road Running Shoe', price_cents: 12_800 });
  await createProduct(db, { ...inHome, name: 'Two-Seat Sofa', price_cents: 74_900, description: 'Sits like a cloud.' });
  await createProduct(db, { ...inHome, name: 'Sweep Broom', price_cents: 2_700, description: 'Made by Shakers.' });
  await createProduct(db, {
    ...inHome,
    name: 'Casserole',
    price_cents: 15_800,
    specifications: { volume: '5 litres' },
  });
});
afterAll(() => shop.close());

test('a new product can be searched for within seconds', async () => {
  await expect.poll(async () => (await search('casserole')).total).toBe(1);
});

const search = async (text: string) => (await shop.call('GET /products', { query: { search: text } })).data;
const names = async (text: string) => (await search(text)).data.map(({ name }) => name);

test.each([
  ['a synonym', 'couch', ['Two-Seat Sofa']],
  ['an American word', 'sneakers', ['Road Running Shoe']],
  ['two words for one', 'cass erole', ['Casserole']],
  ['the colour of a variant', 'red dress', ['Odette Dress']],
  ['the size of a variant', 'dress size L', ['Odette Dress']],
  ['a quantity in another unit', '5000 ml pot', ['Casserole']],
  ['a price', 'dress under 100', ['Plain Dress']],
  ['what is on sale', 'dress on sale', ['Plain Dress']],
  ['a question', 'do you have any brooms?', ['Sweep Broom']],
  ['a SKU', 'ILV-ODET-03', ['Odette Dress']],
  ['a SKU in lower case without hyphens', 'ilvodet03', ['Odette Dress']],
  ["a variant's SKU", 'ILV-ODET-03-F', ['Odette Dress']],
])('finds a product by %s', async (_what, text, expected) => {
  expect(await names(text)).toEqual(expected);
});

test('says which parts of a text were read as filters, each with the text without it', async () => {
  const { understood_search, data } = await search('red dress under $200');
  expect(data.map(({ name }) => name)).toEqual(['Odette Dress']);
  expect(understood_search).toEqual({
    filters: [
      { label: 'Red', without: 'dress under $200', parameters: { 'option.colour': 'red' } },
      { label: 'Under $200', without: 'red dress', parameters: { maxPrice: '200' } },
    ],
    words: 'dress',
    dropped: [],
  });
});

test('drops the least telling words where no product has all, and says which', async () => {
  const { understood_search, data } = await search('lightweight sofa');
  expect(data.map(({ name }) => name)).toEqual(['Two-Seat Sofa']);
  expect(understood_search?.dropped).toEqual(['lightweight']);
});

test('leaves out a price that nothing costs, and says so', async () => {
  const { understood_search, total } = await search('dress under 10');
  expect(total).toBe(2);
  expect(understood_search).toEqual({ filters: [], words: 'dress under 10', dropped: ['Under 10'] });
});

test('shows nothing for what the shop does not sell, but categories', async () => {
  const found = await search('washing machine');
  expect(found).toMatchObject({ total: 0, data: [], corrected_search: null });
  expect(found.suggested_categories?.length).toBeGreaterThan(0);
});

test('a filter of the list and one of the text both count', async () => {
  const { data } = await shop.call('GET /products', { query: { search: 'dress under 100', minPrice: '50' } });
  expect(data.data.map(({ name }) => name)).toEqual(['Odette Dress']);
  expect(data.understood_search?.dropped).toEqual(['Under 100']);
  const { data: narrow } = await shop.call('GET /products', { query: { search: 'dress under 100', maxPrice: '45' } });
  expect(narrow.data.map(({ name }) => name)).toEqual(['Plain Dress']);
});

test('facets count what the text leaves', async () => {
  const { data } = await shop.call('GET /products', { query: { search: 'dress under 100', facets: true } });
  expect(data.facets?.categories).toMatchObject([{ name: 'Clothing', count: 1 }]);
});

test('suggestions also understand synonyms', async () => {
  const { data } = await shop.call('GET /products/suggestions', { query: { q: 'settee' } });
  expect(data.products.map(({ name }) => name)).toEqual(['Two-Seat Sofa']);
});

test("a merchant's synonyms count at once, and no longer when they are deleted", async () => {
  expect(await names('squab')).toEqual([]);
  const body = { terms: ['squab', 'sofa'] };
  const { data } = await shop.call('POST /admin/search/synonyms', { body }, { token });
  await expect.poll(() => names('squab')).toEqual(['Two-Seat Sofa']);
  const params = { id: data.synonym.id };
  const change = { terms: ['kanapee'], finds: ['sofa'], revision: 1 };
  await shop.call('PUT /admin/search/synonyms/{id}', { params, body: change }, { token });
  await expect.poll(() => names('kanapee')).toEqual(['Two-Seat Sofa']);
  const late = await shop.call('PUT /admin/search/synonyms/{id}', { params, body: change }, { token });
  expect(late.failure).toMatchObject({ code: 'search_synonym.changed', data: { synonym: { revision: 2 } } });
  await shop.call('DELETE /admin/search/synonyms/{id}', { params }, { token });
  await expect.poll(() => names('kanapee')).toEqual([]);
  const { data: list } = await shop.call('GET /admin/search/synonyms', { query: {} }, { token });
  expect(list.total).toBe(0);
});

test('the same synonyms are stored once, whatever their order, case, and singular or plural', async () => {
  const post = (body: { terms: string[]; finds?: string[] }) =>
    shop.call('POST /admin/search/synonyms', { body }, { token });
  const [one, two] = await Promise.all([
    post({ terms: ['zither', 'cimbalom'] }),
    post({ terms: ['Cimbaloms', 'zither', 'zithers'] }),
  ]);
  expect([one.status, two.status].sort()).toEqual([201, 422]);
  const [{ data }, { failure }] = one.status === 201 ? [one, two] : [two, one];
  expect(failure).toMatchObject({ message: 'These synonyms exist already.', errors: { terms: [expect.any(String)] } });
  expect((await post({ terms: ['zither', 'zithers'] })).failure.code).toBe('search_synonym.invalid');
  const narrower = await post({ terms: ['zither'], finds: ['cimbalom'] });
  expect(narrower.status).toBe(201);
  const change = (id: number) =>
    shop.call(
      'PUT /admin/search/synonyms/{id}',
      { params: { id }, body: { terms: ['cimbalom', 'zither'] } },
      { token },
    );
  expect((await change(narrower.data.synonym.id)).status).toBe(422);
  expect((await change(data.synonym.id)).status).toBe(200);
  for (const { synonym } of [data, narrower.data]) {
    await shop.call('DELETE /admin/search/synonyms/{id}', { params: { id: synonym.id } }, { token });
  }
});

test('synonyms have one to three words, and there are two at least', async () => {
  const post = (body: { terms: string[] }) => shop.call('POST /admin/search/synonyms', { body }, { token });
  expect((await post({ terms: ['one'] })).failure.errors).toMatchObject({ terms: [expect.any(String)] });
  expect((await post({ terms: ['one', 'far too many words here'] })).failure.code).toBe('search_synonym.invalid');
});

test('a rule pins and hides products of a search, whatever its case', async () => {
  expect(await names('dress')).toEqual(['Odette Dress', 'Plain Dress']);
  const { data: products } = await shop.call('GET /products', { query: {} });
  const skuOf = (name: string) => products.data.find((one) => one.name === name)?.sku ?? '';
  const body = { query: 'Dress!', pinned: [skuOf('Sweep Broom'), skuOf('Plain Dress')], hidden: ['ILV-ODET-03'] };
  const { data } = await shop.call('POST /admin/search/rules', { body }, { token });
  expect(data.rule).toMatchObject({ query: 'dress', pinned: [{ name: 'Sweep Broom' }, { name: 'Plain Dress' }] });
  await expect.poll(() => names('DRESS')).toEqual(['Sweep Broom', 'Plain Dress']);
  const again = await shop.call('POST /admin/search/rules', { body }, { token });
  expect(again.failure.code).toBe('search_rule.query_taken');
  await shop.call('DELETE /admin/search/rules/{id}', { params: { id: data.rule.id } }, { token });
  await expect.poll(() => names('dress')).toEqual(['Odette Dress', 'Plain Dress']);
});

test('a rule leads a search to a page of the shop, and nowhere else', async () => {
  const post = (redirect_to: string) =>
    shop.call('POST /admin/search/rules', { body: { query: 'opening hours', redirect_to } }, { token });
  for (const path of ['//evil.example', 'https://evil.example', '/\\evil.example'])
    expect((await post(path)).status).toBe(422);
  await post('/contact');
  await expect.poll(async () => (await search('Opening hours')).redirect_to).toBe('/contact');
});

test('rules never redirect in a circle', async () => {
  const post = (query: string, redirect_to: string) =>
    shop.call('POST /admin/search/rules', { body: { query, redirect_to } }, { token });
  const itself = await post('sofa sale', '/products?search=Sofa%20SALE&inStock=true');
  expect(itself.failure.errors).toEqual({ redirect_to: ['This page leads back to the same search.'] });
  const { data } = await post('settee sale', '/products?search=sofa+sale');
  expect((await post('sofa sale', '/products/category/1?search=settee+sale')).status).toBe(422);
  const { data: other } = await post('sofa sale', '/products?search=sofa');
  const params = { id: other.rule.id };
  const body = { query: 'sofa sale', redirect_to: '/products?search=settee+sale' };
  const changed = await shop.call('PUT /admin/search/rules/{id}', { params, body }, { token });
  expect(changed.failure.code).toBe('search_rule.invalid');
  for (const { id } of [data.rule, other.rule])
    await shop.call('DELETE /admin/search/rules/{id}', { params: { id } }, { token });
});

test('a rule names products by SKUs that exist', async () => {
  const body = { query: 'broom', pinned: ['NOT-THERE'] };
  const { failure } = await shop.call('POST /admin/search/rules', { body }, { token });
  expect(failure.errors).toEqual({ pinned: ['No product has the SKU “NOT-THERE”.'] });
});

test('searches are counted by day and query, with those that found nothing or led nowhere', async () => {
  await search('Zeppelin');
  await search('broom');
  await search('ada@example.test');
  const numbers = ['+43.664.123.456', '0664 12 34 56', '(0)664-123 456', '4242 4242 4242 4242'];
  for (const personal of numbers) await search(personal);
  await shop.call('POST /search/clicks', { body: { search: 'broom' } });
  const list = async (kind: 'all' | 'without_results' | 'without_clicks') =>
    (await shop.call('GET /admin/search/queries', { query: { kind, per_page: 100 } }, { token })).data.data;
  const all = await list('all');
  expect(all.find(({ query }) => query === 'broom')).toEqual({
    query: 'broom',
    searches: 1,
    without_results: 0,
    clicks: 1,
  });
  expect(all.some(({ query }) => /ada|664|4242/.test(query))).toBe(false);
  expect((await list('without_results')).map(({ query }) => query)).toContain('zeppelin');
  const unclicked = (await list('without_clicks')).map(({ query }) => query);
  expect(unclicked).toContain('couch');
  expect(unclicked).not.toContain('broom');
  expect(unclicked).not.toContain('zeppelin');
});
