import type { VariantForm } from '#contract/admin/product-form.ts';
import { priceProblem } from '#domain/price-change.ts';
import { namesSameOptions, variantName } from '#domain/variant.ts';
import { claimPictures } from '#server/features/pictures/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { fieldRefusal } from './broken-rules.ts';
import { findTakenSkus, type ProductColumns } from './change-products.store.ts';

const invalid = (field: string, message: string) => fieldRefusal('product.invalid', field, message);

/** @throws Refusal `product.invalid` at the first variant that is not unlike the others, or names other options. */
export function checkVariants(productSku: string, variants: readonly VariantForm[]): void {
  const names = new Set<string>();
  const skus = new Set([productSku]);
  const [first] = variants;
  for (const [index, variant] of variants.entries()) {
    const field = `variants.${index}`;
    const name = variantName(variant);
    if (first && !namesSameOptions(variant.options, first.options)) {
      throw invalid(`${field}.options`, 'All variants of a product name the same options.');
    }
    if (names.has(name)) throw invalid(`${field}.options`, `There are two variants ${name}.`);
    if (skus.has(variant.sku)) throw invalid(`${field}.sku`, `The SKU ${variant.sku} is used twice in this product.`);
    names.add(name);
    skus.add(variant.sku);
  }
}

/** @throws Refusal `product.invalid` beside the price that cannot stand. */
export function checkPrices(columns: ProductColumns, modifiers: readonly number[]): void {
  const prices = { price: columns.price_cents, salePrice: columns.sale_price_cents, modifiers };
  const problem = priceProblem(prices);
  if (problem) throw invalid(problem.field, problem.message);
}

/** @throws Refusal `product.sku_taken` beside each SKU that another product or variant has. */
export async function checkSkus(
  tx: Transaction,
  sku: string,
  variants: readonly Pick<VariantForm, 'sku'>[],
  ownId: number | undefined,
): Promise<void> {
  const taken = await findTakenSkus(tx, [sku, ...variants.map((variant) => variant.sku)], ownId);
  if (taken.size === 0) return;
  const fields = [
    ['sku', sku] as const,
    ...variants.map((variant, at) => [`variants.${at}.sku`, variant.sku] as const),
  ];
  const errors = Object.fromEntries(
    fields
      .filter(([, wanted]) => taken.has(wanted))
      .map(([field, wanted]) => [field, [`The SKU ${wanted} belongs to another product.`]]),
  );
  throw new Refusal('product.sku_taken', {
    message: `The SKU ${[...taken].join(', ')} belongs to another product.`,
    errors,
  });
}

/** @throws Refusal `product.invalid` when an upload was cleaned up before it was used. */
export async function takePictures(tx: Transaction, urls: readonly string[], at: Date): Promise<void> {
  const missing = await claimPictures(tx, urls, at);
  if (missing.length > 0) throw invalid('images', 'A picture is gone. Please upload it again.');
}
