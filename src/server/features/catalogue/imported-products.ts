import type { ImportedProduct } from '#domain/import-fields.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type AdminProductRow, readAdminProductRows } from './admin-products.store.ts';
import { findSkus, listCategoryNames } from './save-many-products.store.ts';

/** A product that is there, as far as a CSV file tells it. */
export interface KnownProduct {
  readonly id: number;
  readonly product: ImportedProduct;
  /** Price differences of its variants, in cents. */
  readonly modifiers: readonly number[];
}

export function toImported(row: AdminProductRow): ImportedProduct {
  return {
    sku: row.sku,
    name: row.name,
    category: row.category_slug,
    price: row.price_cents,
    sale_price: row.sale_price_cents,
    stock: row.variants.length > 0 ? null : row.stock,
    description: row.description,
    short_description: row.short_description,
    brand: row.brand,
    is_active: row.is_active,
    is_featured: row.is_featured,
    weight: row.weight_grams,
    tags: row.tags,
    features: row.features,
    specifications: row.specifications,
    images: row.images,
    meta_title: row.meta_title,
    meta_description: row.meta_description,
  };
}

/** The products that have one of the SKUs, by it; and by the SKUs of variants the names of their products. */
export async function findProductsBySku(
  db: Database,
  skus: readonly string[],
): Promise<{ products: Map<string, KnownProduct>; variants: Map<string, string> }> {
  const { productIds, variants } = await findSkus(db, skus);
  const rows = await readAdminProductRows(db, productIds);
  const products = new Map(
    rows.map((row) => [
      row.sku,
      {
        id: row.id,
        product: toImported(row),
        modifiers: row.variants.map(({ price_modifier_cents }) => price_modifier_cents),
      },
    ]),
  );
  return { products, variants };
}

/** Slugs of the categories by themselves and by their names in small letters; undefined for a name that several have. */
export async function readCategoryNames(db: Database): Promise<Map<string, string | undefined>> {
  const categories = await listCategoryNames(db);
  const names = new Map<string, string | undefined>();
  for (const { name, slug } of categories) {
    const key = name.toLowerCase();
    names.set(key, names.has(key) ? undefined : slug);
  }
  for (const { slug } of categories) names.set(slug, slug);
  return names;
}
