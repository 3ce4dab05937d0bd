import type { CategoryForm } from '#contract/admin/categories.ts';
import type { CategoryTree } from '#domain/catalogue/category-tree.ts';
import { claimPictures } from '#server/features/pictures/index.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { fieldRefusal, Refusal } from '#server/platform/refusal.ts';
import type { CategoryRow } from '../../storefront/categories.store.ts';
import type { AdminCatalogueServices } from '../admin-catalogue-services.ts';
import { refuseBroken } from '../broken-rules.ts';
import { type CategoryColumns, insertCategory, lockCategoryTree, updateCategoryRow } from './admin-categories.store.ts';
import { isChosenActive, refuseBadPlace, showOrHideBelow, visibilityBelow } from './category-place.ts';

const RULES = {
  category_slug_key: () => fieldRefusal('category.slug_taken', 'slug', 'Another category has this slug already.'),
};

async function takeImage(tx: Transaction, image: string | null, at: Date): Promise<void> {
  const missing = image ? await claimPictures(tx, [image], at) : [];
  if (missing.length > 0)
    throw fieldRefusal('product.invalid', 'image', 'This picture no longer exists. Please upload it again.');
}

export const auditFacts = (columns: CategoryColumns) => ({
  name: columns.name,
  slug: columns.slug,
  description: columns.description,
  image: columns.image,
  parent_id: columns.parent_id,
  sort_order: columns.sort_order,
  is_active: isChosenActive(columns),
});

/** After the last sibling; on the first level 1, as specified (back-office §5). */
function defaultSortOrder(tree: CategoryTree<CategoryRow>, parentId: number | null): number {
  if (parentId === null) return 1;
  return 1 + Math.max(0, ...tree.childrenOf(parentId).map(({ sort_order }) => sort_order));
}

/**
 * @throws Refusal `category.slug_taken`, `product.invalid` (a deleted picture), `category.parent_not_found`,
 * `category.too_deep`.
 */
export async function createCategory(
  { db, now, categories }: AdminCatalogueServices,
  form: CategoryForm,
  by: AuditContext,
): Promise<number> {
  const at = now();
  const created = await refuseBroken(RULES, () =>
    inTransaction(db, async (tx) => {
      const tree = await lockCategoryTree(tx);
      const parentId = form.parent_id ?? null;
      refuseBadPlace(tree, null, parentId);
      const columns: CategoryColumns = {
        name: form.name,
        slug: form.slug,
        description: form.description ?? '',
        image: form.image ?? null,
        sort_order: form.sort_order ?? defaultSortOrder(tree, parentId),
        parent_id: parentId,
        ...visibilityBelow(tree, parentId, form.is_active ?? true),
      };
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
  categories.forget();
  return created;
}

/**
 * @throws Refusal `category.not_found`, `category.changed`, `category.slug_taken`, `product.invalid`,
 * `category.parent_not_found`, `category.loop`, `category.too_deep`.
 */
export async function updateCategory(
  { db, now, categories }: AdminCatalogueServices,
  id: number,
  { revision, ...form }: CategoryForm & { readonly revision?: number | undefined },
  by: AuditContext,
): Promise<void> {
  const at = now();
  await refuseBroken(RULES, () =>
    inTransaction(db, async (tx) => {
      const tree = await lockCategoryTree(tx);
      const before = tree.get(id);
      if (!before) throw new Refusal('category.not_found');
      if (revision !== undefined && revision !== before.revision) throw new Refusal('category.changed');
      const parentId = form.parent_id === undefined ? before.parent_id : form.parent_id;
      if (parentId !== before.parent_id) refuseBadPlace(tree, id, parentId);
      const columns: CategoryColumns = {
        name: form.name,
        slug: form.slug,
        description: form.description ?? before.description,
        image: form.image === undefined ? before.image : form.image,
        sort_order: form.sort_order ?? before.sort_order,
        parent_id: parentId,
        ...visibilityBelow(tree, parentId, form.is_active ?? isChosenActive(before)),
      };
      if (columns.image !== before.image) await takeImage(tx, columns.image, at);
      await updateCategoryRow(tx, id, columns, at);
      await showOrHideBelow(tx, tree, { id, is_active: columns.is_active });
      const entity = { entity: 'category', entityId: String(id) };
      const facts = { before: auditFacts(before), after: auditFacts(columns) };
      await recordAudit(tx, { ...by, action: 'category.update', ...entity, ...facts, at });
    }),
  );
  categories.forget();
}
