import { MAX_CART_LINES, MAX_QUANTITY } from '#domain/cart-limits.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { type AddedRow, addCartLine, type CartItemInput } from './cart.store.ts';

export interface MergedItem {
  readonly product_id: number;
  readonly variant_id: number | null;
  readonly outcome: 'added' | 'cut_to_stock' | 'left_out';
}

/**
 * Adds a guest's items to the server's cart, limited by the stock; skips what is no longer for sale or out of stock.
 * Never refuses: a login must not fail because of an old item.
 */
export function mergeGuestCart(
  db: Database,
  userId: number,
  items: readonly CartItemInput[],
  at: Date,
): Promise<MergedItem[]> {
  const limits = { maxLines: MAX_CART_LINES, maxQuantity: MAX_QUANTITY, cut: true };
  return inTransaction(db, async (tx) => {
    const merged: MergedItem[] = [];
    for (const item of items) {
      const added = await addCartLine(tx, userId, item, limits, at);
      const outcome = outcomeOf(added, item);
      merged.push({ product_id: item.productId, variant_id: item.variantId, outcome });
    }
    return merged;
  });
}

function outcomeOf(added: AddedRow | undefined, item: CartItemInput): MergedItem['outcome'] {
  if (!added || added.quantity === null) return 'left_out';
  return added.more < item.quantity ? 'cut_to_stock' : 'added';
}
