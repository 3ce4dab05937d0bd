import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import type { ShopContract } from '#contract/index.ts';
import { adminProductClient, type ProductBody } from '#test/clients/admin-product-client.ts';
import { countWaiting } from '#test/database.ts';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { createPaidOrder, createShopper, fillCart, openPayment } from '#test/factories/order.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { findSlugNow } from '../../slugs.store.ts';

let shop: PayingShop;
let token: string;
let categoryId: number;
beforeAll(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db, { name: 'Ada Admin' }));
  categoryId = (await createCategory(shop.services.db, { name: 'Kitchen' })).id;
});
afterAll(() => shop.close());

const { form, post, put, read, create } = adminProductClient(() => ({ shop, token, categoryId }));
const remove = (id: number) => shop.call('DELETE /admin/products/{id}', { params: { id } }, { token });
const list = async (query: object) => (await shop.call('GET /admin/products', { query }, { token })).data;
const bulk = (body: InputOf<ShopContract['POST /admin/products/bulk']>['body']) =>
  shop.call('POST /admin/products/bulk', { body }, { token });
const audits = (id: number) =>
  shop.services.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('entity', '=', 'product')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();

test('the ten fields of the form are enough to sell a product', async () => {
  const product = await create({ name: 'Blue Mug', sale_price: '9.95', short_description: 'Blue.' });
  expect(product).toMatchObject({ slug: 'blue-mug', price: '12.50', sale_price: '9.95', stock: 8, is_active: true });
  const { data } = await shop.call('GET /products/{id}', { params: { id: 'blue-mug' } });
  expect(data.product).toMatchObject({ id: product.id, stock: 8, is_featured: false });
  expect((await audits(product.id))[0]).toMatchObject({ action: 'product.create', actor_name: 'Ada Admin' });
});

test('all product fields are stored, and omitted ones are unchanged', async () => {
  const product = await create({
    brand: 'Thrown & Fired',
    weight: 0.45,
    images: [{ url: '/media/teapot-1', alt: 'A teapot' }, '/media/teapot-2'],
    image_alts: ['', 'Its lid'],
    specifications: { Material: 'Stoneware' },
    features: ['Dishwasher safe'],
    tags: ['tea', 'tea', 'kitchen'],
    meta_title: 'A mug',
    meta_description: 'The best of mugs',
  });
  const again = await put(product.id, form({ name: product.name, sku: product.sku, price: '13' }));
  expect(again.data.product).toMatchObject({
    price: '13.00',
    brand: 'Thrown & Fired',
    weight: '0.45',
    images: ['/media/teapot-1', '/media/teapot-2'],
    image_alts: ['A teapot', 'Its lid'],
    specifications: { Material: 'Stoneware' },
    features: ['Dishwasher safe'],
    tags: ['tea', 'kitchen'],
    meta_title: 'A mug',
    meta_description: 'The best of mugs',
    revision: 2,
  });
});

test('the list returns all product fields, including the whole category', async () => {
  const product = await create({ brand: 'Halden', weight: 1.5, specifications: { Bulb: 'E27' }, tags: ['office'] });
  const { data: rows } = await list({ search: product.sku });
  const { data: all } = (await shop.call('GET /admin/categories', { query: {} }, { token })).data;
  const { product_count, revision, child_count, is_visible, ...category } =
    all.find(({ id }) => id === categoryId) ?? {};
  expect(rows[0]).toMatchObject({
    brand: 'Halden',
    weight: '1.5',
    specifications: { Bulb: 'E27' },
    features: [],
    tags: ['office'],
    category,
  });
});

test('a barcode is stored without hyphens, shown on the product page and found by a scan', async () => {
  const product = await create({ barcode: '978-3-16-148410-0' });
  expect(product.barcode).toBe('9783161484100');
  const { data } = await shop.call('GET /products/{id}', { params: { id: product.slug } });
  expect(data.product.barcode).toBe('9783161484100');
  const scanned = await list({ search: '9783161484100' });
  expect(scanned.data.map(({ id }) => id)).toEqual([product.id]);
  expect((await list({ search: '978316148410' })).data).toEqual([]);
  expect((await audits(product.id))[0]?.after).toMatchObject({ barcode: '9783161484100' });
  const { price, name, sku, description, stock, category_id } = product;
  const cleared = await put(product.id, { price, name, sku, description, stock, category_id, barcode: '' });
  expect(cleared.data.product.barcode).toBeNull();
});

test('a product can be saved unchanged', async () => {
  const product = await create({ variants: [{ sku: 'V-1', options: { Size: 'S' }, stock: 3 }], weight: '1.5' });
  const reply = await put(product.id, product);
  expect(reply.status).toBe(200);
  expect(reply.data.product).toEqual({ ...product, revision: 2, updated_at: reply.data.product.updated_at });
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ description: '' }, 'description'],
  [{ sku: '' }, 'sku'],
  [{ price: -1 }, 'price'],
  [{ price: 1.234 }, 'price'],
  [{ price: 'free' }, 'price'],
  [{ sale_price: 12.5 }, 'sale_price'],
  [{ stock: -1 }, 'stock'],
  [{ stock: 1.5 }, 'stock'],
  [{ category_id: 999_999 }, 'category_id'],
  [{ images: ['https://elsewhere.test/a.png'] }, 'images.0'],
  [{ images: [`/media/uploads/up-${'0'.repeat(32)}`] }, 'images'],
  [{ weight: 'heavy' }, 'weight'],
  [{ barcode: '4006381333932' }, 'barcode'],
  [
    {
      variants: [
        { sku: 'A-1', options: { Size: 'S' } },
        { sku: 'A-2', options: { Colour: 'Red' } },
      ],
    },
    'variants.1.options',
  ],
  [{ variants: [{ sku: 'A-1', options: { Size: 'S' }, price_modifier: '-12.51' }] }, 'variants'],
] as [Partial<ProductBody>, string][])('refuses %j for the field %s', async (given, field) => {
  const { status, failure } = await post(form(given));
  expect(status).toBe(422);
  expect(Object.keys(failure.errors ?? {})).toEqual([field]);
});

test('an amount is refused because it is too large, not because of its decimals', async () => {
  const { failure } = await post(form({ price: 10_000_000, sale_price: 9.999 }));
  expect(failure.errors).toEqual({
    price: ['This number is too large.'],
    sale_price: ['Please enter an amount of at least 0 with at most two decimals.'],
  });
});

test('a SKU belongs to one product or variant of the shop', async () => {
  const product = await create({ sku: 'ONE-OF-ITS-KIND', variants: [{ sku: 'ITS-VARIANT', options: { Size: 'S' } }] });
  const same = await post(form({ sku: 'ONE-OF-ITS-KIND' }));
  expect(same.status).toBe(409);
  expect(same.failure).toMatchObject({
    code: 'product.sku_taken',
    errors: { sku: [expect.stringContaining('ONE-OF')] },
  });
  const ofVariant = await post(form({ variants: [{ sku: 'ITS-VARIANT', options: { Size: 'S' } }] }));
  expect(ofVariant.failure.errors).toHaveProperty(['variants.0.sku']);
  const both = await Promise.all([post(form({ sku: 'RACED' })), post(form({ sku: 'RACED' }))]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await put(product.id, { ...product, price: 1 })).status).toBe(200);
});

test('a product does not get the SKU of its own variant, with or without its variants in the form', async () => {
  const product = await create({ sku: 'CUP', variants: [{ sku: 'CUP-S', options: { Size: 'S' } }] });
  const [variant] = product.variants;
  const { variants: _, ...withoutVariants } = product;
  const refused = await put(product.id, { ...withoutVariants, sku: 'CUP-S' });
  expect([refused.status, refused.failure]).toMatchObject([
    422,
    { code: 'product.invalid', errors: { sku: ['The SKU CUP-S is used twice in this product.'] } },
  ]);
  expect((await put(product.id, { ...product, sku: 'CUP-S' })).status).toBe(422);
  const swapped = { ...product, sku: 'CUP-S', variants: [{ ...variant, sku: 'CUP', options: { Size: 'S' } }] };
  const { data } = await put(product.id, swapped as ProductBody & typeof product);
  expect([data.product.sku, data.product.variants.map(({ sku }) => sku)]).toEqual(['CUP-S', ['CUP']]);
});

test('a SKU that a product and a variant get at once belongs to one of them', async () => {
  const { db } = shop.services;
  const { saving } = await db.transaction().execute(async (tx) => {
    // Each has written its SKU, and neither can see the other's, when both wait to record their change.
    await sql`LOCK TABLE audit_entry IN EXCLUSIVE MODE`.execute(tx);
    const both = Promise.all([
      post(form({ name: 'Plain bottle', sku: 'BOTTLE' })),
      post(form({ name: 'Other bottle', sku: 'OTHER', variants: [{ sku: 'BOTTLE', options: { Size: 'S' } }] })),
    ]);
    await expect.poll(() => countWaiting(db, 'audit_entry')).toBe(2);
    return { saving: both };
  });
  const replies = await saving;
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  const [field] = Object.keys(replies.find(({ status }) => status === 409)?.failure.errors ?? {});
  expect(['sku', 'variants.0.sku']).toContain(field);
  const { rows } = await sql`
    SELECT FROM product WHERE sku = 'BOTTLE' UNION ALL SELECT FROM product_variant WHERE sku = 'BOTTLE'`.execute(db);
  expect(rows).toHaveLength(1);
});

test('products with the same name get their own slugs, also concurrently', async () => {
  const products = await Promise.all([1, 2, 3, 4].map(() => create({ name: 'Twin Bowl' })));
  expect(products.map(({ slug }) => slug).sort()).toEqual(['twin-bowl', 'twin-bowl-2', 'twin-bowl-3', 'twin-bowl-4']);
});

test('a product named like another API path gets its own slug', async () => {
  const product = await create({ name: 'Featured' });
  expect(product.slug).toBe('product-featured');
  const renamed = await put(product.id, { ...product, name: 'Search' });
  expect(renamed.data.product.slug).toBe('product-search');
  const { data } = await shop.call('GET /products/{id}', { params: { id: 'product-search' } });
  expect(data.product.id).toBe(product.id);
});

test('a new name gives a new slug; the old one redirects and is never reused', async () => {
  const product = await create({ name: 'Old Lamp' });
  const { data } = await put(product.id, { ...product, name: 'New Lamp' });
  expect(data.product.slug).toBe('new-lamp');
  expect(await findSlugNow(shop.services.db, 'old-lamp')).toBe('new-lamp');
  expect((await create({ name: 'Old Lamp' })).slug).toBe('old-lamp-2');
  await put(product.id, { ...data.product, name: 'Old Lamp' });
  expect((await read(product.id)).slug).toBe('old-lamp');
  expect(await findSlugNow(shop.services.db, 'new-lamp')).toBe('old-lamp');
  expect(await findSlugNow(shop.services.db, 'old-lamp')).toBeUndefined();
});

test('of two concurrent edits of a product, the second is refused', async () => {
  const product = await create();
  const replies = await Promise.all([
    put(product.id, { ...product, price: 1 }),
    put(product.id, { ...product, price: 2 }),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = await put(product.id, { ...product, price: 3 });
  expect(late.failure).toMatchObject({ code: 'product.changed' });
});

test('a product being paid for cannot be deleted; a sold one can, and orders keep their copy', async () => {
  const product = await create({ name: 'Sold Vase', stock: 5 });
  const order = await createPaidOrder(shop, product.id);
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  expect((await openPayment(shop, shopper)).status).toBe(200);
  expect((await remove(product.id)).failure).toMatchObject({ code: 'product.held' });
  expect((await bulk({ action: 'delete', ids: [product.id] })).failure.data).toMatchObject({
    failed: [{ id: product.id, name: 'Sold Vase', reason: expect.stringContaining('paying') }],
  });
  await shop.services.db
    .updateTable('checkout')
    .set({ expires_at: new Date(0) })
    .where('status', '=', 'open')
    .execute();
  await shop.jobs.run('expire-checkouts');
  expect((await remove(product.id)).message).toBe('Product deleted successfully');
  expect((await remove(product.id)).status).toBe(404);
  const kept = await shop.call('GET /admin/orders/{id}', { params: { id: order.orderId } }, { token });
  expect(kept.data.items[0]).toMatchObject({ productName: 'Sold Vase', productId: null });
});

test('bulk changes apply to all or none, with reasons', async () => {
  const dear = await create({ price: 100, sale_price: 79.99 });
  const cheap = await create({ price: 1 });
  const ids = [dear.id, cheap.id];
  const refused = await bulk({ action: 'change_price_by_amount', ids: [...ids, 999_999], amount: '-2' });
  expect(refused.failure).toMatchObject({
    code: 'product.bulk_refused',
    message: 'Nothing was changed: 2 of 3 products do not allow it.',
    data: { failed: [{ id: 999_999 }, { id: cheap.id, reason: 'The price would be below 0.' }] },
  });
  expect((await bulk({ action: 'change_price_by_percent', ids, percent: 12.5 })).data).toEqual({ changed: 2 });
  expect(await read(dear.id)).toMatchObject({ price: '112.50', sale_price: '89.99', revision: 2 });
  expect(await read(cheap.id)).toMatchObject({ price: '1.13' });
  await bulk({ action: 'deactivate', ids });
  await bulk({ action: 'feature', ids });
  expect(await read(cheap.id)).toMatchObject({ is_active: false, is_featured: true });
  expect((await audits(cheap.id)).at(-1)).toMatchObject({
    before: { is_featured: false },
    after: { is_featured: true },
  });
  expect((await bulk({ action: 'delete', ids })).message).toBe('2 products deleted');
});

test('many products are put on sale, tagged and moved to another category at once', async () => {
  const own = await createCategory(shop.services.db, { name: 'Table' });
  const [mug, cup] = [await create({ price: 19.99, tags: ['Tea'] }), await create({ price: 10, sale_price: 9 })];
  const ids = [mug.id, cup.id];
  await bulk({ action: 'set_sale_by_percent', ids, percent: 15 });
  await bulk({ action: 'add_tags', ids, tags: ['tea', 'New'] });
  await bulk({ action: 'set_category', ids, category_id: own.id });
  expect(await read(mug.id)).toMatchObject({ sale_price: '16.99', tags: ['Tea', 'New'], category: { name: 'Table' } });
  expect(await read(cup.id)).toMatchObject({ sale_price: '8.50', tags: ['tea', 'New'], category: { name: 'Table' } });
  await bulk({ action: 'remove_tags', ids, tags: ['TEA'] });
  await bulk({ action: 'end_sale', ids });
  expect(await read(cup.id)).toMatchObject({ sale_price: null, tags: ['New'] });

  expect((await bulk({ action: 'set_category', ids, category_id: 999_999 })).failure.errors).toEqual({
    category_id: ['This category does not exist. Please choose another.'],
  });
  const tags = Array.from({ length: 40 }, (_none, at) => `tag ${at}`);
  expect((await bulk({ action: 'add_tags', ids: [cup.id], tags })).failure.errors).toEqual({
    ids: [`${cup.name}: It would have more than 40 tags.`],
  });
});

test('all products of a filtered list are changed at once, or none of them', async () => {
  const own = await createCategory(shop.services.db);
  const made: number[] = [];
  for (let at = 0; at < 230; at += 1)
    made.push((await createProduct(shop.services.db, { category_id: own.id, stock: 3 })).id);
  const query = { category: String(own.id), status: 'active' as const };
  const { data } = await shop.call('GET /admin/products/ids', { query }, { token });
  expect(data).toEqual({ ids: made.toReversed(), total: 230 });
  const refused = await bulk({ action: 'deactivate', ids: [...data.ids, 999_999] });
  expect(refused.message).toBe('Nothing was changed: 1 of 231 products do not allow it.');
  expect((await list({ ...query, status: 'inactive' })).total).toBe(0);
  expect((await bulk({ action: 'deactivate', ids: data.ids })).message).toBe('230 products updated');
  expect((await list({ ...query, status: 'inactive' })).total).toBe(230);
  expect((await bulk({ action: 'delete', ids: data.ids })).data).toEqual({ changed: 230 });
});

test('the list finds by name, SKU, brand and variant, filters, sorts and pages', async () => {
  const own = (await createCategory(shop.services.db)).id;
  const make = (name: string, given: Partial<ProductBody>) => create({ name, category_id: own, ...given });
  await make('Zebra 100%_Print', { stock: 11, price: 5, brand: 'Savanna' });
  await make('Apple Print', { stock: 10, price: 7, sku: 'LOWEST' });
  await make('Pear Print', { stock: 0, price: 6 });
  await make('Melon Print', { stock: 50, is_active: false, price: 8 });
  await make('Sized Print', { variants: [{ sku: 'XYZ-77', options: { Size: 'S' }, stock: 1 }], price: 9 });
  const names = async (query: object) => (await list({ category: own, ...query })).data.map(({ name }) => name);
  expect(await names({ search: '0%_p' })).toEqual(['Zebra 100%_Print']);
  expect(await names({ search: 'SAVANNA' })).toEqual(['Zebra 100%_Print']);
  expect(await names({ search: 'lowest' })).toEqual(['Apple Print']);
  expect(await names({ search: 'xyz-77' })).toEqual(['Sized Print']);
  expect(await names({ status: 'in_stock' })).toEqual(['Zebra 100%_Print']);
  expect(await names({ status: 'low_stock', sortBy: 'name' })).toEqual(['Apple Print', 'Sized Print']);
  expect(await names({ status: 'out_of_stock' })).toEqual(['Pear Print']);
  expect(await names({ status: 'inactive' })).toEqual(['Melon Print']);
  expect(await names({ sortBy: 'price', sortOrder: 'desc', per_page: 2, page: 2 })).toEqual([
    'Apple Print',
    'Pear Print',
  ]);
  expect(await names({ sortBy: 'stock', per_page: 1 })).toEqual(['Pear Print']);
  expect(await list({ category: own, per_page: 2, page: 9 })).toMatchObject({ total: 5, last_page: 3, data: [] });
  expect((await list({})).per_page).toBe(10);
});

test('customers have no access', async () => {
  const customer = await signIn(shop, await createCustomer(shop.services.db));
  const reply = await shop.call('POST /admin/products', { body: form() }, { token: customer });
  expect(reply.failure).toMatchObject({ code: 'auth.forbidden' });
  const own = await createProduct(shop.services.db);
  expect((await shop.call('DELETE /admin/products/{id}', { params: { id: own.id } }, {})).status).toBe(401);
});
