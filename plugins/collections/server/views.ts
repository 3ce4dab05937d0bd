import { formatDecimal, type ProductSummary } from '#plugin';
import type { AdminCollection, AdminCollectionRow, PickedProduct } from '../admin-contract.ts';
import type { ListedCollection, PublicCollection } from '../contract.ts';
import type { CollectionRow } from '../tables.ts';

type ListedRow = Pick<CollectionRow, 'id' | 'slug' | 'name' | 'description' | 'image'>;

/** What the catalogue says about a collection. */
export interface Contents {
  readonly total: number;
  /** Picture of the first product. */
  readonly cover: string | null;
}

export const listedView = (
  { id, slug, name, description, image }: ListedRow,
  { total, cover }: Contents,
): ListedCollection => ({ id, slug, name, description, image: image ?? cover, product_count: total });

export const publicView = (
  row: ListedRow & Pick<CollectionRow, 'seo_title' | 'seo_description' | 'sort'>,
  contents: Contents,
): PublicCollection => ({
  ...listedView(row, contents),
  picture: row.image,
  seo_title: row.seo_title,
  seo_description: row.seo_description,
  sort: row.sort,
});

const momentOf = (at: Date | null): string | null => at?.toISOString() ?? null;

type Published = Pick<CollectionRow, 'is_published' | 'published_from' | 'published_until'>;

export const isVisible = ({ is_published, published_from, published_until }: Published, now: Date): boolean =>
  is_published &&
  (published_from === null || published_from <= now) &&
  (published_until === null || published_until > now);

/** When a collection next appears or disappears; undefined: never. */
export function nextChange({ is_published, published_from, published_until }: Published, now: Date): Date | undefined {
  return is_published
    ? ([published_from, published_until].find((at) => at !== null && at > now) ?? undefined)
    : undefined;
}

type AdminRow = Pick<CollectionRow, 'id' | 'slug' | 'name' | 'image' | 'kind' | 'updated_at'> & Published;

export const adminRowView = (row: AdminRow, { total, cover }: Contents, now: Date): AdminCollectionRow => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  image: row.image ?? cover,
  kind: row.kind,
  product_count: total,
  is_published: row.is_published,
  published_from: momentOf(row.published_from),
  published_until: momentOf(row.published_until),
  is_visible: isVisible(row, now),
  updated_at: row.updated_at.toISOString(),
});

export const adminView = (
  row: Omit<CollectionRow, 'created_at'>,
  products: readonly ProductSummary[],
): AdminCollection => ({
  id: row.id,
  revision: row.revision,
  name: row.name,
  slug: row.slug,
  description: row.description,
  image: row.image,
  seo_title: row.seo_title,
  seo_description: row.seo_description,
  kind: row.kind,
  rule: row.rule,
  product_ids: products.map(({ id }) => id),
  sort: row.sort,
  max_products: row.max_products,
  position: row.position,
  is_published: row.is_published,
  published_from: momentOf(row.published_from),
  published_until: momentOf(row.published_until),
  products: products.map(pickedView),
});

export const pickedView = ({ id, name, slug, image, price, stock, isActive }: ProductSummary): PickedProduct => ({
  id,
  name,
  slug,
  image,
  price: formatDecimal(price),
  stock,
  is_active: isActive,
});
