import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** What changed in the catalogue, and what it comes to now. */
export interface CatalogueChanges {
  /** Whatever is changed by a later transaction, or by one that was not finished yet, is younger than this. */
  readonly horizon: string;
  /** Every product that may have changed, and perhaps some that have not. */
  readonly ids: number[];
  /** Products that anybody may see, and their pieces: when the index disagrees, something was deleted unseen. */
  readonly publicCount: number;
  readonly stockSum: number;
}

/**
 * Finds what changed since an earlier answer by the transaction ids that PostgreSQL keeps with each row, so that nothing
 * has to be written for it. Deletions are not among the ids.
 * @param horizon of the earlier answer; null: everything is new.
 */
export async function readCatalogueChanges(db: Database, horizon: string | null): Promise<CatalogueChanges> {
  const { rows } = await sql<{ horizon: string; ids: string | null; public_count: number; stock_sum: number }>`
    WITH since AS (SELECT COALESCE(age(CAST(CAST(${horizon}::text AS xid8) AS xid)), 2147483647) AS age)
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon,
           (SELECT string_agg(id::text, ',') FROM (
              SELECT p.id FROM since, product p JOIN category c ON c.id = p.category_id
               WHERE age(p.xmin) <= since.age OR age(c.xmin) <= since.age
              UNION SELECT v.product_id FROM since, product_variant v WHERE age(v.xmin) <= since.age
              UNION SELECT s.product_id FROM since, stock s WHERE age(s.xmin) <= since.age) changed) AS ids,
           (SELECT count(*) FROM product p JOIN category c ON c.id = p.category_id
             WHERE p.is_active AND c.is_active) AS public_count,
           (SELECT COALESCE(sum(s.received - s.sold - s.held), 0)::bigint
              FROM stock s JOIN product p ON p.id = s.product_id JOIN category c ON c.id = p.category_id
             WHERE p.is_active AND c.is_active) AS stock_sum`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The catalogue gave no answer about its changes');
  return {
    horizon: row.horizon,
    ids: row.ids === null ? [] : row.ids.split(',').map(Number),
    publicCount: row.public_count,
    stockSum: row.stock_sum,
  };
}

export interface IndexedProductRow {
  readonly id: number;
  readonly category_id: number;
  readonly name: string;
  readonly brand: string | null;
  readonly price: number;
  readonly is_on_sale: boolean;
  readonly created_at: number;
  readonly rating: number;
  readonly review_count: number;
  readonly stock: number;
  readonly text_hash: number;
  /** The searchable text; null when its hash is the known one. */
  readonly text: {
    readonly tags: string[];
    readonly category: string;
    readonly short_description: string;
    readonly description: string;
  } | null;
}

export interface KnownProduct {
  readonly id: number;
  readonly textHash: number | undefined;
}

/** Reads those of the products that anybody may see; the text only of those whose text is not the known one. */
export async function readIndexedRows(db: Database, known: readonly KnownProduct[]): Promise<IndexedProductRow[]> {
  const ids = known.map(({ id }) => id);
  const hashes = known.map(({ textHash }) => textHash ?? null);
  const { rows } = await sql<IndexedProductRow>`
    SELECT p.id, p.category_id, p.name, p.brand, COALESCE(p.sale_price_cents, p.price_cents) AS price,
           p.sale_price_cents IS NOT NULL AS is_on_sale,
           (extract(epoch FROM p.created_at) * 1000000)::bigint AS created_at,
           (p.average_rating * 100)::integer AS rating, p.review_count,
           (SELECT COALESCE(sum(s.received - s.sold - s.held), 0)::integer FROM stock s WHERE s.product_id = p.id) AS stock,
           text.hash AS text_hash,
           CASE WHEN text.hash IS DISTINCT FROM known.hash THEN jsonb_build_object('tags', p.tags, 'category', c.name,
             'short_description', p.short_description, 'description', p.description) END AS text
      FROM unnest(${ids}::integer[], ${hashes}::integer[]) AS known (id, hash)
      JOIN product p ON p.id = known.id
      JOIN category c ON c.id = p.category_id
      CROSS JOIN LATERAL (SELECT hashtext(concat_ws(chr(31), p.name, p.brand, array_to_string(p.tags, chr(30)), c.name,
             p.short_description, p.description)) AS hash) text
     WHERE p.is_active AND c.is_active`.execute(db);
  return rows;
}

/** The active categories in the merchant's order. */
export function readListedCategories(db: Database): Promise<{ id: number; name: string; slug: string }[]> {
  return db
    .selectFrom('category')
    .select(['id', 'name', 'slug'])
    .where('is_active', '=', true)
    .orderBy('sort_order')
    .orderBy('name')
    .orderBy('id')
    .execute();
}
