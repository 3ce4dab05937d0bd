import type { CategoryForm } from '#contract/admin/categories.ts';
import { claimPictures } from '#server/features/pictures/index.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  type CategoryColumns,
  deleteCategoryRow,
  insertCategory,
  lockCategory,
  updateCategoryRow,
} from './admin-categories.store.ts';
import type { AdminCatalogueServices, By } from './admin-change.ts';
import { fieldRefusal, refuseBroken } from './broken-rules.ts';

const RULES = {
  category_slug_key: () => fieldRefusal('category.slug_taken', 'slug', 'Another category has this slug already.'),
  product_category_id_fkey: () => new Refusal('category.not_empty'),
  custom_field_category_id_fkey: () => new Refusal('category.has_custom_fields'),
};

async function takeImage(tx: Transaction, image: string | null, at: Date): Promise<void> {
  const missing = image ? await claimPictures(tx, [image], at) : [];
  if (missing.length > 0)
    throw fieldRefusal('product.invalid', 'image', 'This picture no longer exists. Please upload it again.');
}

const auditFacts = (columns: CategoryColumns) => ({
  name: columns.name,
  slug: columns.slug,
  description: columns.description,
  image: columns.image,
  sort_order: columns.sort_order,
  is_active: columns.is_active,
});

/** @throws Refusal `category.slug_taken`, `product.invalid` (a deleted picture). */
export function createCategory({ db, now }: AdminCatalogueServices, form: CategoryForm, by: By): Promise<number> {
  const columns: CategoryColumns = {
    name: form.name,
    slug: form.slug,
    description: form.description ?? '',
    image: form.image ?? null,
    sort_order: form.sort_order ?? 1,
    is_active: form.is_active ?? true,
  };
  const at = now();
  return refuseBroken(RULES, () =>
    inTransaction(db, async (tx) => {
      await takeImage(tx, columns.image, at);
      const id = await insertCategory(tx, columns, at);
      const entity = { entity: 'category', entityId: String(id) };
      await recordAudit(tx, {
        ...by,
        action: 'category.create',
        ...entity,
        before: null,
        after: auditFacts(columns),
        at,
      });
      return id;
    }),
  );
}

/** @throws Refusal `category.not_found`, `category.changed`, `category.slug_taken`, `product.invalid`. */
export function updateCategory(
  { db, now }: AdminCatalogueServices,
  id: number,
  { revision, ...form }: CategoryForm & { readonly revision?: number | undefined },
  by: By,
): Promise<void> {
  const at = now();
  return refuseBroken(RULES, () =>
    inTransaction(db, async (tx) => {
      const before = await lockCategory(tx, id);
      if (!before) throw new Refusal('category.not_found');
      if (revision !== undefined && revision !== before.revision) throw new Refusal('category.changed');
      const columns: CategoryColumns = {
        name: form.name,
        slug: form.slug,
        description: form.description ?? before.description,
        image: form.image === undefined ? before.image : form.image,
        sort_order: form.sort_order ?? before.sort_order,
        is_active: form.is_active ?? before.is_active,
      };
      if (columns.image !== before.image) await takeImage(tx, columns.image, at);
      await updateCategoryRow(tx, id, columns, at);
      const entity = { entity: 'category', entityId: String(id) };
      const facts = { before: auditFacts(before), after: auditFacts(columns) };
      await recordAudit(tx, { ...by, action: 'category.update', ...entity, ...facts, at });
    }),
  );
}

/** @throws Refusal `category.not_found`, `category.not_empty`, `category.has_custom_fields`. */
export function deleteCategory({ db, now }: AdminCatalogueServices, id: number, by: By): Promise<void> {
  return refuseBroken(RULES, () =>
    inTransaction(db, async (tx) => {
      const gone = await deleteCategoryRow(tx, id);
      if (!gone) throw new Refusal('category.not_found');
      const entity = { entity: 'category', entityId: String(id) };
      await recordAudit(tx, {
        ...by,
        action: 'category.delete',
        ...entity,
        before: auditFacts(gone),
        after: null,
        at: now(),
      });
    }),
  );
}
