import type { AdminProduct, AdminProductDetail } from '#contract/admin/products.ts';
import { formatDecimal } from '#domain/money.ts';
import { categoryOfProductView } from '../storefront/category.view.ts';
import type { AdminProductRow, AdminVariantRow } from './admin-products.store.ts';

export function adminProductView(row: AdminProductRow): AdminProduct {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    short_description: row.short_description,
    price: formatDecimal(row.price_cents),
    sale_price: row.sale_price_cents === null ? null : formatDecimal(row.sale_price_cents),
    sku: row.sku,
    stock: row.stock,
    stock_seen: row.stock,
    held: row.held,
    images: row.images.map(({ url }) => url),
    category_id: row.category_id,
    category: categoryOfProductView(row),
    brand: row.brand,
    weight: row.weight_grams === null ? null : String(row.weight_grams / 1000),
    specifications: row.specifications,
    features: [...row.features],
    tags: [...row.tags],
    is_active: row.is_active,
    is_featured: row.is_featured,
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

export function adminProductDetailView(row: AdminProductRow): AdminProductDetail {
  return {
    ...adminProductView(row),
    image_alts: row.images.map(({ alt }) => alt),
    sold: row.sold,
    variants: row.variants.map(variantView),
    meta_title: row.meta_title,
    meta_description: row.meta_description,
  };
}
