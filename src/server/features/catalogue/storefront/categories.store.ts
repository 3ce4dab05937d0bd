import { type Selectable, sql } from 'kysely';
import type { Database, Handle } from '#server/platform/database/database.ts';
import type { Category, CategoryOrder } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/tables/table-columns.ts';

export type CategoryRow = Selectable<Category>;

/** All categories, siblings in the merchant's order. A shop has tens or hundreds, so the list is not paged. */
export function listCategoryRows(db: Handle): Promise<CategoryRow[]> {
  return db
    .selectFrom('category')
    .select(columnsOf('category'))
    .orderBy('sort_order')
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export type ProductOrderRow = Pick<Selectable<CategoryOrder>, 'category_id' | 'product_ids' | 'revision'>;

/** The merchant's orders of products; few categories have one. */
export function listProductOrders(db: Database): Promise<ProductOrderRow[]> {
  return db
    .selectFrom('category_order')
    .select(['category_id', 'product_ids', 'revision'])
    .where(sql<number>`cardinality(product_ids)`, '>', 0)
    .execute();
}
