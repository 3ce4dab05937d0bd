import { sql } from 'kysely';
import type { CustomValues } from '#domain/catalogue/custom-values.ts';
import { anyOf, type Database, type Transaction } from '#server/platform/database/database.ts';

/** What plug-ins read and write of products (`#plugin`). */
export interface ProductSummaryRow {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  /** Cents; what is charged now. */
  readonly price: number;
  /** Units that can be bought now. */
  readonly stock: number;
  readonly isActive: boolean;
  readonly image: string | null;
  readonly custom: CustomValues;
}

/** In the order of `ids`; those that do not exist are left out. */
export async function readProductSummaries(db: Database, ids: readonly number[]): Promise<ProductSummaryRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('product')
    .leftJoin('product_stock', 'product_stock.product_id', 'product.id')
    .select([
      'product.id',
      'name',
      'slug',
      'price_cents',
      'sale_price_cents',
      'available',
      'is_active',
      'images',
      'custom',
    ])
    .where('product.id', '=', anyOf(ids, 'integer'))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { name, slug, price_cents, sale_price_cents, available, is_active, images, custom } = row;
    return {
      id,
      name,
      slug,
      price: sale_price_cents ?? price_cents,
      stock: available ?? 0,
      isActive: is_active,
      image: images[0]?.url ?? null,
      custom,
    };
  });
}

/** Sets the rating that lists show and sort by. @param average 0 to 5 */
export async function setProductRating(
  tx: Transaction,
  id: number,
  { average, count }: { readonly average: number; readonly count: number },
): Promise<void> {
  await tx
    .updateTable('product')
    .set({ average_rating: average.toFixed(2), review_count: count })
    .where('id', '=', id)
    .execute();
}

/** Ids in one notification, as in `announce_products` of the migrations: PostgreSQL limits its length. */
const IDS_PER_NOTIFICATION = 500;

/** Announces a change of products at the commit: every node reads them again and drops its cached answers. */
export async function announceProducts(tx: Transaction, ids: readonly number[]): Promise<void> {
  const payloads: string[] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_NOTIFICATION)
    payloads.push(`products:${ids.slice(start, start + IDS_PER_NOTIFICATION).join(',')}`);
  if (payloads.length === 0) return;
  await sql`SELECT pg_notify('stoa_changes', payload) FROM unnest(${payloads}::text[]) AS payload`.execute(tx);
}
