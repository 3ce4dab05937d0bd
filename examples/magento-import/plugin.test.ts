import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  adminImportClient,
  createAdmin,
  createCategory,
  openPluginShop,
  type PluginShop,
  signIn,
} from '#plugin/testing';
import { magentoImport } from './plugin.ts';

let shop: PluginShop;
let token: string;
beforeAll(async () => {
  shop = await openPluginShop(magentoImport());
  token = await signIn(shop, await createAdmin(shop.services.db));
  await createCategory(shop.services.db, { name: 'Tops', slug: 'tops' });
});
afterAll(() => shop.close());

const { send, check, runToEnd } = adminImportClient(() => ({ shop, token }));

const EXPORT = [
  'sku,store_view_code,attribute_set_code,product_type,categories,name,description,product_online,price,qty,configurable_variations',
  'TEE-S,,Top,simple,,Tee S,Soft.,1,19.000000,4.0000,',
  'TEE-L,,Top,simple,,Tee L,Soft.,1,21.500000,-2.0000,',
  'TEE-M,,Top,simple,,Tee M,Soft.,2,20.000000,3.0000,',
  'TEE,,Top,configurable,Default Category/Tops,Tee,Soft.,1,,0.0000,"sku=TEE-S,size=S|sku=TEE-M,size=M|sku=TEE-L,size=L"',
  'SOCK-S,,Top,simple,,Sock S,Warm.,2,9.000000,3.0000,',
  'SOCK,,Top,configurable,Default Category/Tops,Sock,Warm.,1,,0.0000,"sku=SOCK-S,size=S"',
  'TEE,de,Top,configurable,,T-Shirt,Weich.,,,,',
  'CAP,,Top,simple,"Default Category/Tops,Default Category/Sale",Cap,Warm.,2,12.000000,7.0000,',
].join('\n');

test('a merchant imports products and variants of a Magento shop', async () => {
  const uploaded = await send(EXPORT);
  expect(uploaded.data).toMatchObject({ format: 'magento', format_label: 'Magento' });

  const checked = await check(EXPORT);
  expect(checked.counts).toMatchObject({ create: 5, error: 0 });
  await runToEnd(checked.id, 'all_or_nothing');

  const products = shop.services.db.selectFrom('product').orderBy('id');
  expect(await products.select(['sku', 'price_cents', 'is_active']).execute()).toEqual([
    { sku: 'TEE', price_cents: 1900, is_active: true },
    { sku: 'SOCK', price_cents: 900, is_active: false },
    { sku: 'CAP', price_cents: 1200, is_active: false },
  ]);
  const { data } = await shop.call('GET /products/{id}', { params: { id: 'tee' } });
  expect(data.product.variants).toMatchObject([
    { sku: 'TEE-S', options: { size: 'S' }, stock: 4 },
    { sku: 'TEE-L', options: { size: 'L' }, stock: 0 },
  ]);
});

test('the import page lists the shop systems whose exports it converts', async () => {
  const { data } = await shop.call('GET /admin/imports/formats', {}, { token });
  expect(data.map(({ label }) => label)).toEqual(['Magento', 'Shopify', 'WooCommerce']);
});
