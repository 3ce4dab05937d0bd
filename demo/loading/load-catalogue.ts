import type { Transaction } from '#server/platform/database/database.ts';
import { type DemoCategory, type DemoProduct, stockOf } from '../catalogue/product.ts';
import { categoryPictureKey, pictureKey } from '../pictures/picture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface LoadedProduct {
  readonly id: number;
  readonly product: DemoProduct;
  /** By variant SKU. */
  readonly variantIds: ReadonlyMap<string, number>;
}

/** Base path of a picture, without width and extension; the shop serves several of both. */
export const picturePath = (key: string): string => `/media/${key}`;

export async function loadCategories(tx: Transaction, categories: readonly DemoCategory[], today: Date): Promise<void> {
  await tx
    .insertInto('category')
    .values(
      categories.map((category) => ({
        id: category.id,
        name: category.name,
        slug: category.slug,
        description: category.description,
        image: picturePath(categoryPictureKey(category)),
        sort_order: category.sortOrder,
        created_at: new Date(today.getTime() - 400 * DAY_MS),
        updated_at: today,
      })),
    )
    .execute();
}

export async function loadProducts(
  tx: Transaction,
  products: readonly DemoProduct[],
  today: Date,
): Promise<LoadedProduct[]> {
  const rows = await tx
    .insertInto('product')
    .values(products.map((product) => productRow(product, today)))
    .returning(['id', 'slug'])
    .execute();
  const idOf = new Map(rows.map((row) => [row.slug, row.id]));
  const variants = products.flatMap((product) =>
    (product.variants ?? []).map((variant, index) => ({
      product_id: idOf.get(product.slug) ?? 0,
      name: variant.name,
      sku: variant.sku,
      options: JSON.stringify(variant.options),
      ordered_options: JSON.stringify(variant.options),
      price_modifier_cents: variant.priceModifierCents,
      image: variant.picture === undefined ? null : picturePath(pictureKey(product, variant.picture)),
      swatch: variant.swatch ?? null,
      position: index + 1,
    })),
  );
  const variantRows = await tx.insertInto('product_variant').values(variants).returning(['id', 'sku']).execute();
  const variantIdOf = new Map(variantRows.map((row) => [row.sku, row.id]));
  return products.map((product) => ({
    id: idOf.get(product.slug) ?? 0,
    product,
    variantIds: new Map((product.variants ?? []).map(({ sku }) => [sku, variantIdOf.get(sku) ?? 0])),
  }));
}

function productRow(product: DemoProduct, today: Date) {
  const createdAt = new Date(today.getTime() - product.createdDaysAgo * DAY_MS);
  return {
    category_id: product.categoryId,
    name: product.name,
    slug: product.slug,
    description: product.description,
    short_description: product.shortDescription,
    price_cents: product.priceCents,
    sale_price_cents: product.salePriceCents ?? null,
    sku: product.sku,
    brand: product.brand,
    weight_grams: product.weightGrams,
    images: JSON.stringify(
      product.pictures.map(({ alt }, index) => ({ url: picturePath(pictureKey(product, index)), alt })),
    ),
    specifications: JSON.stringify(product.specifications),
    features: [...product.features],
    tags: [...product.tags],
    is_featured: product.isFeatured ?? false,
    average_rating: product.averageRating,
    review_count: product.reviewCount,
    meta_description: product.shortDescription,
    created_at: createdAt,
    updated_at: createdAt,
  };
}

/** Units sold so far, by SKU of the product or variant. */
export type SoldPieces = ReadonlyMap<string, number>;

/** Stock rows: units received cover the order history plus the catalogue's stock. */
export async function loadStock(tx: Transaction, loaded: readonly LoadedProduct[], sold: SoldPieces): Promise<void> {
  const rows = loaded.flatMap(({ id, product, variantIds }) => {
    const row = (sku: string, variantId: number | null, left: number) => {
      const gone = sold.get(sku) ?? 0;
      return { product_id: id, variant_id: variantId, received: left + gone, sold: gone };
    };
    if (!product.variants) return [row(product.sku, null, stockOf(product))];
    return product.variants.map(({ sku, stock }) => row(sku, variantIds.get(sku) ?? null, stock));
  });
  await tx.insertInto('stock').values(rows).execute();
}
