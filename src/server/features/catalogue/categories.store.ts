import type { NotNull, Selectable } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { Category } from '#server/platform/database/schema.ts';

export type CategoryRow = Selectable<Category> & { readonly product_count: number };

function activeCategories(db: Database) {
  return db
    .selectFrom('category')
    .selectAll('category')
    .select((eb) =>
      eb
        .selectFrom('product')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('product.category_id', '=', 'category.id')
        .where('product.is_active', '=', true)
        .as('product_count'),
    )
    .$narrowType<{ product_count: NotNull }>()
    .where('category.is_active', '=', true);
}

/** In the merchant's order, then by name. A shop has tens of categories: the list is whole. */
export function listCategoryRows(db: Database): Promise<CategoryRow[]> {
  return activeCategories(db).orderBy('sort_order').orderBy('name').orderBy('category.id').limit(200).execute();
}

export function findCategoryRow(db: Database, id: number): Promise<CategoryRow | undefined> {
  return activeCategories(db).where('category.id', '=', id).executeTakeFirst();
}
