import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import type { StoredVariant, VariantColumns } from './variants.store.ts';

export interface ParentRow {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly price_cents: number;
  readonly sale_price_cents: number | null;
}

/** Locked against changes until the transaction ends; in id order. */
export function lockParents(tx: Transaction, skus: readonly string[]): Promise<ParentRow[]> {
  return tx
    .selectFrom('product')
    .select(['id', 'sku', 'name', 'price_cents', 'sale_price_cents'])
    .where('sku', 'in', [...skus])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export interface VariantRow extends StoredVariant, VariantColumns {
  readonly product_id: number;
  readonly swatch: string | null;
}

export function readVariantsOf(tx: Transaction, productIds: readonly number[]): Promise<VariantRow[]> {
  return tx
    .selectFrom('product_variant')
    .select([
      'id',
      'product_id',
      'name',
      'sku',
      'ordered_options as options',
      'price_modifier_cents',
      'image',
      'swatch',
      'position',
    ])
    .where('product_id', 'in', [...productIds])
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** json, because jsonb would sort the option names. */
const COLUMNS = sql.raw(`
  name text, sku text, options json, price_modifier_cents integer, image text, swatch text, position integer`);
const NAMES = sql.raw('name, sku, options, ordered_options, price_modifier_cents, image, swatch, position');
const NEW_NAMES = sql.raw(
  'n.name, n.sku, n.options::jsonb, n.options, n.price_modifier_cents, n.image, n.swatch, n.position',
);

/** With their stock. */
export async function insertManyVariants(
  tx: Transaction,
  variants: readonly (Omit<VariantRow, 'id'> & { readonly stock: number })[],
): Promise<void> {
  await sql`
    WITH wanted AS (
      SELECT n.product_id, n.stock, n.name, n.sku, n.options, n.price_modifier_cents, n.image, n.swatch, n.position
        FROM json_to_recordset(${JSON.stringify(variants)}::json) AS n (product_id integer, stock integer, ${COLUMNS})
    ), made AS (
      INSERT INTO product_variant (product_id, ${NAMES}) SELECT n.product_id, ${NEW_NAMES} FROM wanted n
      RETURNING id, product_id, sku
    )
    INSERT INTO stock (product_id, variant_id, received)
    SELECT made.product_id, made.id, wanted.stock FROM made JOIN wanted ON wanted.sku = made.sku`.execute(tx);
}

export async function updateManyVariants(tx: Transaction, variants: readonly VariantRow[]): Promise<void> {
  await sql`
    UPDATE product_variant v SET (${NAMES}) = ROW (${NEW_NAMES})
      FROM json_to_recordset(${JSON.stringify(variants)}::json) AS n (id integer, ${COLUMNS})
     WHERE v.id = n.id`.execute(tx);
}

/** Increments the revision, so that open forms notice the change. */
export async function noteChangedVariants(tx: Transaction, productIds: readonly number[], at: Date): Promise<void> {
  await tx
    .updateTable('product')
    .set((eb) => ({ updated_at: at, revision: eb('revision', '+', 1) }))
    .where('id', 'in', [...productIds])
    .execute();
}
