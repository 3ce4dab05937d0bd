import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** Ids by slug; the categories are locked against deletion until the transaction ends. */
export async function lockCategories(tx: Transaction, slugs: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; slug: string }>`
    SELECT id, slug FROM category WHERE slug = ANY(${slugs}::text[]) ORDER BY id FOR KEY SHARE`.execute(tx);
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

/** The products with one of the SKUs, themselves or by a variant. */
export async function findProductIdsBySku(db: Database, skus: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM product WHERE sku = ANY(${skus}::text[])
    UNION
    SELECT product_id FROM product_variant WHERE sku = ANY(${skus}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}
