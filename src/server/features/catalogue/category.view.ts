import type { Category } from '#contract/storefront/categories.ts';
import type { CategoryRow } from './categories.store.ts';

export function categoryView(row: CategoryRow, productCount: number): Category {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    image: row.image,
    sort_order: row.sort_order,
    is_active: row.is_active,
    product_count: productCount,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
