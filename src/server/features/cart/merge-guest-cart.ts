import { z } from 'zod';
import { MAX_CART_LINES } from '#domain/cart/cart-limits.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { recordOutcome } from '#server/platform/http/idempotency/outcomes.store.ts';
import { type RepeatableWrite, unlessCommitted } from '#server/platform/http/idempotency/repeatable-write.ts';
import { type AddedRow, addCartLine, type CartItemInput } from './cart.store.ts';

const mergedItem = z
  .object({
    product_id: z.int(),
    variant_id: z.int().nullable(),
    outcome: z.enum(['added', 'cut_to_stock', 'left_out']),
  })
  .readonly();
export type MergedItem = z.infer<typeof mergedItem>;

/** Several tabs or devices can add to one cart at once. */
const ATTEMPTS = 5;

/**
 * Adds a guest's items to the server's cart, limited by the stock; skips what is no longer for sale or out of stock.
 * Never refuses: a login must not fail because of an old item.
 */
export function mergeGuestCart(
  db: Database,
  userId: number,
  items: readonly CartItemInput[],
  at: Date,
  write: RepeatableWrite | undefined,
): Promise<MergedItem[]> {
  const merge = async (tx: Transaction) => {
    const merged: MergedItem[] = [];
    for (const item of items) {
      const added = await addWhatFits(tx, userId, item, at);
      const outcome = outcomeOf(added, item);
      merged.push({ product_id: item.productId, variant_id: item.variantId, outcome });
    }
    await recordOutcome(tx, write, merged);
    return merged;
  };
  return unlessCommitted(write, z.array(mergedItem), () => inTransaction(db, merge));
}

/**
 * Adds up to the stock. If another request has increased the line since the statement began, less fits than it
 * calculated, and nothing is added: the next statement sees the new quantity.
 */
async function addWhatFits(
  tx: Transaction,
  userId: number,
  item: CartItemInput,
  at: Date,
): Promise<AddedRow | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const added = await addCartLine(tx, userId, item, { at, isCutToStock: true });
    const isOutdated = added?.quantity === null && added.more >= 1 && added.lines < MAX_CART_LINES;
    if (!isOutdated || attempt >= ATTEMPTS) return added;
  }
}

function outcomeOf(added: AddedRow | undefined, item: CartItemInput): MergedItem['outcome'] {
  if (!added || added.quantity === null) return 'left_out';
  return added.more < item.quantity ? 'cut_to_stock' : 'added';
}
