import type { VariantForm } from '#contract/admin/product-form.ts';
import { namesSameOptions, variantName } from '#domain/catalogue/variant.ts';
import { fieldRefusal, Refusal } from '#server/platform/refusal.ts';
import type { SaveProblem } from '../save-products/product-problems.ts';

const invalid = (field: string, message: string) => fieldRefusal('product.invalid', field, message);

const usedTwice = (field: string, sku: string) => invalid(field, `The SKU ${sku} is used twice in this product.`);

/** @throws Refusal `product.invalid` at the first variant that equals another one or has other options. */
export function checkVariants(productSku: string, variants: readonly VariantForm[]): void {
  const names = new Set<string>();
  const skus = new Set([productSku]);
  const [first] = variants;
  for (const [index, variant] of variants.entries()) {
    const field = `variants.${index}`;
    const name = variantName(variant);
    if (first && !namesSameOptions(variant.options, first.options)) {
      throw invalid(`${field}.options`, 'All variants of a product must have the same options.');
    }
    if (names.has(name)) throw invalid(`${field}.options`, `There are two variants called ${name}.`);
    if (skus.has(variant.sku)) throw usedTwice(`${field}.sku`, variant.sku);
    names.add(name);
    skus.add(variant.sku);
  }
}

/** Maps a problem of saving to its form field. */
export function formRefusal(problem: SaveProblem): Refusal {
  switch (problem.kind) {
    case 'price':
      return invalid(problem.problem.field, problem.problem.message);
    case 'sku': {
      const skus = [...new Set(problem.taken.map(([, sku]) => sku))].join(', ');
      const errors = Object.fromEntries(
        problem.taken.map(([field, sku]) => [field, [`The SKU ${sku} belongs to another product.`]]),
      );
      return new Refusal('product.sku_taken', { message: `The SKU ${skus} belongs to another product.`, errors });
    }
    case 'own_sku':
      return usedTwice('sku', problem.sku);
    case 'picture':
      return invalid('images', 'A picture no longer exists. Please upload it again.');
    case 'stock':
      return fieldRefusal('product.stock_gone', 'stock', problem.message);
    case 'custom':
      return invalid(`custom.${problem.key}`, problem.message);
  }
}
