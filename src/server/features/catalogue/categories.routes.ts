import type { categoryEndpoints } from '#contract/storefront/categories.ts';
import type { Database } from '#server/platform/database/database.ts';
import { answer, type Handlers } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findCategoryRow, listCategoryRows } from './categories.store.ts';
import { categoryView } from './category.view.ts';

export function categoryHandlers({ db }: { db: Database }): Handlers<typeof categoryEndpoints> {
  return {
    'GET /categories': async () => answer((await listCategoryRows(db)).map(categoryView)),
    'GET /categories/{id}': async ({ params }) => {
      const row = await findCategoryRow(db, params.id);
      if (!row) throw new Refusal('category.not_found');
      return answer(categoryView(row));
    },
  };
}
