import type { AdminCategory, adminCategoryEndpoints } from '#contract/admin/categories.ts';
import { lastPage } from '#domain/paging.ts';
import { answer, type Handlers } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { categoryView } from '../storefront/category.view.ts';
import { type AdminCategoryRow, findAdminCategoryRow, listAdminCategoryRows } from './admin-categories.store.ts';
import type { AdminCatalogueServices } from './admin-change.ts';
import { createCategory, deleteCategory, updateCategory } from './save-category.ts';

function view(row: AdminCategoryRow): AdminCategory {
  return { ...categoryView(row, row.product_count), revision: row.revision };
}

export function adminCategoryHandlers(services: AdminCatalogueServices): Handlers<typeof adminCategoryEndpoints> {
  const { db } = services;
  const read = async (id: number) => {
    const row = await findAdminCategoryRow(db, id);
    if (!row) throw new Refusal('category.not_found');
    return { category: view(row) };
  };
  return {
    'GET /admin/categories': async ({ query: { search, page, per_page } }) => {
      const span = { limit: per_page, offset: (page - 1) * per_page };
      const { rows, total, countAll } = await listAdminCategoryRows(db, search, span);
      return answer({
        current_page: page,
        last_page: lastPage(total, per_page),
        per_page,
        total,
        data: rows.map(view),
        count_all: countAll,
      });
    },
    'POST /admin/categories': async ({ caller, request, body }) => {
      const id = await createCategory(services, body, { actor: caller, request });
      return answer(await read(id), 'Category created successfully');
    },
    'PUT /admin/categories/{id}': async ({ caller, request, params, body }) => {
      await updateCategory(services, params.id, body, { actor: caller, request }).catch(async (error) => {
        if (!(error instanceof Refusal) || error.code !== 'category.changed') throw error;
        throw new Refusal('category.changed', { data: await read(params.id) });
      });
      return answer(await read(params.id), 'Category updated successfully');
    },
    'DELETE /admin/categories/{id}': async ({ caller, request, params }) => {
      await deleteCategory(services, params.id, { actor: caller, request });
      return answer(null, 'Category deleted successfully');
    },
  };
}
