import type { categoryEndpoints } from '#contract/storefront/categories.ts';
import type { Database } from '#server/platform/database/database.ts';
import { answer, type Handlers } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CatalogueSearch } from '../search-engine.ts';
import { findCategoryRow, listCategoryRows } from './categories.store.ts';
import { categoryView } from './category.view.ts';

export interface CategoryServices {
  readonly db: Database;
  readonly search: CatalogueSearch;
}

export function categoryHandlers({ db, search }: CategoryServices): Handlers<typeof categoryEndpoints> {
  return {
    'GET /categories': async () => {
      const rows = await listCategoryRows(db);
      const counts = new Map((await search.categories()).map(({ id, productCount }) => [id, productCount]));
      return answer(rows.map((row) => categoryView(row, counts.get(row.id) ?? 0)));
    },
    'GET /categories/{id}': async ({ params }) => {
      const row = await findCategoryRow(db, params.id);
      if (!row) throw new Refusal('category.not_found');
      const listed = (await search.categories()).find(({ id }) => id === row.id);
      return answer(categoryView(row, listed?.productCount ?? 0));
    },
  };
}
