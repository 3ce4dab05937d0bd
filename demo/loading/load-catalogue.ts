import type { Transaction } from '#server/platform/database/database.ts';
import { type DemoCategory, type DemoProduct, pictureKey, stockOf } from '../catalogue/product.ts';
import { type DemoSubcategory, demoSubcategories, subcategoriesOf } from '../catalogue/subcategories.ts';
import { picturePath } from '../pictures.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface LoadedProduct {
  readonly id: number;
  readonly product: DemoProduct;
  /** By variant SKU. */
  readonly variantIds: ReadonlyMap<string, number>;
}

/** Ids of the categories by slug. */
export type CategoryIds = ReadonlyMap<string, number>;

/** The five categories, and below them the subcategories that have products, each with the picture of its first. */
export async function loadCategories(
  tx: Transaction,
  categories: readonly DemoCategory[],
  products: readonly DemoProduct[],
  today: Date,
): Promise<CategoryIds> {
  const dates = { created_at: new Date(today.getTime() - 400 * DAY_MS), updated_at: today };
  const rows = categories.map((category) => ({
    id: category.id as number,
    parent_id: null as number | null,
    name: category.name,
    slug: category.slug,
    description: category.description,
    image: picturePath(`category-${category.slug}`),
    sort_order: category.sortOrder,
    ...dates,
  }));
  const ids = new Map(rows.map(({ id, slug }) => [slug, id]));
  const add = ({ slug, name, description }: DemoSubcategory, parentId: number, place: number): void => {
    const first = products.find((product) => subcategoriesOf(product).some((one) => one.slug === slug));
    if (!first) return;
    const id = 1 + Math.max(...ids.values());
    ids.set(slug, id);
    const image = picturePath(pictureKey(first, 0));
    rows.push({ id, parent_id: parentId, name, slug, description, image, sort_order: place + 1, ...dates });
  };
  for (const category of categories) {
    for (const [place, subcategory] of demoSubcategories[category.id].entries()) {
      add(subcategory, category.id, place);
      const { children = [], slug } = subcategory;
      const parentId = ids.get(slug);
      if (parentId !== undefined) for (const [at, child] of children.entries()) add(child, parentId, at);
    }
  }
  await tx.insertInto('category').values(rows).execute();
  return ids;
}

export async function loadProducts(
  tx: Transaction,
  products: readonly DemoProduct[],
  categoryIds: CategoryIds,
  today: Date,
): Promise<LoadedProduct[]> {
  const rows = await tx
    .insertInto('product')
    .values(products.map((product) => productRow(product, categoryIds, today)))
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

function productRow(product: DemoProduct, categoryIds: CategoryIds, today: Date) {
  const lowest = subcategoriesOf(product).at(-1);
  const createdAt = new Date(today.getTime() - product.createdDaysAgo * DAY_MS);
  return {
    category_id: (lowest && categoryIds.get(lowest.slug)) ?? product.categoryId,
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
      product.pictures.map((alt, index) => ({ url: picturePath(pictureKey(product, index)), alt })),
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
