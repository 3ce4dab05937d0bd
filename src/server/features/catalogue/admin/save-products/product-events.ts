import { isDeepStrictEqual } from 'node:util';
import type { VariantForm } from '#contract/admin/product-form.ts';
import { type ColumnValues, STORED_FIELDS } from '#domain/catalogue/product-field-lists.ts';
import { valuesOfRow } from '#domain/catalogue/product-values.ts';
import { variantName } from '#domain/catalogue/variant.ts';
import type { ProductPrices, ShopEvent } from '#domain/orders/shop-events.ts';
import type { StoredVariant } from '../stock-and-variants/variants.store.ts';
import type { LockedProduct, ProductColumns } from './change-products.store.ts';

type PriceColumns = Pick<ColumnValues, 'price_cents' | 'sale_price_cents'>;

const pricesOf = ({ price_cents: price, sale_price_cents: salePrice }: PriceColumns): ProductPrices => ({
  price,
  salePrice,
});

export const productDeleted = (productId: number, before: PriceColumns): ShopEvent => ({
  type: 'product.changed',
  payload: { productId, change: 'deleted', fields: [], before: pricesOf(before), after: null },
});

/** A change of the product's variants alone. */
export const variantsChanged = (productId: number, product: PriceColumns): ShopEvent => ({
  type: 'product.changed',
  payload: {
    productId,
    change: 'updated',
    fields: ['variants'],
    before: pricesOf(product),
    after: pricesOf(product),
  },
});

/**
 * A product that was created or updated.
 * @returns nothing when it was saved as it had been.
 */
export function productSaved(
  before: LockedProduct | undefined,
  after: ProductColumns & { readonly id: number },
  variants: { readonly before: readonly StoredVariant[]; readonly wanted: readonly VariantForm[] | undefined },
): ShopEvent[] {
  const payload = { productId: after.id, after: pricesOf(after) };
  if (!before) {
    return [{ type: 'product.changed', payload: { ...payload, change: 'created', fields: [], before: null } }];
  }
  const fields = changedFields(before, after);
  if (variants.wanted && areDifferent(variants.before, variants.wanted)) fields.push('variants');
  if (fields.length === 0) return [];
  return [{ type: 'product.changed', payload: { ...payload, change: 'updated', fields, before: pricesOf(before) } }];
}

function changedFields(before: LockedProduct, after: ProductColumns): string[] {
  const [old, current] = [valuesOfRow(before, STORED_FIELDS), valuesOfRow(after, STORED_FIELDS)];
  const fields: string[] = STORED_FIELDS.filter((field) => !isDeepStrictEqual(old[field], current[field]));
  if (before.slug !== after.slug) fields.push('slug');
  if (before.category_id !== after.category_id) fields.push('category');
  return fields;
}

function areDifferent(before: readonly StoredVariant[], wanted: readonly VariantForm[]): boolean {
  if (before.length !== wanted.length) return true;
  return wanted.some((variant, index) => {
    const { id, sku, options, price_modifier: price_modifier_cents, image } = variant;
    const after = { id, name: variantName(variant), sku, options, price_modifier_cents, image };
    return !isDeepStrictEqual(before[index], after);
  });
}
