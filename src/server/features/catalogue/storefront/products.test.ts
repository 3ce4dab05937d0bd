import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type CreatedProduct, createCategory, createProduct } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
let lighting: { id: number };
let seating: { id: number };
let lamp: CreatedProduct;
let mug: CreatedProduct;

beforeAll(async () => {
  shop = await openTestShop();
  const { db } = shop.services;
  lighting = await createCategory(db, { name: 'Lighting', slug: 'lighting' });
  seating = await createCategory(db, { name: 'Seating' });
  const hidden = await createCategory(db, { name: 'Hidden', is_active: false });
  lamp = await createProduct(db, {
    category_id: lighting.id,
    name: 'Linen Desk Lamp',
    slug: 'linen-desk-lamp',
    description: 'A lamp for the desk. '.repeat(40),
    short_description: 'Warm light.',
    price_cents: 8900,
    sale_price_cents: 6900,
    brand: 'Halden',
    weight_grams: 1250,
    images: [
      { url: '/media/lamp-1', alt: 'The lamp' },
      { url: '/media/lamp-2', alt: 'Its shade' },
    ],
    specifications: { Material: 'Linen', Bulb: 'E27' },
    features: ['Dimmable'],
    tags: ['office'],
    is_featured: true,
    average_rating: '4.50',
    review_count: 12,
    variants: [
      { name: 'Mist', options: { Colour: 'Mist' }, stock: 3, held: 2 },
      { name: 'Rust', options: { Colour: 'Rust' }, stock: 0, price_modifier_cents: -250, image: '/media/rust' },
    ],
  });
  mug = await createProduct(db, { category_id: seating.id, name: 'Café Chair', price_cents: 12000, brand: 'Öst' });
  await createProduct(db, {
    category_id: seating.id,
    name: 'Stool',
    price_cents: 4500,
    stock: 0,
    average_rating: '3.00',
  });
  await createProduct(db, { category_id: seating.id, name: 'Old Stool', is_active: false });
  await createProduct(db, { category_id: hidden.id, name: 'Secret Stool' });
  await vi.waitFor(async () => expect((await list({})).total).toBe(3), 10_000);
});
afterAll(() => shop.close());

type ListQuery = Parameters<typeof shop.call<'GET /products'>>[1]['query'];

async function list(query: ListQuery) {
  return (await shop.call('GET /products', { query })).data;
}

async function names(query: ListQuery): Promise<string[]> {
  return (await list(query)).data.map(({ name }) => name);
}

test('lists active products of active categories by name, twelve per page', async () => {
  expect(await list({})).toMatchObject({
    current_page: 1,
    last_page: 1,
    per_page: 12,
    total: 3,
    corrected_search: null,
  });
  expect(await names({})).toEqual(['Café Chair', 'Linen Desk Lamp', 'Stool']);
});

test('a card has all fields that shoppers need', async () => {
  const [card] = (await list({ search: 'linen' })).data;
  expect(card).toMatchObject({
    id: lamp.id,
    slug: 'linen-desk-lamp',
    short_description: 'Warm light.',
    price: '89.00',
    sale_price: '69.00',
    stock: 3,
    images: ['/media/lamp-1', '/media/lamp-2'],
    category: { id: lighting.id, name: 'Lighting', slug: 'lighting' },
    brand: 'Halden',
    has_variants: true,
    choices: [{ name: 'Colour', values: ['Mist', 'Rust'], swatches: [], count: 2 }],
    average_rating: '4.50',
    review_count: 12,
    weight: '1.25',
    specifications: { Material: 'Linen', Bulb: 'E27' },
    features: ['Dimmable'],
    tags: ['office'],
    meta_title: null,
    updated_at: expect.any(String),
  });
  expect(card?.description).toHaveLength(200);
});

test('filters by category, effective price, stock, sale, brand and rating', async () => {
  expect(await names({ category: lighting.id })).toEqual(['Linen Desk Lamp']);
  expect(await names({ minPrice: '45', maxPrice: 69 })).toEqual(['Linen Desk Lamp', 'Stool']);
  expect(await names({ minPrice: '69.01' })).toEqual(['Café Chair']);
  expect(await names({ inStock: 'true' })).toEqual(['Café Chair', 'Linen Desk Lamp']);
  expect(await names({ inStock: 'false' })).toEqual(['Stool']);
  expect(await names({ onSale: '1' })).toEqual(['Linen Desk Lamp']);
  expect(await names({ brand: 'ost' })).toEqual(['Café Chair']);
  expect(await names({ minRating: '3' })).toEqual(['Linen Desk Lamp', 'Stool']);
});

test('sorts by each key in either direction', async () => {
  expect(await names({ sortBy: 'price' })).toEqual(['Stool', 'Linen Desk Lamp', 'Café Chair']);
  expect(await names({ sortBy: 'price', sortOrder: 'desc' })).toEqual(['Café Chair', 'Linen Desk Lamp', 'Stool']);
  expect(await names({ sortBy: 'created_at' })).toEqual(['Linen Desk Lamp', 'Café Chair', 'Stool']);
  expect(await names({ sortBy: 'average_rating', sortOrder: 'desc' })).toEqual([
    'Linen Desk Lamp',
    'Stool',
    'Café Chair',
  ]);
  expect(await names({ sortOrder: 'desc' })).toEqual(['Stool', 'Linen Desk Lamp', 'Café Chair']);
});

test('pages return totals, even beyond the last one', async () => {
  expect(await list({ per_page: 2, page: 2 })).toMatchObject({ current_page: 2, last_page: 2, total: 3 });
  expect(await names({ per_page: 2, page: 2 })).toEqual(['Stool']);
  expect(await list({ per_page: 2, page: 9 })).toMatchObject({ current_page: 9, last_page: 2, total: 3, data: [] });
  expect(await list({ category: 999_999 })).toMatchObject({ last_page: 1, total: 0, data: [] });
});

test('blank filters count as missing', async () => {
  const blank = await shop.app.inject(
    '/api/products?search=&category=&minPrice=&maxPrice=%20&sortBy=&sortOrder=&page=&per_page=&brand=&inStock=&minRating=',
  );
  expect(blank.statusCode).toBe(200);
  expect(blank.json().data).toMatchObject({ total: 3, per_page: 12, current_page: 1 });
});

test('searches names, brands, tags, categories and descriptions, and corrects typing errors', async () => {
  for (const search of ['lamps', 'halden', 'office', 'lighting desk', 'warm', 'LINEN']) {
    expect(await names({ search }), search).toEqual(['Linen Desk Lamp']);
  }
  expect(await names({ search: 'cafe' })).toEqual(['Café Chair']);
  expect(await list({ search: 'cafe chiar' })).toMatchObject({ total: 1, corrected_search: 'cafe chair' });
  expect(await list({ search: 'zzzzzzzz' })).toMatchObject({ total: 0, corrected_search: null });
  expect(await names({ search: 'linen', category: seating.id })).toEqual([]);
  const { data } = await shop.call('GET /products/search', { query: { q: 'stool', sortBy: 'price' } });
  expect(data.data.map(({ name }) => name)).toEqual(['Stool']);
});

test('facets count what each further filter would leave', async () => {
  const { facets } = await list({ facets: true });
  expect(facets).toEqual({
    categories: [
      { id: lighting.id, name: 'Lighting', slug: 'lighting', count: 1 },
      expect.objectContaining({ name: 'Seating', count: 2 }),
    ],
    subcategories: [],
    brands: [
      { name: 'Halden', count: 1 },
      { name: 'Öst', count: 1 },
    ],
    ratings: [
      { min: 4, count: 1 },
      { min: 3, count: 2 },
      { min: 2, count: 2 },
      { min: 1, count: 2 },
    ],
    in_stock: 2,
    on_sale: 1,
    price: { min: '45.00', max: '120.00' },
    custom: [],
    options: [
      {
        key: 'colour',
        label: 'Colour',
        values: [
          { value: 'mist', label: 'Mist', count: 1, swatch: null, system: null },
          { value: 'rust', label: 'Rust', count: 1, swatch: null, system: null },
        ],
      },
    ],
  });
  const chosen = await list({ facets: true, brand: 'halden', minPrice: 1 });
  expect(chosen.facets).toMatchObject({
    categories: [{ name: 'Lighting', count: 1 }],
    brands: [
      { name: 'Halden', count: 1 },
      { name: 'Öst', count: 1 },
    ],
    in_stock: 1,
  });
  expect(await list({})).not.toHaveProperty('facets');
});

test('a product is found by id and by slug, with everything its page shows', async () => {
  const byId = await shop.call('GET /products/{id}', { params: { id: String(lamp.id) } });
  const bySlug = await shop.call('GET /products/{id}', { params: { id: 'linen-desk-lamp' } });
  expect(byId.data).toEqual(bySlug.data);
  expect(byId.data.product).toMatchObject({
    description: 'A lamp for the desk. '.repeat(40),
    image_alts: ['The lamp', 'Its shade'],
    weight: '1.25',
    specifications: { Material: 'Linen', Bulb: 'E27' },
    features: ['Dimmable'],
    tags: ['office'],
    category: {
      ...{ id: lighting.id, name: 'Lighting', slug: 'lighting', description: '', image: null },
      ...{ sort_order: 1, is_active: true, created_at: expect.any(String), updated_at: expect.any(String) },
    },
    stock: 3,
    variants: [
      { name: 'Mist', options: { Colour: 'Mist' }, price_modifier: '0.00', stock: 3, image: null },
      { name: 'Rust', options: { Colour: 'Rust' }, price_modifier: '-2.50', stock: 0, image: '/media/rust' },
    ],
  });
});

test.each([
  '0',
  '999999',
  '99999999999999999999',
  '-1',
  '1.5',
  'no-such-lamp',
  'Old Stool',
  "x'; --",
  '%00',
  'lamp\u0000',
  '\ud800',
  '../etc',
])('no product is at %j', async (key) => {
  const url = `/api/products/${encodeURIComponent(key.toWellFormed())}`;
  for (const path of [url, `${url}/related`]) {
    const answer = await shop.app.inject(path);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().code).toBe('product.not_found');
  }
});

test('inactive products and those of inactive categories have no page', async () => {
  const rows = await shop.services.db.selectFrom('product').select('slug').where('name', 'like', '%Stool').execute();
  const statuses = await Promise.all(
    rows.map(async ({ slug }) => (await shop.call('GET /products/{id}', { params: { id: slug } })).status),
  );
  expect(statuses.sort()).toEqual([200, 404, 404]);
});

test('featured products are the newest marked ones', async () => {
  const { data } = await shop.call('GET /products/featured', {});
  expect(data.map(({ name }) => name)).toEqual(['Linen Desk Lamp']);
});

test('related products are others, what is in stock first', async () => {
  const { data } = await shop.call('GET /products/{id}/related', { params: { id: String(mug.id) } });
  expect(data.map(({ name }) => name)).toEqual(['Linen Desk Lamp', 'Stool']);
});

test('lists products by their ids, in that order, without those that are not visible', async () => {
  const old = await shop.services.db.selectFrom('product').select('id').where('name', '=', 'Old Stool').execute();
  const ids = [mug.id, 999_999, ...old.map(({ id }) => id), lamp.id].join();
  const { data, total } = await list({ ids });
  expect(data.map(({ name, price }) => [name, price])).toEqual([
    ['Café Chair', '120.00'],
    ['Linen Desk Lamp', '89.00'],
  ]);
  expect(total).toBe(2);
  expect((await list({ ids, sortBy: 'price' })).data.map(({ id }) => id)).toEqual([lamp.id, mug.id]);
  expect((await list({ ids, inStock: true, brand: ['Öst'] })).data.map(({ id }) => id)).toEqual([mug.id]);
  for (const wrong of ['1,two', '-1', Array.from({ length: 101 }, (_, at) => at + 1).join()])
    expect((await shop.app.inject({ url: `/api/products?ids=${wrong}` })).statusCode).toBe(422);
});

test('suggests products and categories while typing', async () => {
  const suggest = async (q: string) => (await shop.call('GET /products/suggestions', { query: { q } })).data;
  expect(await suggest('li')).toMatchObject({
    products: [{ id: lamp.id, slug: 'linen-desk-lamp', price: '89.00', sale_price: '69.00', image: '/media/lamp-1' }],
    categories: [{ name: 'Lighting' }],
    corrected_search: null,
  });
  expect(await suggest('liinen')).toMatchObject({ products: [{ id: lamp.id }], corrected_search: 'linen' });
  expect(await suggest('qqqq')).toEqual({ products: [], categories: [], corrected_search: null });
});

test('a category lists its products, with the same filters', async () => {
  const { data } = await shop.call('GET /categories/{id}/products', {
    params: { id: seating.id },
    query: { sortBy: 'price', sortOrder: 'desc' },
  });
  expect(data.data.map(({ name }) => name)).toEqual(['Café Chair', 'Stool']);
  // `ids` is a parameter of another list.
  const query = { ids: 'none' };
  expect((await shop.call('GET /categories/{id}/products', { params: { id: seating.id }, query })).data.total).toBe(
    data.total,
  );
  const unknown = await shop.call('GET /categories/{id}/products', { params: { id: 999 }, query: {} });
  expect(unknown.failure.code).toBe('category.not_found');
  expect((await shop.app.inject('/api/categories/x/products')).statusCode).toBe(422);
});

test.each([
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1.5', 'page'],
  ['page=1e30', 'page'],
  ['page=abc', 'page'],
  ['page=1&page=2', 'page'],
  ['per_page=0', 'per_page'],
  ['per_page=101', 'per_page'],
  ['category=abc', 'category'],
  ['category=99999999999', 'category'],
  ['category=1&category=2', 'category'],
  ['minPrice=-1', 'minPrice'],
  ['minPrice=1.234', 'minPrice'],
  ['minPrice=Infinity', 'minPrice'],
  ['minPrice=0x10', 'minPrice'],
  ['maxPrice=99999999999999999999', 'maxPrice'],
  ['minPrice=10&maxPrice=9.99', 'minPrice'],
  ['sortBy=id', 'sortBy'],
  ['sortBy=__proto__', 'sortBy'],
  ['sortOrder=up', 'sortOrder'],
  ['minRating=6', 'minRating'],
  ['inStock=maybe', 'inStock'],
  ['search=a%00b', 'search'],
  ['search=a&search=b', 'search'],
  ['search[$ne]=1&page=x', 'page'],
  ['brand=%01', 'brand'],
])('answers ?%s with 422 on the field', async (query, field) => {
  for (const url of [`/api/products?${query}`, `/api/categories/${seating.id}/products?${query}`]) {
    if (field === 'category' && url.includes('categories')) continue;
    const answer = await shop.app.inject(url);
    expect(answer.statusCode, url).toBe(422);
    expect(answer.json().errors, url).toHaveProperty(field);
  }
});

test.each(["'; DROP TABLE product; --", '%25_%', '(.*)+$', '\\', '<script>', '🛋️', 'ﷺ', '%E0%A4%A', '%ED%A0%80'])(
  'a search for %j is just a search',
  async (text) => {
    const raw = text.startsWith('%E') ? text : encodeURIComponent(text);
    const answers = [
      await shop.app.inject(`/api/products?search=${raw}`),
      await shop.app.inject(`/api/products/search?q=${raw}`),
      await shop.app.inject(`/api/products/suggestions?q=${raw}`),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  },
);

test('a very long search text is cut', async () => {
  const long = `linen${' desk'.repeat(2_000)}`;
  expect(await names({ search: long })).toEqual(['Linen Desk Lamp']);
  expect((await shop.app.inject(`/api/products/suggestions?q=${'x'.repeat(10_000)}`)).statusCode).toBe(200);
});

test('a search without text is refused with a message', async () => {
  for (const path of ['search', 'search?q=', 'suggestions?q=%20', 'suggestions?q=a&q=b']) {
    const answer = await shop.app.inject(`/api/products/${path}`);
    expect(answer.statusCode, path).toBe(422);
    expect(answer.json().errors, path).toHaveProperty('q');
  }
});

test('a list shows a new price, name and stock as soon as they are committed', async () => {
  const { db } = shop.services;
  const { id, stock_id } = await createProduct(db, { category_id: seating.id, name: 'Bench', price_cents: 100 });
  await expect.poll(() => names({ search: 'bench' })).toEqual(['Bench']);
  await db.updateTable('product').set({ name: 'Settle', price_cents: 90_000 }).where('id', '=', id).execute();
  await expect.poll(() => names({ search: 'bench' })).toEqual([]);
  await expect.poll(async () => (await list({ minPrice: '900' })).data[0]?.price).toBe('900.00');
  await db.updateTable('stock').set({ held: 10 }).where('id', '=', stock_id).execute();
  await expect.poll(() => names({ search: 'settle', inStock: 'false' })).toEqual(['Settle']);
  await db.deleteFrom('product').where('id', '=', id).execute();
  await expect.poll(async () => (await list({})).total).toBe(3);
});
