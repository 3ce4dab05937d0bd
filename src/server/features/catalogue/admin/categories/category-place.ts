import type { CategoryTree } from '#domain/catalogue/category-tree.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CategoryRow } from '../../storefront/categories.store.ts';
import { type CategoryColumns, setVisibility } from './admin-categories.store.ts';

type Visibility = Pick<CategoryColumns, 'is_active' | 'hidden_by_parent'>;

const PROBLEMS = {
  no_parent: 'category.parent_not_found',
  loop: 'category.loop',
  too_deep: 'category.too_deep',
} as const;

/** @param id null: a new category */
export function refuseBadPlace(tree: CategoryTree<CategoryRow>, id: number | null, parentId: number | null): void {
  const problem = tree.placeProblem(id, parentId);
  if (problem) throw new Refusal(PROBLEMS[problem]);
}

/** What the merchant chose, whatever the categories above are. */
export const isChosenActive = ({ is_active, hidden_by_parent }: Visibility): boolean => is_active || hidden_by_parent;

const visibility = (isParentVisible: boolean, isChosen: boolean): Visibility => ({
  is_active: isChosen && isParentVisible,
  hidden_by_parent: isChosen && !isParentVisible,
});

export const visibilityBelow = (
  tree: CategoryTree<CategoryRow>,
  parentId: number | null,
  isChosen: boolean,
): Visibility => visibility(parentId === null || tree.get(parentId)?.is_active === true, isChosen);

/** Writes the visibility of everything below a category whose own has changed. */
export async function showOrHideBelow(
  tx: Transaction,
  tree: CategoryTree<CategoryRow>,
  { id, is_active }: Pick<CategoryRow, 'id' | 'is_active'>,
): Promise<void> {
  for (const child of tree.childrenOf(id)) {
    const now = visibility(is_active, isChosenActive(child));
    if (now.is_active === child.is_active && now.hidden_by_parent === child.hidden_by_parent) continue;
    await setVisibility(tx, child.id, now);
    await showOrHideBelow(tx, tree, { id: child.id, is_active: now.is_active });
  }
}
