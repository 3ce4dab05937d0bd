import type { ProductChange } from '#contract/admin/product-form.ts';
import { productSlug } from '#domain/slug.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { keepOldSlug, proposeProductSlug } from '../slugs.store.ts';
import type { AdminCatalogueServices, By } from './admin-change.ts';
import { PRODUCT_RULES, refuseBroken, withFreeSlug } from './broken-rules.ts';
import { type LockedProduct, lockProducts, type ProductColumns, updateProductRow } from './change-products.store.ts';
import { checkPrices, checkSkus, checkVariants, takePictures } from './check-product.ts';
import { auditProduct, productFacts } from './product-audit.ts';
import { imagesOf } from './product-form.ts';
import { syncStock } from './sync-stock.ts';
import { lockStock, readVariants, type StoredVariant } from './variants.store.ts';

/**
 * Changes a product. What the form leaves out of the further fields stays as it is; a new name gives it a new address,
 * and the old one leads there.
 * @throws Refusal `product.not_found`, `product.changed`, `product.sku_taken`, `product.invalid`, `product.stock_gone`,
 * `product.held`.
 */
export function updateProduct(
  { db, now }: AdminCatalogueServices,
  id: number,
  form: ProductChange,
  by: By,
): Promise<void> {
  const at = now();
  return withFreeSlug(() => refuseBroken(PRODUCT_RULES, () => inTransaction(db, (tx) => update(tx, id, form, by, at))));
}

async function slugFor(tx: Transaction, { id, name, slug }: LockedProduct, newName: string): Promise<string> {
  const wanted = productSlug(newName);
  return wanted === productSlug(name) ? slug : proposeProductSlug(tx, wanted, id);
}

function columnsOf(form: ProductChange, before: LockedProduct, slug: string): ProductColumns {
  const kept = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value);
  return {
    name: form.name,
    slug,
    description: form.description,
    short_description: kept(form.short_description, before.short_description),
    price_cents: form.price,
    sale_price_cents: kept(form.sale_price, before.sale_price_cents),
    sku: form.sku,
    category_id: form.category_id,
    is_active: kept(form.is_active, before.is_active),
    is_featured: kept(form.is_featured, before.is_featured),
    brand: kept(form.brand, before.brand),
    weight_grams: kept(form.weight, before.weight_grams),
    images: imagesOf(form, before.images),
    specifications: kept(form.specifications, before.specifications),
    features: kept(form.features, before.features),
    tags: kept(form.tags, before.tags),
    meta_title: kept(form.meta_title, before.meta_title),
    meta_description: kept(form.meta_description, before.meta_description),
  };
}

async function update(tx: Transaction, id: number, form: ProductChange, by: By, at: Date): Promise<void> {
  const [before] = await lockProducts(tx, [id]);
  if (!before) throw new Refusal('product.not_found');
  if (form.revision !== undefined && form.revision !== before.revision) throw new Refusal('product.changed');
  const columns = columnsOf(form, before, await slugFor(tx, before, form.name));
  const variantsBefore = await readVariants(tx, id);
  const modifiers = form.variants?.map(({ price_modifier }) => price_modifier);
  if (form.variants) checkVariants(form.sku, form.variants);
  checkPrices(columns, modifiers ?? variantsBefore.map(({ price_modifier_cents }) => price_modifier_cents));
  await checkSkus(tx, form.sku, form.variants ?? [], id);
  await takePictures(tx, newPictures(columns, form, before, variantsBefore), at);

  const stockBefore = await availableOf(tx, id);
  await updateProductRow(tx, id, columns, at);
  if (columns.slug !== before.slug) await keepOldSlug(tx, id, { from: before.slug, to: columns.slug, at });
  await syncStock(tx, id, form);
  const variants = form.variants ?? variantsBefore;
  await auditProduct(
    tx,
    by,
    {
      action: 'product.update',
      id,
      before: productFacts(before, { stock: stockBefore, variants: told(variantsBefore) }),
      after: productFacts(columns, { stock: await availableOf(tx, id), variants: told(variants) }),
    },
    at,
  );
}

const told = (variants: readonly { readonly sku: string }[]) => variants.map(({ sku }) => sku).join(', ');

async function availableOf(tx: Transaction, productId: number): Promise<number> {
  const rows = await lockStock(tx, productId);
  return rows.reduce((sum, { received, sold, held }) => sum + received - sold - held, 0);
}

/** What was shown before need not be there to be kept: it may be older than this shop's uploads. */
function newPictures(
  { images }: ProductColumns,
  { variants = [] }: ProductChange,
  before: LockedProduct,
  variantsBefore: readonly StoredVariant[],
): string[] {
  const known = new Set([
    ...before.images.map(({ url }) => url),
    ...variantsBefore.flatMap(({ image }) => image ?? []),
  ]);
  const wanted = [...images.map(({ url }) => url), ...variants.flatMap(({ image }) => image ?? [])];
  return wanted.filter((url) => !known.has(url));
}
