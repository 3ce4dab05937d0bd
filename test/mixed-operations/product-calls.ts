import { adminImportClient } from '#test/clients/admin-import-client.ts';
import type { BusyShop, Call } from './busy-shop.ts';

/** Changes one product, as the form of the back office does. */
function productEditor({ shop, admin, anyProduct }: BusyShop) {
  return async (change: (of: { stock: number }) => object): Promise<void> => {
    const of = anyProduct();
    const read = await shop.call('GET /admin/products/{id}', of, admin);
    if (read.status !== 200) return;
    const { name, description, price, sku, stock, category_id, revision } = read.data.product;
    const form = { name, description: description || 'A thing', price, sku, stock, category_id, revision };
    const body = { ...form, stock_seen: stock, ...change({ stock }) };
    await shop.call('PUT /admin/products/{id}', { ...of, body }, admin);
  };
}

/** What a merchant does to single products. */
export function productCalls(busy: BusyShop): Call[] {
  const { shop, seed, random, below, pick, admin, products, addProduct, forgetProduct, anyProduct } = busy;
  const { db } = shop.services;
  const editProduct = productEditor(busy);
  const importer = adminImportClient(() => ({ shop, token: admin.token }));
  return [
    () => editProduct(() => ({ price: 5 + below(20) })),
    () => editProduct(({ stock }) => ({ stock: Math.max(0, stock + below(9) - 3) })),
    () => editProduct(() => ({ variants: [] })),
    () => {
      const sku = `V-${seed}-${below(1_000_000)}`;
      return editProduct(() => ({ variants: [{ sku, options: { Size: sku }, stock: 6, price_modifier: '1.00' }] }));
    },
    () => editProduct(() => ({ is_active: random() < 0.7 })),
    async () => {
      const of = anyProduct();
      const gone = await shop.call('DELETE /admin/products/{id}', of, admin);
      if (gone.status === 200) forgetProduct(of.params.id);
      if (products.length < 8) await addProduct();
    },
    async () => {
      const rows = [1, 2, 3].map(
        (n) => `IMP-${seed}-${n},Imported ${n},Storm ${seed},${5 + below(9)}.50,${6 + below(9)},A thing`,
      );
      const { data, status } = await importer.send(
        `SKU,Name,Category,Price,Stock,Description\r\n${rows.join('\r\n')}\r\n`,
      );
      if (status !== 201) return;
      await importer.map(data.id, { fields: data.mapping.fields, decimal: data.mapping.decimal });
      await shop.jobs.runRequested();
      await importer.run(data.id, pick(['all_or_nothing', 'skip_bad'] as const) ?? 'skip_bad');
      await shop.jobs.runRequested();
      const made = await db.selectFrom('product').select('id').where('sku', 'like', `IMP-${seed}-%`).execute();
      for (const { id } of made) if (!products.includes(id)) products.push(id);
    },
  ];
}

/** What a merchant does to many products at once. */
export function bulkCalls(busy: BusyShop): Call[] {
  const { shop, random, below, pick, admin, products, addProduct, forgetProduct, category, otherCategory } = busy;
  return [
    () => {
      const body = { action: 'change_price_by_percent', ids: products.slice(-4), percent: below(20) - 9 } as const;
      return shop.call('POST /admin/products/bulk', { body }, admin);
    },
    () => shop.call('POST /admin/products/bulk', { body: { action: 'activate', ids: products.slice(-5) } }, admin),
    () => {
      const action = pick(['add_tags', 'remove_tags'] as const) ?? 'add_tags';
      const body = { action, ids: products.slice(0, 6).reverse(), tags: [`storm ${below(3)}`] };
      return shop.call('POST /admin/products/bulk', { body }, admin);
    },
    () => {
      const sale = { action: 'set_sale_by_percent', percent: 1 + below(40) } as const;
      const ids = products.slice(-4);
      const body = random() < 0.7 ? { ...sale, ids } : { action: 'end_sale' as const, ids };
      return shop.call('POST /admin/products/bulk', { body }, admin);
    },
    () => {
      const category_id = pick([category.id, otherCategory.id]) ?? otherCategory.id;
      const body = { action: 'set_category', ids: products.slice(1, 5), category_id } as const;
      return shop.call('POST /admin/products/bulk', { body }, admin);
    },
    async () => {
      const ids = products.slice(0, 2);
      const gone = await shop.call('POST /admin/products/bulk', { body: { action: 'delete', ids } }, admin);
      if (gone.status === 200) for (const id of ids) forgetProduct(id);
      while (products.length < 6) await addProduct();
    },
  ];
}
