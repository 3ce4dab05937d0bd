import { type Selectable, sql } from 'kysely';
import type { FieldKind } from '#domain/catalogue/product-field-kinds.ts';
import { type ColumnValues, STORED_FIELDS } from '#domain/catalogue/product-field-lists.ts';
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import { anyOf, type Transaction } from '#server/platform/database/database.ts';
import type { Product } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/tables/table-columns.ts';

export type LockedProduct = Omit<Selectable<Product>, 'search_text'>;

/** The columns that the form sets. */
export type ProductColumns = ColumnValues & { readonly slug: string; readonly category_id: number };

/** Locked against changes until the transaction ends; buying continues. In id order, to avoid deadlocks. */
export function lockProducts(tx: Transaction, ids: readonly number[]): Promise<LockedProduct[]> {
  return tx
    .selectFrom('product')
    .select(columnsOf('product'))
    .where('id', '=', anyOf(ids, 'integer'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** PostgreSQL type of each field kind in JSON. */
const SQL_TYPES: Readonly<Record<FieldKind, string>> = {
  text: 'text',
  optionalText: 'text',
  longText: 'text',
  money: 'integer',
  optionalMoney: 'integer',
  weight: 'integer',
  flag: 'boolean',
  words: 'text[]',
  sentences: 'text[]',
  facts: 'jsonb',
  pictures: 'jsonb',
  category: 'text',
  stock: 'integer',
  custom: 'jsonb',
};

const WRITTEN: readonly (readonly [column: string, type: string])[] = [
  ...STORED_FIELDS.map((field) => [PRODUCT_FIELDS[field].column, SQL_TYPES[PRODUCT_FIELDS[field].kind]] as const),
  ['slug', 'text'],
  ['category_id', 'integer'],
];
/** One statement for many rows: columns by name in a JSON array. */
const RECORD = sql.raw(WRITTEN.map(([column, type]) => `${column} ${type}`).join(', '));
const NAMES = sql.raw(WRITTEN.map(([column]) => column).join(', '));
const NEW_VALUES = sql.raw(WRITTEN.map(([column]) => `n.${column}`).join(', '));

export interface NewProduct extends ProductColumns {
  /** Its initial stock; null: created with the variants. */
  readonly units: number | null;
}

/**
 * Inserts products with their stock, if their slugs are still free: another transaction may have taken one since the
 * proposal.
 * @returns the inserted ids by SKU.
 */
export async function insertProducts(
  tx: Transaction,
  products: readonly NewProduct[],
  at: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; sku: string }>`
    INSERT INTO product (${NAMES}, created_at, updated_at)
    SELECT ${NEW_VALUES}, ${at}::timestamptz, ${at}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(products)}::jsonb) AS n (${RECORD})
    ON CONFLICT (slug) DO NOTHING
    RETURNING id, sku`.execute(tx);
  const ids = new Map(rows.map(({ sku, id }) => [sku, id]));
  const stocked = products.flatMap(({ sku, units }) => {
    const id = ids.get(sku);
    return id === undefined || units === null ? [] : { id, units: units };
  });
  if (stocked.length > 0) {
    await sql`
      INSERT INTO stock (product_id, received)
      SELECT n.product_id, n.received FROM unnest(${stocked.map(({ id }) => id)}::integer[],
        ${stocked.map(({ units }) => units)}::integer[]) AS n (product_id, received)`.execute(tx);
  }
  return ids;
}

export async function updateProducts(
  tx: Transaction,
  products: readonly (ProductColumns & { readonly id: number })[],
  at: Date,
): Promise<void> {
  await sql`
    UPDATE product p SET (${NAMES}) = ROW (${NEW_VALUES}), updated_at = ${at}::timestamptz, revision = p.revision + 1
      FROM jsonb_to_recordset(${JSON.stringify(products)}::jsonb) AS n (id integer, ${RECORD})
     WHERE p.id = n.id`.execute(tx);
}

/**
 * Locks the stock of products, in id order, so that nobody starts to pay for them.
 * @returns the ids of those held by open checkouts.
 */
export async function lockStockOf(tx: Transaction, productIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('stock')
    .select(['product_id', 'held'])
    .where('product_id', '=', anyOf(productIds, 'integer'))
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Set(rows.filter(({ held }) => held > 0).map(({ product_id }) => product_id));
}

/** Deletes products with their variants, stock, cart lines and wishlist entries; orders keep their copies. */
export async function deleteProductRows(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('product').where('id', '=', anyOf(ids, 'integer')).execute();
}

/** The products with one of the SKUs, themselves or by a variant. */
export async function findSkuOwners(tx: Transaction, skus: readonly string[]): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ sku: string; id: number }>`
    SELECT sku, id FROM product WHERE sku = ANY(${skus}::text[])
    UNION ALL SELECT sku, product_id FROM product_variant WHERE sku = ANY(${skus}::text[])`.execute(tx);
  const owners = new Map<string, number[]>();
  for (const { sku, id } of rows) owners.set(sku, [...(owners.get(sku) ?? []), id]);
  return owners;
}

/**
 * Those of new SKUs that now belong to a product and to a variant, which two transactions have given them at once: each table
 * has a unique index of its own. Call this last: others with new SKUs wait from here until the transaction ends, and then see
 * its rows.
 */
export async function findSharedSkus(tx: Transaction, skus: readonly string[]): Promise<Set<string>> {
  if (skus.length === 0) return new Set();
  await sql`SELECT pg_advisory_xact_lock(hashtext('product_sku'))`.execute(tx);
  const { rows } = await sql<{ sku: string }>`
    SELECT sku FROM product JOIN product_variant USING (sku) WHERE sku = ANY(${skus}::text[])`.execute(tx);
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
