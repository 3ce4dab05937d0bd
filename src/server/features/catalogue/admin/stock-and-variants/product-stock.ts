import type { Transaction } from '#server/platform/database/database.ts';
import type { AuditValues } from '../save-products/product-audit.ts';
import type { ProductStockForm } from './sync-stock.ts';
import { lockStock, readVariants, type StoredVariant } from './variants.store.ts';

/** Stock changes of a product write. */
export type StockWrite =
  /** The stock of a new product without variants. */
  | { readonly kind: 'first'; readonly units: number }
  /** A change relative to `seen`: units sold since then stay sold. */
  | { readonly kind: 'counted'; readonly units: number; readonly seen: number }
  /** As entered in the product form, including variants. */
  | { readonly kind: 'form'; readonly wanted: ProductStockForm };

/** The variants of a product and its available units. */
export interface ProductStock {
  readonly variants: readonly StoredVariant[];
  readonly available: number;
}

export async function readProductStock(tx: Transaction, productId: number): Promise<ProductStock> {
  return { variants: await readVariants(tx, productId), available: await availableOf(tx, productId) };
}

async function availableOf(tx: Transaction, productId: number): Promise<number> {
  const rows = await lockStock(tx, productId);
  return rows.reduce((sum, { received, sold, held }) => sum + received - sold - held, 0);
}

const skusOf = (variants: readonly { readonly sku: string }[]) => variants.map(({ sku }) => sku).join(', ');

/** Stock and variants of a product for the audit log, before and after a write. */
export async function stockFacts(
  tx: Transaction,
  productId: number,
  stock: StockWrite | undefined,
  before: ProductStock | undefined,
): Promise<{ readonly before: AuditValues; readonly after: AuditValues }> {
  if (stock === undefined) return { before: {}, after: {} };
  if (stock.kind === 'first') return { before: {}, after: { stock: stock.units } };
  if (stock.kind === 'counted') return { before: { stock: stock.seen }, after: { stock: stock.units } };
  const { variants } = stock.wanted;
  const available = await availableOf(tx, productId);
  if (!before) return { before: {}, after: { stock: available, variants: variants?.length ?? 0 } };
  return {
    before: { stock: before.available, variants: skusOf(before.variants) },
    after: { stock: available, variants: skusOf(variants ?? before.variants) },
  };
}
