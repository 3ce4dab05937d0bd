import type { BulkChange, BulkReport } from '#contract/admin/products.ts';
import { changePrice, type PriceChange } from '#domain/price-change.ts';
import type { AuditContext } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AdminCatalogueServices } from './admin-change.ts';
import { PRODUCT_RULES, refuseBroken } from './broken-rules.ts';
import { type LockedProduct, lockProducts, lockStockOf } from './change-products.store.ts';
import { formRefusal } from './check-product.ts';
import { deleteLocked } from './delete-products.ts';
import { type ProductWrite, type SavedProducts, saveProducts } from './save-products.ts';
import { lockedSlugs } from './slug-proposals.ts';

type Failed = BulkReport['failed'][number];

/**
 * Changes many products: all of them, or none.
 * @returns how many were changed.
 * @throws Refusal `product.bulk_refused` with a `BulkReport`.
 */
export async function changeManyProducts(
  { db, now, customFields }: AdminCatalogueServices,
  change: BulkChange,
  by: AuditContext,
): Promise<number> {
  const definitions = await customFields.all();
  return refuseBroken(PRODUCT_RULES, () =>
    inTransaction(db, async (tx) => {
      const held = change.action === 'delete' ? await lockStockOf(tx, change.ids) : new Set<number>();
      const products = await lockProducts(tx, change.ids);
      const failed = [...missing(change.ids, products), ...heldOnes(products, held)];
      if (change.action === 'delete') {
        refuse(failed, change.ids.length);
        await deleteLocked(tx, products, by, now());
      } else {
        const writes = products.map((before) => ({ before, change: changedFields(before, change) }));
        const { problems } = await saveProducts(tx, writes, {
          by,
          at: now(),
          slugs: lockedSlugs,
          customFields: definitions,
        });
        refuse([...failed, ...notSaved(products, problems)], change.ids.length);
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

function changedFields({ price_cents, sale_price_cents }: LockedProduct, change: BulkChange): ProductWrite['change'] {
  const by = priceChange(change);
  if (!by) {
    return {
      is_active: switched(change, 'activate', 'deactivate'),
      is_featured: switched(change, 'feature', 'unfeature'),
    };
  }
  return {
    price: changePrice(price_cents, by),
    sale_price: sale_price_cents === null ? null : changePrice(sale_price_cents, by),
  };
}

function notSaved(products: readonly LockedProduct[], problems: SavedProducts['problems']): Failed[] {
  return products.flatMap(({ id, name }, index) => {
    const problem = problems.get(index);
    return problem ? { id, name, reason: formRefusal(problem).message } : [];
  });
}

function switched({ action }: BulkChange, on: string, off: string): boolean | undefined {
  if (action === on) return true;
  return action === off ? false : undefined;
}
