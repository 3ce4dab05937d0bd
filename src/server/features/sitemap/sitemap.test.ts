import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProduct } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const get = async (url: string, headers = {}) => {
  const { statusCode, body, headers: answered } = await shop.app.inject({ url, headers });
  return { status: statusCode, body, type: answered['content-type'] };
};
const later = () => shop.clock.advance({ minutes: 11 });

test('the sitemap lists pages, categories and visible products with their pictures', async () => {
  const images = [{ url: '/media/lamp-1', alt: '' }];
  const lamp = await createProduct(shop.services.db, { images });
  const hidden = await createProduct(shop.services.db, { is_active: false });
  const { status, body, type } = await get('/sitemap.xml');
  expect([status, type]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(body).toContain('<loc>http://shop.test/faq</loc>');
  expect(body).toContain(`<loc>http://shop.test/products/category/${lamp.category_id}</loc>`);
  expect(body).toContain(`<loc>http://shop.test/products/${lamp.slug}</loc><lastmod>`);
  expect(body).toContain('<image:loc>http://shop.test/media/lamp-1</image:loc>');
  expect(body).not.toContain(hidden.slug);
  expect(body.match(/<url>/g)).toHaveLength(body.match(/<\/url>/g)?.length ?? 0);
});

test('changes are in the sitemap ten minutes later', async () => {
  await get('/sitemap.xml');
  const fresh = await createProduct(shop.services.db);
  expect((await get('/sitemap.xml')).body).not.toContain(fresh.slug);
  later();
  expect((await get('/sitemap.xml')).body).toContain(fresh.slug);
});

test('a large catalogue is listed in parts, each product in one of them', async () => {
  const { db } = shop.services;
  const { category_id } = await createProduct(db);
  await sql`
    INSERT INTO product (category_id, name, slug, description, sku, price_cents)
    SELECT ${category_id}, 'P', 'many-' || n, '', 'MANY-' || n, 100 FROM generate_series(1, 5200) AS n`.execute(db);
  later();
  const { body: index } = await get('/sitemap.xml');
  const files = [...index.matchAll(/<loc>http:\/\/shop\.test(.+?)<\/loc>/g)].map(([, path]) => String(path));
  expect(files).toEqual(['/sitemap-pages.xml', '/sitemap-products-1.xml', '/sitemap-products-2.xml']);
  const parts = await Promise.all(files.slice(1).map((file) => get(file)));
  const found = parts.flatMap(({ body }) => body.match(/products\/many-\d+</g) ?? []);
  expect(new Set(found).size).toBe(5200);
  expect(found).toHaveLength(5200);
  expect((await get('/sitemap-products-3.xml')).status).toBe(404);
  expect((await get('/sitemap-products-0.xml')).status).toBe(404);
});

test('a product is found at its former URL', async () => {
  const { db, now } = shop.services;
  const { id, slug } = await createProduct(db);
  await db
    .insertInto('product_slug_history')
    .values({ slug: 'the-old-name', product_id: id, created_at: now() })
    .execute();
  const { data } = await shop.call('GET /products/{id}', { params: { id: 'the-old-name' } });
  expect(data.product.slug).toBe(slug);
});

test('robots.txt excludes personal pages and names the sitemap', async () => {
  const { status, body } = await get('/robots.txt');
  expect(status).toBe(200);
  for (const path of ['/admin', '/dashboard', '/checkout', '/api/']) expect(body).toContain(`Disallow: ${path}\n`);
  expect(body).toContain('Sitemap: http://shop.test/sitemap.xml\n');
});
