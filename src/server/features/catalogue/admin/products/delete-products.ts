import { recordEvents } from '#server/features/events/index.ts';
import type { AuditContext } from '#server/platform/audit/audit.store.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AdminCatalogueServices } from '../admin-catalogue-services.ts';
import { PRODUCT_RULES, refuseBroken } from '../broken-rules.ts';
import {
  deleteProductRows,
  type LockedProduct,
  lockProducts,
  lockStockOf,
} from '../save-products/change-products.store.ts';
import { auditProduct, productFacts } from '../save-products/product-audit.ts';
import { productDeleted } from '../save-products/product-events.ts';

/**
 * Deletes a product. Orders keep their copies of it.
 * @throws Refusal `product.not_found`, `product.held` when an open checkout holds units of it.
 */
export function deleteProduct({ db, now }: AdminCatalogueServices, id: number, by: AuditContext): Promise<void> {
  return refuseBroken(PRODUCT_RULES, () =>
    inTransaction(db, async (tx) => {
      // Lock order: stock first, like payments, then the product's row.
      const held = await lockStockOf(tx, [id]);
      const products = await lockProducts(tx, [id]);
      if (products.length === 0) throw new Refusal('product.not_found');
      if (held.has(id)) throw new Refusal('product.held');
      await deleteLocked(tx, products, by, now());
    }),
  );
}

/** Deletes products whose rows and stock are locked and not held. */
export async function deleteLocked(
  tx: Transaction,
  products: readonly LockedProduct[],
  by: AuditContext,
  at: Date,
): Promise<void> {
  await deleteProductRows(
    tx,
    products.map(({ id }) => id),
  );
  for (const product of products) {
    const { id } = product;
    await auditProduct(tx, by, { action: 'product.delete', id, before: productFacts(product), after: null }, at);
  }
  await recordEvents(
    tx,
    products.map((product) => productDeleted(product.id, product)),
    at,
  );
}
