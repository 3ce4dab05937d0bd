import type { AdminCategory, adminCategoryEndpoints } from '#contract/admin/categories.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { Refusal, refuseWithCurrent } from '#server/platform/refusal.ts';
import type { CategorySnapshot } from '../../shop-categories.ts';
import { categoryStepView, categoryView } from '../../storefront/category.view.ts';
import type { AdminCatalogueServices } from '../admin-catalogue-services.ts';
import { type AdminCategoryRow, findAdminCategoryRow, listAdminCategoryRows } from './admin-categories.store.ts';
import { isChosenActive } from './category-place.ts';
import { deleteCategory } from './delete-category.ts';
import { moveCategory } from './move-category.ts';
import { createCategory, updateCategory } from './save-category.ts';

function view(row: AdminCategoryRow, { all }: CategorySnapshot): AdminCategory {
  const above = row.parent_id === null ? [] : all.pathOf(row.parent_id);
  return {
    ...categoryView(row, row.product_count),
    is_active: isChosenActive(row),
    is_visible: row.is_active,
    child_count: row.child_count,
    path: [...above, row].map(categoryStepView),
    revision: row.revision,
  };
}

export function adminCategoryHandlers(services: AdminCatalogueServices): Handlers<typeof adminCategoryEndpoints> {
  const { db, categories } = services;
  const read = async (id: number) => {
    const [row, snapshot] = await Promise.all([findAdminCategoryRow(db, id), categories.current()]);
    if (!row) throw new Refusal('category.not_found');
    return { category: view(row, snapshot) };
  };
  return {
    'GET /admin/categories': async ({ query: { page, per_page, ...query } }) => {
      const span = rangeOf({ page, per_page });
      const [{ rows, total, countAll }, snapshot] = await Promise.all([
        listAdminCategoryRows(db, query, span),
        categories.current(),
      ]);
      const data = rows.map((row) => view(row, snapshot));
      return respond({
        ...pageOf({ page, per_page }, total, data),
        count_all: countAll,
      });
    },
    'POST /admin/categories': async ({ caller, request, body }) => {
      const id = await createCategory(services, body, { actor: caller, request });
      return respond(await read(id), 'Category created successfully');
    },
    'PUT /admin/categories/{id}': async ({ caller, request, params, body }) => {
      const change = updateCategory(services, params.id, body, { actor: caller, request });
      await refuseWithCurrent('category.changed', change, () => read(params.id));
      return respond(await read(params.id), 'Category updated successfully');
    },
    'PUT /admin/categories/{id}/place': async ({ caller, request, params, body }) => {
      await moveCategory(services, params.id, body, { actor: caller, request });
      return respond(await read(params.id), 'Category moved successfully');
    },
    'DELETE /admin/categories/{id}': async ({ caller, request, params }) => {
      await deleteCategory(services, params.id, { actor: caller, request });
      return respond(null, 'Category deleted successfully');
    },
  };
}
