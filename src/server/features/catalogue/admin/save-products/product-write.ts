import type { VariantForm } from '#contract/admin/product-form.ts';
import type { ProductChange } from '#domain/catalogue/product-values.ts';
import type { ProductStock, StockWrite } from '../stock-and-variants/product-stock.ts';
import type { LockedProduct, ProductColumns } from './change-products.store.ts';

/** A product to create or update. */
export interface ProductWrite {
  /** The stored product, locked until the transaction ends. Undefined for a new one. */
  readonly before?: LockedProduct | undefined;
  /** Omitted fields are unchanged; a new product gets defaults. */
  readonly change: ProductChange & { readonly category_id?: number | undefined };
  readonly stock?: StockWrite | undefined;
}

/** A write with what it depends on and leads to. */
export interface PreparedProduct extends ProductWrite {
  readonly index: number;
  readonly columns: ProductColumns;
  readonly stockBefore: ProductStock | undefined;
}

/** The variants that the form wants. Undefined: they are not changed. */
export const formVariants = ({ stock }: ProductWrite): readonly VariantForm[] | undefined =>
  stock?.kind === 'form' ? stock.wanted.variants : undefined;
