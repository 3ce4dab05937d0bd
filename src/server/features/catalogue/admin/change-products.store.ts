import { type Selectable, sql } from 'kysely';
import type { ColumnValues } from '#domain/product-fields.ts';
import { columnsOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Product } from '#server/platform/database/schema.ts';

export type LockedProduct = Omit<Selectable<Product>, 'search_text'>;

/** What the form can set, as it stands in the table. */
export type ProductColumns = ColumnValues & { readonly slug: string; readonly category_id: number };

const asStored = ({ images, specifications, features, tags, ...columns }: ProductColumns) => ({
  ...columns,
  images: JSON.stringify(images),
  specifications: JSON.stringify(specifications),
  features: [...features],
  tags: [...tags],
});

/** Until the transaction ends nobody else changes them; buying goes on. By id, so that two changes never wait for each other. */
export function lockProducts(tx: Transaction, ids: readonly number[]): Promise<LockedProduct[]> {
  return tx
    .selectFrom('product')
    .select(columnsOf('product'))
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function insertProduct(tx: Transaction, columns: ProductColumns, at: Date): Promise<number> {
  const { id } = await tx
    .insertInto('product')
    .values({ ...asStored(columns), created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateProductRow(tx: Transaction, id: number, columns: ProductColumns, at: Date): Promise<void> {
  await tx
    .updateTable('product')
    .set((eb) => ({ ...asStored(columns), updated_at: at, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export interface BulkColumns {
  readonly id: number;
  readonly price_cents: number;
  readonly sale_price_cents: number | null;
  readonly is_active: boolean;
  readonly is_featured: boolean;
}

export async function updateManyProducts(tx: Transaction, rows: readonly BulkColumns[], at: Date): Promise<void> {
  await sql`
    UPDATE product p SET price_cents = n.price, sale_price_cents = n.sale, is_active = n.active,
           is_featured = n.featured, updated_at = ${at}, revision = revision + 1
      FROM unnest(${rows.map(({ id }) => id)}::integer[], ${rows.map(({ price_cents }) => price_cents)}::integer[],
                  ${rows.map(({ sale_price_cents }) => sale_price_cents)}::integer[],
                  ${rows.map(({ is_active }) => is_active)}::boolean[],
                  ${rows.map(({ is_featured }) => is_featured)}::boolean[]) AS n (id, price, sale, active, featured)
     WHERE p.id = n.id`.execute(tx);
}

/**
 * Locks the stock of products, by id as everywhere, so that nobody begins to pay for them.
 * @returns the ids of those that open checkouts hold.
 */
export async function lockStockOf(tx: Transaction, productIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('stock')
    .select(['product_id', 'held'])
    .where('product_id', 'in', [...productIds])
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Set(rows.filter(({ held }) => held > 0).map(({ product_id }) => product_id));
}

/** With their variants, stock, and places in carts and wishlists; orders keep their copies. */
export async function deleteProductRows(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('product')
    .where('id', 'in', [...ids])
    .execute();
}

/** @returns those of the SKUs that products or variants other than this product's have. */
export async function findTakenSkus(
  tx: Transaction,
  skus: readonly string[],
  ownId: number | undefined,
): Promise<Set<string>> {
  const own = ownId ?? 0;
  const rows = await tx
    .selectFrom('product')
    .select('sku')
    .where('sku', 'in', [...skus])
    .where('id', '<>', own)
    .union(
      tx
        .selectFrom('product_variant')
        .select('sku')
        .where('sku', 'in', [...skus])
        .where('product_id', '<>', own),
    )
    .execute();
  return new Set(rows.map(({ sku }) => sku));
}

export async function readModifiers(
  tx: Transaction,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await tx
    .selectFrom('product_variant')
    .select(['product_id', 'price_modifier_cents'])
    .where('product_id', 'in', [...productIds])
    .execute();
  const modifiers = new Map<number, number[]>();
  for (const row of rows) {
    modifiers.set(row.product_id, [...(modifiers.get(row.product_id) ?? []), row.price_modifier_cents]);
  }
  return modifiers;
}
