import type { ProductChange, ProductForm } from '#contract/admin/product-form.ts';
import type { AuditContext } from '#server/platform/audit/audit.store.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AdminCatalogueServices } from '../admin-catalogue-services.ts';
import { PRODUCT_RULES, refuseBroken, withFreeSlug } from '../broken-rules.ts';
import {
  findSharedSkus,
  type LockedProduct,
  lockProducts,
  type ProductColumns,
} from '../save-products/change-products.store.ts';
import type { ProductWrite } from '../save-products/product-write.ts';
import { saveProducts } from '../save-products/save-products.ts';
import { lockedSlugs } from '../save-products/slug-proposals.ts';
import { checkVariants, formRefusal } from './check-product.ts';

/**
 * @returns the id of the new product.
 * @throws Refusal `product.sku_taken`, `product.invalid`.
 */
export function createProduct(services: AdminCatalogueServices, form: ProductForm, by: AuditContext): Promise<number> {
  return save(services, by, () => Promise.resolve(writeOf({ ...form, variants: form.variants ?? [] }, undefined)));
}

/**
 * Updates a product. Fields that the form omits are unchanged; a new name changes the slug, and the old one redirects.
 * @throws Refusal `product.not_found`, `product.changed`, `product.sku_taken`, `product.invalid`, `product.stock_gone`,
 * `product.held`.
 */
export async function updateProduct(
  services: AdminCatalogueServices,
  id: number,
  form: ProductChange,
  by: AuditContext,
): Promise<void> {
  await save(services, by, async (tx) => {
    const [before] = await lockProducts(tx, [id]);
    if (!before) throw new Refusal('product.not_found');
    if (form.revision !== undefined && form.revision !== before.revision) throw new Refusal('product.changed');
    return writeOf(form, before);
  });
}

async function save(
  { db, now, customFields }: AdminCatalogueServices,
  by: AuditContext,
  prepare: (tx: Transaction) => Promise<ProductWrite>,
): Promise<number> {
  const run = { by, at: now(), slugs: lockedSlugs, customFields: await customFields.all() };
  const attempt = async (tx: Transaction): Promise<number> => {
    const { ids, problems, addedSkus } = await saveProducts(tx, [await prepare(tx)], run);
    for (const problem of problems.values()) throw formRefusal(problem);
    const shared = await findSharedSkus(
      tx,
      addedSkus.map(([, sku]) => sku),
    );
    const taken = addedSkus.filter(([, sku]) => shared.has(sku));
    if (taken.length > 0) throw formRefusal({ kind: 'sku', taken });
    return ids.get(0) ?? 0;
  };
  return withFreeSlug(() => refuseBroken(PRODUCT_RULES, () => inTransaction(db, attempt)));
}

function writeOf(form: ProductForm | ProductChange, before: LockedProduct | undefined): ProductWrite {
  if (form.variants) checkVariants(form.sku, form.variants);
  const { images, image_alts, stock, variants, ...change } = form;
  return {
    before,
    change: { ...change, images: imagesOf(form, before?.images ?? []) },
    stock: { kind: 'form', wanted: form },
  };
}

/** Pictures of a form: with their own alt text, that of `image_alts`, or the previous one. */
function imagesOf({ images, image_alts }: ProductForm, before: ProductColumns['images']): ProductColumns['images'] {
  if (images === undefined) return before;
  const known = new Map(before.map(({ url, alt }) => [url, alt]));
  return images.map(({ url, alt }, index) => ({ url, alt: alt ?? image_alts?.[index] ?? known.get(url) ?? '' }));
}
