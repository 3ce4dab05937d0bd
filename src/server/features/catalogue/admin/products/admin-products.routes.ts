import { type adminProductEndpoints, MAX_BULK } from '#contract/admin/products.ts';
import { counted } from '#domain/counted.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import { recordExport } from '#server/platform/audit/audit.store.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AdminCatalogueServices } from '../admin-catalogue-services.ts';
import { exportProducts } from '../csv/export-products.ts';
import { adminProductDetailView, adminProductView } from './admin-product.view.ts';
import { findAdminProductIds, readAdminProductRows } from './admin-products.store.ts';
import { changeManyProducts } from './change-many-products.ts';
import { deleteProduct } from './delete-products.ts';
import { createProduct, updateProduct } from './save-product.ts';

export function adminProductHandlers(services: AdminCatalogueServices): Handlers<typeof adminProductEndpoints> {
  const { db, now, customFields, categories } = services;
  const read = async (id: number) => {
    const [[row], definitions, { all }] = await Promise.all([
      readAdminProductRows(db, [id]),
      customFields.all(),
      categories.current(),
    ]);
    if (!row) throw new Refusal('product.not_found');
    return { product: adminProductDetailView(row, { customFields: definitions, categories: all }) };
  };
  /** A list of a category includes the products of those below it. */
  const withBranch = async <Q extends { readonly category?: number | undefined }>({ category, ...query }: Q) => {
    if (category === undefined) return query;
    const { all } = await categories.current();
    const branch = all.branchOf(category).map(({ id }) => id);
    return { ...query, categories: branch.length > 0 ? branch : [category] };
  };
  return {
    'GET /admin/products': async ({ query }) => {
      const { page, per_page } = query;
      const span = rangeOf({ page, per_page });
      const { ids, total } = await findAdminProductIds(db, await withBranch(query), span);
      const [rows, { all }] = await Promise.all([readAdminProductRows(db, ids), categories.current()]);
      const products = rows.map((row) => adminProductView(row, { categories: all }));
      return respond(pageOf({ page, per_page }, total, products));
    },
    'GET /admin/products/export': async ({ caller, request, query }) => {
      const at = now();
      await recordExport(db, 'product', { actor: caller, request, at });
      const [filter, definitions, { all }] = await Promise.all([
        withBranch(query),
        customFields.all(),
        categories.current(),
      ]);
      const content = exportProducts(db, filter, { customFields: definitions, categories: all });
      return respond({ name: `products-${at.toISOString().slice(0, 10)}.csv`, content });
    },
    'GET /admin/products/ids': async ({ query }) =>
      respond(await findAdminProductIds(db, await withBranch(query), { limit: MAX_BULK, offset: 0 })),
    'GET /admin/products/{id}': async ({ params }) => respond(await read(params.id)),
    'POST /admin/products': async ({ caller, request, body }) => {
      const id = await createProduct(services, body, { actor: caller, request });
      return respond(await read(id), 'Product created successfully');
    },
    'PUT /admin/products/{id}': async ({ caller, request, params, body }) => {
      await updateProduct(services, params.id, body, { actor: caller, request });
      return respond(await read(params.id), 'Product updated successfully');
    },
    'DELETE /admin/products/{id}': async ({ caller, request, params }) => {
      await deleteProduct(services, params.id, { actor: caller, request });
      return respond(null, 'Product deleted successfully');
    },
    'POST /admin/products/bulk': async ({ caller, request, body }) => {
      const changed = await changeManyProducts(services, body, { actor: caller, request });
      const done = body.action === 'delete' ? 'deleted' : 'updated';
      return respond({ changed }, `${counted(changed, ['product', 'products'])} ${done}`);
    },
  };
}
