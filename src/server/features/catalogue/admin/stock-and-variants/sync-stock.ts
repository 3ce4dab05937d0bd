import type { VariantForm } from '#contract/admin/product-form.ts';
import { variantName } from '#domain/catalogue/variant.ts';
import { counted } from '#domain/counted.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldRefusal, Refusal } from '#server/platform/refusal.ts';
import {
  addToStock,
  deleteStock,
  deleteVariants,
  insertStock,
  insertVariant,
  lockStock,
  readVariants,
  type StoredStock,
  setTemporaryNames,
  updateVariant,
  type VariantColumns,
} from './variants.store.ts';

interface StockInput {
  /** The new available units. */
  readonly stock: number;
  /** What the admin saw; undefined: the current value. */
  readonly stock_seen?: number | undefined;
}

/**
 * Sets the available units, as a change relative to what the admin saw: units sold while the form was open stay sold.
 * The row is locked.
 * @throws Refusal `product.stock_gone` when fewer than none would be left.
 */
async function setAvailable(tx: Transaction, row: StoredStock, wanted: StockInput, name: string): Promise<void> {
  const available = row.received - row.sold - row.held;
  const change = wanted.stock - (wanted.stock_seen ?? available);
  if (change === 0) return;
  if (available + change < 0) {
    const message = `${name} has only ${counted(available, ['unit', 'units'])} left now: ${-change} cannot be removed.`;
    throw fieldRefusal('product.stock_gone', 'stock', message);
  }
  await addToStock(tx, row.id, change);
}

function refuseIfHeld(rows: readonly StoredStock[]): void {
  if (rows.some(({ held }) => held > 0)) throw new Refusal('product.held');
}

function columnsOf(variant: VariantForm, index: number): VariantColumns {
  return {
    name: variantName(variant),
    sku: variant.sku,
    options: variant.options,
    price_modifier_cents: variant.price_modifier,
    image: variant.image,
    swatch: variant.swatch,
    position: index + 1,
  };
}

export interface ProductStockForm extends StockInput {
  readonly name: string;
  /** Undefined: variants are unchanged. */
  readonly variants?: readonly VariantForm[] | undefined;
}

/**
 * Applies the variants and stock of a form. A product has either its own stock or one per variant.
 * @throws Refusal `product.stock_gone`, `product.held` (the stock to remove is held), `product.invalid`.
 */
export async function syncStock(tx: Transaction, productId: number, wanted: ProductStockForm): Promise<void> {
  const rows = await lockStock(tx, productId);
  const own = rows.find(({ variant_id }) => variant_id === null);
  if (wanted.variants === undefined) {
    if (own) await setAvailable(tx, own, wanted, wanted.name);
    return;
  }
  await syncVariants(tx, productId, wanted.variants, rows);
  if (wanted.variants.length > 0 && own) {
    refuseIfHeld([own]);
    await deleteStock(tx, own.id);
  } else if (wanted.variants.length === 0) {
    if (own) await setAvailable(tx, own, wanted, wanted.name);
    else await insertStock(tx, productId, null, wanted.stock);
  }
}

async function syncVariants(
  tx: Transaction,
  productId: number,
  wanted: readonly VariantForm[],
  rows: readonly StoredStock[],
): Promise<void> {
  const there = await readVariants(tx, productId);
  const known = new Set(there.map(({ id }) => id));
  for (const [index, { id }] of wanted.entries()) {
    if (id !== undefined && !known.delete(id)) {
      throw fieldRefusal('product.invalid', `variants.${index}.sku`, 'This variant has been deleted in the meantime.');
    }
  }
  const gone = [...known];
  if (gone.length > 0) {
    refuseIfHeld(rows.filter(({ variant_id }) => variant_id !== null && known.has(variant_id)));
    await deleteVariants(tx, gone);
  }
  const kept = there.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  if (kept.length > 0) await setTemporaryNames(tx, kept);
  for (const [index, variant] of wanted.entries()) {
    const columns = columnsOf(variant, index);
    if (variant.id === undefined) {
      await insertStock(tx, productId, await insertVariant(tx, productId, columns), variant.stock);
      continue;
    }
    await updateVariant(tx, variant.id, columns);
    const row = rows.find(({ variant_id }) => variant_id === variant.id);
    if (row) await setAvailable(tx, row, variant, columns.name);
    else await insertStock(tx, productId, variant.id, variant.stock);
  }
}
