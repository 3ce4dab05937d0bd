import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

export interface SitemapProductRow {
  readonly id: number;
  readonly slug: string;
  readonly images: readonly { readonly url: string }[];
  readonly updated_at: Date;
}

/**
 * Visible products by id.
 * @param afterId only products above it; `skip` leaves out the first of them.
 */
export async function readSitemapProducts(
  db: Database,
  { afterId, skip, limit }: { readonly afterId: number; readonly skip: number; readonly limit: number },
): Promise<SitemapProductRow[]> {
  const { rows } = await sql<SitemapProductRow>`
    SELECT p.id, p.slug, p.images, p.updated_at FROM product p JOIN category c ON c.id = p.category_id
     WHERE p.is_active AND c.is_active AND p.id > ${afterId}
     ORDER BY p.id OFFSET ${skip} LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countSitemapProducts(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM product p JOIN category c ON c.id = p.category_id
     WHERE p.is_active AND c.is_active`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface SitemapCategoryRow {
  readonly id: number;
  readonly updated_at: Date;
}

export function readSitemapCategories(db: Database): Promise<SitemapCategoryRow[]> {
  return db
    .selectFrom('category')
    .select(['id', 'updated_at'])
    .where('is_active', '=', true)
    .orderBy('sort_order')
    .orderBy('id')
    .execute();
}
