import type { ImportedProduct, ImportedVariant } from '#csv/import-fields.ts';
import { CategoryTree, pathCell, pathKey } from '#domain/catalogue/category-tree.ts';
import { STORED_FIELDS } from '#domain/catalogue/product-field-lists.ts';
import { valuesOfRow } from '#domain/catalogue/product-values.ts';
import type { Database } from '#server/platform/database/database.ts';
import { listCategoryRows } from '../../storefront/categories.store.ts';
import { type AdminProductRow, readAdminProductRows } from '../products/admin-products.store.ts';
import { findProductIdsBySku } from './imported-products.store.ts';

/** An existing product, with the fields of a CSV file. */
export interface KnownProduct {
  readonly id: number;
  readonly product: ImportedProduct;
  readonly variants: readonly KnownVariant[];
}

export interface KnownVariant {
  readonly id: number;
  readonly productName: string;
  readonly variant: ImportedVariant;
}

export function toImported(row: AdminProductRow): ImportedProduct {
  return {
    ...valuesOfRow(row, STORED_FIELDS),
    category: row.category_slug,
    stock: row.variants.length > 0 ? null : row.stock,
  };
}

/** The variants of a product in order. */
export function toImportedVariants(row: AdminProductRow): ImportedVariant[] {
  return row.variants.map((variant) => ({
    variant_of: row.sku,
    sku: variant.sku,
    name: variant.name,
    options: variant.options,
    price_difference: variant.price_modifier_cents,
    stock: variant.stock,
    images: variant.image === null ? [] : [{ url: variant.image, alt: '' }],
    swatch: variant.swatch,
  }));
}

/** The products with one of the SKUs, or a variant that has one; by their own SKU, with all their variants. */
export async function findProductsBySku(
  db: Database,
  skus: readonly string[],
): Promise<{ products: Map<string, KnownProduct>; variants: Map<string, KnownVariant> }> {
  const rows = await readAdminProductRows(db, await findProductIdsBySku(db, skus));
  const known = rows.map((row) => {
    const variants = toImportedVariants(row).map((variant, index) => ({
      id: row.variants[index]?.id ?? 0,
      productName: row.name,
      variant,
    }));
    return { id: row.id, product: toImported(row), variants };
  });
  return {
    products: new Map(known.map((one) => [one.product.sku, one])),
    variants: new Map(known.flatMap(({ variants }) => variants.map((one) => [one.variant.sku, one]))),
  };
}

/** Category slugs, by slug, lower-case name and path of either; undefined for an ambiguous name. */
export async function readCategoryNames(db: Database): Promise<Map<string, string | undefined>> {
  const categories = await listCategoryRows(db);
  const tree = new CategoryTree(categories);
  const names = new Map<string, string | undefined>();
  const add = (name: string, slug: string) => {
    const key = pathKey(name);
    names.set(key, names.has(key) ? undefined : slug);
  };
  for (const { id, name, slug } of categories) {
    const path = tree.pathOf(id);
    add(name, slug);
    if (path.length > 1) add(pathCell(path.map((step) => step.name)), slug);
  }
  // Slugs are unique, whatever the names are.
  for (const { id, slug } of categories) {
    names.set(pathCell(tree.pathOf(id).map((step) => step.slug)), slug);
    names.set(slug, slug);
  }
  return names;
}
