import type { Transaction } from '#server/platform/database/database.ts';
import type { Facts } from './product-audit.ts';
import type { WantedPieces } from './sync-stock.ts';
import { lockStock, readVariants, type StoredVariant } from './variants.store.ts';

/** Stock changes of a product write. */
export type StockWrite =
  /** The stock of a new product without variants. */
  | { readonly kind: 'first'; readonly pieces: number }
  /** A change relative to `seen`: units sold since then stay sold. */
  | { readonly kind: 'counted'; readonly pieces: number; readonly seen: number }
  /** As entered in the product form, including variants. */
  | { readonly kind: 'form'; readonly wanted: WantedPieces };

/** The variants of a product and its available units. */
export interface ProductPieces {
  readonly variants: readonly StoredVariant[];
  readonly available: number;
}

export async function readPieces(tx: Transaction, productId: number): Promise<ProductPieces> {
  return { variants: await readVariants(tx, productId), available: await availableOf(tx, productId) };
}

async function availableOf(tx: Transaction, productId: number): Promise<number> {
  const rows = await lockStock(tx, productId);
  return rows.reduce((sum, { received, sold, held }) => sum + received - sold - held, 0);
}

const skusOf = (variants: readonly { readonly sku: string }[]) => variants.map(({ sku }) => sku).join(', ');

/** Stock and variants of a product for the audit log, before and after a write. */
export async function piecesFacts(
  tx: Transaction,
  productId: number,
  stock: StockWrite | undefined,
  before: ProductPieces | undefined,
): Promise<{ readonly before: Facts; readonly after: Facts }> {
  if (stock === undefined) return { before: {}, after: {} };
  if (stock.kind === 'first') return { before: {}, after: { stock: stock.pieces } };
  if (stock.kind === 'counted') return { before: { stock: stock.seen }, after: { stock: stock.pieces } };
  const { variants } = stock.wanted;
  const available = await availableOf(tx, productId);
  if (!before) return { before: {}, after: { stock: available, variants: variants?.length ?? 0 } };
  return {
    before: { stock: before.available, variants: skusOf(before.variants) },
    after: { stock: available, variants: skusOf(variants ?? before.variants) },
  };
}
