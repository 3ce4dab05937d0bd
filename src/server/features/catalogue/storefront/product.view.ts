import type { Product, ProductCard, ProductVariant } from '#contract/storefront/products.ts';
import { formatDecimal } from '#domain/money.ts';
import { type ChoiceHint, choiceHints } from '#domain/variant-choices.ts';
import { categoryOfProductView } from './category.view.ts';
import type { CardRow, ProductRow, VariantRow } from './products.store.ts';

export function cardView(row: CardRow): ProductCard {
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
    images: row.images.map(({ url }) => url),
    category: { id: row.category_id, name: row.category_name, slug: row.category_slug },
    brand: row.brand,
    weight: row.weight_grams === null ? null : String(row.weight_grams / 1000),
    specifications: row.specifications,
    features: row.features,
    tags: row.tags,
    is_active: true,
    is_featured: row.is_featured,
    has_variants: row.has_variants,
    choices: row.variants ? choiceHints(row.variants).map(choiceView) : [],
    average_rating: row.average_rating,
    review_count: row.review_count,
    meta_title: row.meta_title,
    meta_description: row.meta_description,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  };
}

const choiceView = ({ name, values, swatches, count }: ChoiceHint): ProductCard['choices'][number] => ({
  name,
  values: [...values],
  swatches: [...swatches],
  count,
});

function variantView(row: VariantRow): ProductVariant {
  return {
    id: row.id,
    name: row.name,
    sku: row.sku,
    options: row.options,
    price_modifier: formatDecimal(row.price_modifier_cents),
    stock: row.stock,
    image: row.image,
    swatch: row.swatch,
  };
}

export function productView(row: ProductRow): Product {
  return {
    ...cardView(row),
    category: categoryOfProductView(row),
    image_alts: row.images.map(({ alt }) => alt),
    variants: (row.variants ?? []).map(variantView),
  };
}
