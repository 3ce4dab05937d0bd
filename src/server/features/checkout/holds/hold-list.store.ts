import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { holdsText, type Span } from '#server/platform/database/find-page.ts';

export interface HoldRow {
  readonly checkout_id: number;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly user_email: string | null;
  readonly is_verified: boolean;
  readonly product_id: number;
  readonly product_name: string;
  readonly product_slug: string;
  readonly sku: string;
  readonly variant_id: number | null;
  readonly variant_name: string | null;
  readonly quantity: number;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** Holds of open checkouts, by the index on their expiry. */
export async function listHolds(
  db: Database,
  search: string | undefined,
  { limit, offset }: Span,
): Promise<{ rows: HoldRow[]; total: number }> {
  const from = sql`
      FROM checkout k
      JOIN stock_hold h ON h.checkout_id = k.id
      JOIN stock s ON s.id = h.stock_id
      JOIN product p ON p.id = s.product_id
      LEFT JOIN product_variant v ON v.id = s.variant_id
      LEFT JOIN users u ON u.id = k.user_id
     WHERE k.status = 'open'
       ${search === undefined ? sql`` : sql`AND (${holdsText('u.search_text', search)} OR ${holdsText('p.search_text', search)})`}`;
  const [page, counted] = await Promise.all([
    sql<HoldRow>`
      SELECT k.id AS checkout_id, k.user_id, u.name AS user_name, u.email AS user_email,
             u.email_verified_at IS NOT NULL AS is_verified, p.id AS product_id, p.name AS product_name,
             p.slug AS product_slug, COALESCE(v.sku, p.sku) AS sku, v.id AS variant_id, v.name AS variant_name,
             h.quantity, k.created_at, k.expires_at
      ${from}
     ORDER BY k.expires_at, k.id, h.stock_id
     LIMIT ${limit} OFFSET ${offset}`.execute(db),
    sql<{ total: number }>`SELECT count(*) AS total ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 };
}
