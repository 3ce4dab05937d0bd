import type { Selectable } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { Category } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/table-columns.ts';

export type CategoryRow = Selectable<Category>;

/** All categories, siblings in the merchant's order. A shop has tens or hundreds, so the list is not paged. */
export function listCategoryRows(db: Database | Transaction): Promise<CategoryRow[]> {
  return db
    .selectFrom('category')
    .select(columnsOf('category'))
    .orderBy('sort_order')
    .orderBy('name')
    .orderBy('id')
    .execute();
}
