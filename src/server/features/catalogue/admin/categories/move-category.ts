import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AdminCatalogueServices } from '../admin-catalogue-services.ts';
import { lockCategoryTree, setSortOrder, updateCategoryRow } from './admin-categories.store.ts';
import { isChosenActive, refuseBadPlace, showOrHideBelow, visibilityBelow } from './category-place.ts';
import { auditFacts } from './save-category.ts';

export interface CategoryMove {
  readonly parent_id: number | null;
  /** Among the siblings, from 1. */
  readonly position: number;
}

/**
 * Moves a category below another or among its siblings, which are numbered from 1. Moving it to where it is changes
 * nothing.
 * @throws Refusal `category.not_found`, `category.parent_not_found`, `category.loop`, `category.too_deep`.
 */
export async function moveCategory(
  { db, now, categories }: AdminCatalogueServices,
  id: number,
  { parent_id: parentId, position }: CategoryMove,
  by: AuditContext,
): Promise<void> {
  const at = now();
  await inTransaction(db, async (tx) => {
    const tree = await lockCategoryTree(tx);
    const before = tree.get(id);
    if (!before) throw new Refusal('category.not_found');
    refuseBadPlace(tree, id, parentId);
    const siblings = tree.childrenOf(parentId).filter((sibling) => sibling.id !== id);
    const place = Math.min(position - 1, siblings.length);
    const inOrder = [...siblings.slice(0, place), before, ...siblings.slice(place)];
    for (const [index, sibling] of inOrder.entries()) {
      if (sibling.id !== id && sibling.sort_order !== index + 1) await setSortOrder(tx, sibling.id, index + 1);
    }
    if (before.parent_id === parentId && before.sort_order === place + 1) return;
    const columns = {
      name: before.name,
      slug: before.slug,
      description: before.description,
      image: before.image,
      sort_order: place + 1,
      parent_id: parentId,
      ...visibilityBelow(tree, parentId, isChosenActive(before)),
    };
    await updateCategoryRow(tx, id, columns, at);
    await showOrHideBelow(tx, tree, { id, is_active: columns.is_active });
    const facts = { before: auditFacts(before), after: auditFacts(columns) };
    await recordAudit(tx, { ...by, action: 'category.move', entity: 'category', entityId: String(id), ...facts, at });
  });
  categories.forget();
}
