import type { Category } from '#contract/storefront/categories.ts';
import type { Product } from '#contract/storefront/product.ts';
import type { CategoryTree } from '#domain/catalogue/category-tree.ts';
import type { CategoryRow } from './categories.store.ts';

/** Category columns of a product. */
export interface CategoryColumns {
  readonly category_id: number;
  readonly category_name: string;
  readonly category_slug: string;
  readonly category_description: string;
  readonly category_image: string | null;
  readonly category_sort_order: number;
  readonly category_is_active: boolean;
  readonly category_parent_id: number | null;
  /** Milliseconds since 1970. */
  readonly category_created_at: number;
  readonly category_updated_at: number;
}

/** One step of a path. */
export const categoryStepView = ({ id, name, slug }: Pick<CategoryRow, 'id' | 'name' | 'slug'>) => ({ id, name, slug });

/** @param categories all of the shop */
export function categoryOfProductView(
  row: CategoryColumns,
  categories: CategoryTree<CategoryRow>,
): Product['category'] {
  return {
    id: row.category_id,
    name: row.category_name,
    slug: row.category_slug,
    description: row.category_description,
    image: row.category_image,
    sort_order: row.category_sort_order,
    is_active: row.category_is_active,
    parent_id: row.category_parent_id,
    path: categories.pathOf(row.category_id).map(categoryStepView),
    created_at: new Date(row.category_created_at).toISOString(),
    updated_at: new Date(row.category_updated_at).toISOString(),
  };
}

export function categoryView(row: CategoryRow, productCount: number): Category {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    image: row.image,
    sort_order: row.sort_order,
    is_active: row.is_active,
    parent_id: row.parent_id,
    product_count: productCount,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
