import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AdminCatalogueServices } from '../admin-catalogue-services.ts';
import { refuseBroken } from '../broken-rules.ts';
import { deleteCategoryRow, haveProducts, lockCategoryTree } from './admin-categories.store.ts';
import { auditFacts } from './save-category.ts';

const RULES = {
  category_parent_id_fkey: () => new Refusal('category.has_subcategories'),
  product_category_id_fkey: () => new Refusal('category.not_empty'),
  custom_field_category_id_fkey: () => new Refusal('category.has_custom_fields'),
};

/**
 * @throws Refusal `category.not_found`, `category.not_empty`, `category.has_subcategories`,
 * `category.has_custom_fields`.
 */
export async function deleteCategory(
  { db, now, categories }: AdminCatalogueServices,
  id: number,
  by: AuditContext,
): Promise<void> {
  await refuseBroken(RULES, () =>
    inTransaction(db, async (tx) => {
      const tree = await lockCategoryTree(tx);
      // Before the database refuses: products of subcategories are products of this category too.
      const branch = tree.branchOf(id).map((category) => category.id);
      if (await haveProducts(tx, branch)) throw new Refusal('category.not_empty');
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
  categories.forget();
}
