import type { Selectable } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { Category } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/table-columns.ts';

export type CategoryRow = Selectable<Category>;

function activeCategories(db: Database) {
  return db.selectFrom('category').select(columnsOf('category')).where('is_active', '=', true);
}

/** In the merchant's order, then by name. A shop has tens of categories, so the list is not paged. */
export function listCategoryRows(db: Database): Promise<CategoryRow[]> {
  return activeCategories(db).orderBy('sort_order').orderBy('name').orderBy('id').limit(200).execute();
}

export function findCategoryRow(db: Database, id: number): Promise<CategoryRow | undefined> {
  return activeCategories(db).where('id', '=', id).executeTakeFirst();
}
