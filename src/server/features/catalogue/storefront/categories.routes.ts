import type { categoryEndpoints } from '#contract/storefront/categories.ts';
import type { Database } from '#server/platform/database/database.ts';
import { answer, type Handlers } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Catalogue } from '../in-memory/catalogue.ts';
import { findCategoryRow, listCategoryRows } from './categories.store.ts';
import { categoryView } from './category.view.ts';

export interface CategoryServices {
  readonly db: Database;
  readonly catalogue: Catalogue;
}

export function categoryHandlers({ db, catalogue }: CategoryServices): Handlers<typeof categoryEndpoints> {
  return {
    'GET /categories': async () => {
      const rows = await listCategoryRows(db);
      const index = await catalogue.current();
      return answer(rows.map((row) => categoryView(row, index.countOf(row.id))));
    },
    'GET /categories/{id}': async ({ params }) => {
      const row = await findCategoryRow(db, params.id);
      if (!row) throw new Refusal('category.not_found');
      return answer(categoryView(row, (await catalogue.current()).countOf(row.id)));
    },
  };
}
