import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';

export interface StoredVariant {
  readonly id: number;
  readonly name: string;
  readonly sku: string;
  readonly options: Readonly<Record<string, string>>;
  readonly price_modifier_cents: number;
  readonly image: string | null;
}

/** One stock row of a product: its own, or a variant's. */
export interface StoredStock {
  readonly id: number;
  readonly variant_id: number | null;
  readonly received: number;
  readonly sold: number;
  readonly held: number;
}

export interface VariantColumns extends Omit<StoredVariant, 'id'> {
  readonly position: number;
  /** Undefined: unchanged. */
  readonly swatch: string | null | undefined;
}

export function readVariants(tx: Transaction, productId: number): Promise<StoredVariant[]> {
  return tx
    .selectFrom('product_variant')
    .select(['id', 'name', 'sku', 'ordered_options as options', 'price_modifier_cents', 'image'])
    .where('product_id', '=', productId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Locked in id order: sales wait until the transaction ends. */
export function lockStock(tx: Transaction, productId: number): Promise<StoredStock[]> {
  return tx
    .selectFrom('stock')
    .select(['id', 'variant_id', 'received', 'sold', 'held'])
    .where('product_id', '=', productId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function insertStock(
  tx: Transaction,
  productId: number,
  variantId: number | null,
  units: number,
): Promise<void> {
  await tx.insertInto('stock').values({ product_id: productId, variant_id: variantId, received: units }).execute();
}

/** Adds to (or subtracts from) the received units; sold and held stay (received = sold + held + available). */
export async function addToStock(tx: Transaction, stockId: number, units: number): Promise<void> {
  await tx
    .updateTable('stock')
    .set((eb) => ({ received: eb('received', '+', units) }))
    .where('id', '=', stockId)
    .execute();
}

/** Also deletes the stock of deleted variants. */
export async function deleteStock(tx: Transaction, stockId: number): Promise<void> {
  await tx.deleteFrom('stock').where('id', '=', stockId).execute();
}

/** Only the previous version reads `options`. */
function optionColumns({ options }: Pick<VariantColumns, 'options'>) {
  const json = JSON.stringify(options);
  return { options: json, ordered_options: json };
}

export async function insertVariant(tx: Transaction, productId: number, columns: VariantColumns): Promise<number> {
  const { id } = await tx
    .insertInto('product_variant')
    .values({ ...columns, ...optionColumns(columns), product_id: productId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateVariant(tx: Transaction, id: number, columns: VariantColumns): Promise<void> {
  await tx
    .updateTable('product_variant')
    .set({ ...columns, ...optionColumns(columns) })
    .where('id', '=', id)
    .execute();
}

export async function deleteVariants(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('product_variant')
    .where('id', 'in', [...ids])
    .execute();
}

/** Two variants may swap names or SKUs: move them out of the way first. */
export async function setTemporaryNames(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('product_variant')
    .set({ name: sql`'~' || id`, sku: sql`'~' || id || '~' || gen_random_uuid()` })
    .where('id', 'in', [...ids])
    .execute();
}
