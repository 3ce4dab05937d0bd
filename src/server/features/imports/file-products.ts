import type { Cents } from '#domain/money/money.ts';
import type { ReadRow, Shop } from './check-row.ts';
import type { CheckedRow } from './import-rows.store.ts';

/** A product after the file's previous rows, to validate its variants. */
export interface FileProduct {
  /** Null: created by a row of this file. */
  readonly id: number | null;
  readonly name: string;
  readonly price: Cents;
  readonly salePrice: Cents | null;
  readonly line: number | undefined;
  readonly isBad: boolean;
  /** The line that sets its own stock. */
  readonly stockLine: number | undefined;
  /** By SKU. */
  readonly variants: Map<string, { readonly name: string; readonly options: Readonly<Record<string, string>> }>;
}

/** The products named so far in the file. */
export class FileProducts {
  readonly #products = new Map<string, FileProduct>();

  /** Applies a product row. */
  note(row: ReadRow, { outcome, name, product_id }: CheckedRow, shop: Shop): void {
    if (row.sku === '' || this.#products.get(row.sku)?.line !== undefined) return;
    const before = this.productOf(row.sku, shop);
    this.#products.set(row.sku, {
      id: product_id,
      name,
      price: row.given.price ?? before?.price ?? 0,
      salePrice: row.given.sale_price === undefined ? (before?.salePrice ?? null) : row.given.sale_price,
      line: row.line,
      isBad: outcome === 'error',
      stockLine: row.given.stock === undefined ? undefined : row.line,
      variants: before?.variants ?? new Map(),
    });
  }

  /** Undefined: neither in the shop nor in a previous row. */
  productOf(sku: string, shop: Shop): FileProduct | undefined {
    const found = this.#products.get(sku);
    if (found) return found;
    const known = shop.products.get(sku);
    if (!known) return undefined;
    const product: FileProduct = {
      id: known.id,
      name: known.product.name,
      price: known.product.price,
      salePrice: known.product.sale_price,
      line: undefined,
      isBad: false,
      stockLine: undefined,
      variants: new Map(known.variants.map(({ variant: { sku: own, name, options } }) => [own, { name, options }])),
    };
    this.#products.set(sku, product);
    return product;
  }
}
