import type { ProductForm } from '#contract/admin/product-form.ts';
import { productSlug } from '#domain/slug.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { proposeProductSlug } from '../slugs.store.ts';
import type { AdminCatalogueServices, By } from './admin-change.ts';
import { PRODUCT_RULES, refuseBroken, withFreeSlug } from './broken-rules.ts';
import { insertProduct, type ProductColumns } from './change-products.store.ts';
import { checkPrices, checkSkus, checkVariants, takePictures } from './check-product.ts';
import { auditProduct, productFacts } from './product-audit.ts';
import { imagesOf } from './product-form.ts';
import { syncStock } from './sync-stock.ts';

/**
 * @returns the id of the new product.
 * @throws Refusal `product.sku_taken`, `product.invalid`.
 */
export function createProduct({ db, now }: AdminCatalogueServices, form: ProductForm, by: By): Promise<number> {
  const at = now();
  return withFreeSlug(() => refuseBroken(PRODUCT_RULES, () => inTransaction(db, (tx) => create(tx, form, by, at))));
}

async function create(tx: Transaction, form: ProductForm, by: By, at: Date): Promise<number> {
  const variants = form.variants ?? [];
  const columns: ProductColumns = {
    name: form.name,
    slug: await proposeProductSlug(tx, productSlug(form.name)),
    description: form.description,
    short_description: form.short_description ?? '',
    price_cents: form.price,
    sale_price_cents: form.sale_price ?? null,
    sku: form.sku,
    category_id: form.category_id,
    is_active: form.is_active ?? true,
    is_featured: form.is_featured ?? false,
    brand: form.brand ?? null,
    weight_grams: form.weight ?? null,
    images: imagesOf(form, []),
    specifications: form.specifications ?? {},
    features: form.features ?? [],
    tags: form.tags ?? [],
    meta_title: form.meta_title ?? null,
    meta_description: form.meta_description ?? null,
  };
  checkVariants(form.sku, variants);
  checkPrices(
    columns,
    variants.map(({ price_modifier }) => price_modifier),
  );
  await checkSkus(tx, form.sku, variants, undefined);
  await takePictures(
    tx,
    [...columns.images.map(({ url }) => url), ...variants.flatMap(({ image }) => image ?? [])],
    at,
  );
  const id = await insertProduct(tx, columns, at);
  await syncStock(tx, id, { ...form, variants });
  const stock = variants.length > 0 ? variants.reduce((sum, variant) => sum + variant.stock, 0) : form.stock;
  const after = productFacts(columns, { stock, variants: variants.length });
  await auditProduct(tx, by, { action: 'product.create', id, before: null, after }, at);
  return id;
}
