/** Products of a category that a merchant can place; the others follow in the default order. */
export const MAX_PLACED = 2000;

export interface ProductPlacement {
  /** Ids of all placed products, also of those that shoppers do not see at the moment. */
  readonly placed: readonly number[];
  /** The list as shoppers see it: its visible placed products, then others, at least up to the position. */
  readonly shown: readonly number[];
  readonly productId: number;
  /** In the list that shoppers see, from 1; null: no longer placed. */
  readonly position: number | null;
}

/**
 * The placed products after one of them is moved. A position beyond the placed products also places those
 * before it, so that the list is what the merchant saw.
 */
export function placeProduct({ placed, shown, productId, position }: ProductPlacement): number[] {
  const others = placed.filter((id) => id !== productId);
  if (position === null) return others;
  const known = new Set(others);
  const shownOthers = shown.filter((id) => id !== productId);
  const before = shownOthers.slice(0, position - 1);
  const next = shownOthers[position - 1];
  if (next !== undefined && known.has(next)) return others.toSpliced(others.indexOf(next), 0, productId);
  return [...others, ...before.filter((id) => !known.has(id)), productId];
}
