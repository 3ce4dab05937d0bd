import type { BulkChange, BulkReport } from '#contract/admin/products.ts';
import { changePrice, type PriceChange, priceProblem } from '#domain/price-change.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AdminCatalogueServices, By } from './admin-change.ts';
import { PRODUCT_RULES, refuseBroken } from './broken-rules.ts';
import {
  type BulkColumns,
  type LockedProduct,
  lockProducts,
  lockStockOf,
  readModifiers,
  updateManyProducts,
} from './change-products.store.ts';
import { deleteLocked } from './delete-products.ts';
import { auditProduct, productFacts } from './product-audit.ts';

type Failed = BulkReport['failed'][number];

/**
 * Changes many products: all of them, or none and the reasons.
 * @returns how many were changed.
 * @throws Refusal `product.bulk_refused` with a `BulkReport`.
 */
export function changeManyProducts({ db, now }: AdminCatalogueServices, change: BulkChange, by: By): Promise<number> {
  return refuseBroken(PRODUCT_RULES, () =>
    inTransaction(db, async (tx) => {
      const held = change.action === 'delete' ? await lockStockOf(tx, change.ids) : new Set<number>();
      const products = await lockProducts(tx, change.ids);
      const failed = [...missing(change.ids, products), ...heldOnes(products, held)];
      if (change.action === 'delete') {
        refuse(failed, change.ids.length);
        await deleteLocked(tx, products, by, now());
      } else {
        const { rows, failed: priceless } = await changedRows(tx, products, change);
        refuse([...failed, ...priceless], change.ids.length);
        await write(tx, products, rows, by, now());
      }
      return products.length;
    }),
  );
}

function missing(ids: readonly number[], products: readonly LockedProduct[]): Failed[] {
  const found = new Set(products.map(({ id }) => id));
  return ids
    .filter((id) => !found.has(id))
    .map((id) => ({ id, name: `Product ${id}`, reason: 'It does not exist any more.' }));
}

function heldOnes(products: readonly LockedProduct[], held: ReadonlySet<number>): Failed[] {
  const reason = 'Somebody is paying for it right now.';
  return products.filter(({ id }) => held.has(id)).map(({ id, name }) => ({ id, name, reason }));
}

function refuse(failed: readonly Failed[], count: number): void {
  if (failed.length === 0) return;
  const message = `Nothing was changed: ${failed.length} of ${count} ${count === 1 ? 'product does' : 'products do'} not allow it.`;
  const errors = { ids: failed.map(({ name, reason }) => `${name}: ${reason}`) };
  const report: BulkReport = { failed };
  throw new Refusal('product.bulk_refused', { message, errors, data: report });
}

function priceChange(change: BulkChange): PriceChange | undefined {
  if (change.action === 'change_price_by_percent') return { kind: 'percent', percent: change.percent };
  if (change.action === 'change_price_by_amount') return { kind: 'amount', amount: change.amount };
  return undefined;
}

/** The products as they will be, and why some of them cannot. */
async function changedRows(tx: Transaction, products: readonly LockedProduct[], change: BulkChange) {
  const prices = priceChange(change);
  const modifiers = prices ? await readModifiers(tx, change.ids) : new Map<number, readonly number[]>();
  const rows: BulkColumns[] = [];
  const failed: Failed[] = [];
  for (const product of products) {
    const { id, name, price_cents, sale_price_cents } = product;
    const price = prices ? changePrice(price_cents, prices) : price_cents;
    const salePrice = prices && sale_price_cents !== null ? changePrice(sale_price_cents, prices) : sale_price_cents;
    const problem = prices && priceProblem({ price, salePrice, modifiers: modifiers.get(id) ?? [] });
    if (problem) failed.push({ id, name, reason: problem.message });
    rows.push({
      id,
      price_cents: price,
      sale_price_cents: salePrice,
      is_active: switched(change, 'activate', 'deactivate') ?? product.is_active,
      is_featured: switched(change, 'feature', 'unfeature') ?? product.is_featured,
    });
  }
  return { rows, failed };
}

function switched({ action }: BulkChange, on: string, off: string): boolean | undefined {
  if (action === on) return true;
  return action === off ? false : undefined;
}

async function write(
  tx: Transaction,
  products: readonly LockedProduct[],
  rows: readonly BulkColumns[],
  by: By,
  at: Date,
): Promise<void> {
  await updateManyProducts(tx, rows, at);
  const after = new Map(rows.map((row) => [row.id, row]));
  for (const product of products) {
    const facts = { before: productFacts(product), after: productFacts({ ...product, ...after.get(product.id) }) };
    await auditProduct(tx, by, { action: 'product.update', id: product.id, ...facts }, at);
  }
}
