import type { AdminProduct, AdminProductDetail } from '#contract/admin/products.ts';
import { shownCustomValues } from '#domain/catalogue/custom-values.ts';
import { ADMIN_FORM_FIELDS, ADMIN_LIST_FIELDS } from '#domain/catalogue/product-field-lists.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { wireReader } from '../../product-fields.view.ts';
import { categoryOfProductView } from '../../storefront/category.view.ts';
import type { ProductContext } from '../../storefront/product.view.ts';
import type { AdminProductRow, AdminVariantRow } from './admin-products.store.ts';

const listFields = wireReader(ADMIN_LIST_FIELDS);
const formFields = wireReader(ADMIN_FORM_FIELDS);

export function adminProductView(
  row: AdminProductRow,
  { categories }: Pick<ProductContext, 'categories'>,
): AdminProduct {
  return {
    id: row.id,
    slug: row.slug,
    ...listFields(row),
    stock: row.stock,
    stock_seen: row.stock,
    held: row.held,
    category_id: row.category_id,
    category: categoryOfProductView(row, categories),
    has_variants: row.variants.length > 0,
    average_rating: row.average_rating,
    review_count: row.review_count,
    revision: row.revision,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function variantView(row: AdminVariantRow): AdminProductDetail['variants'][number] {
  return {
    id: row.id,
    name: row.name,
    sku: row.sku,
    options: row.options,
    price_modifier: formatDecimal(row.price_modifier_cents),
    stock: row.stock,
    stock_seen: row.stock,
    held: row.held,
    sold: row.sold,
    image: row.image,
    swatch: row.swatch,
  };
}

export function adminProductDetailView(row: AdminProductRow, context: ProductContext): AdminProductDetail {
  const custom = shownCustomValues(context.customFields, row.custom, row.category_id);
  return {
    ...adminProductView(row, context),
    ...formFields(row),
    custom: Object.fromEntries(custom.map(({ field, value }) => [field.key, value])),
    image_alts: row.images.map(({ alt }) => alt),
    sold: row.sold,
    variants: row.variants.map(variantView),
  };
}
