import type { OrderReference } from '#contract/storefront/orders.ts';
import { addToCart } from '#server/features/cart/index.ts';
import { findOwnLines } from '#server/features/orders/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface BoughtAgain {
  readonly added: { readonly name: string; readonly quantity: number }[];
  readonly refused: { readonly name: string; readonly reason: string }[];
}

const GONE = 'This product is no longer sold.';
/** Refusals about missing choices: no help when reordering an old order. */
const MEANS_GONE: readonly string[] = ['product.not_found', 'variant.not_found', 'variant.required'];

/**
 * Adds the products of one of the customer’s orders to the cart that are still sold, each line independently of the others.
 * @throws Refusal `order.not_found`.
 */
export async function buyAgain(
  db: Database,
  userId: number,
  reference: OrderReference,
  at: Date,
): Promise<BoughtAgain> {
  const result: BoughtAgain = { added: [], refused: [] };
  for (const line of await findOwnLines(db, reference, userId)) {
    const name = line.variant_name === null ? line.product_name : `${line.product_name} (${line.variant_name})`;
    try {
      // The product without a variant is no substitute for a deleted variant.
      if (line.product_id === null || (line.variant_id === null && line.variant_name !== null)) {
        throw new Refusal('product.not_found');
      }
      const item = { productId: line.product_id, variantId: line.variant_id, quantity: line.quantity };
      await addToCart(db, userId, item, { at });
      result.added.push({ name, quantity: line.quantity });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      result.refused.push({ name, reason: MEANS_GONE.includes(error.code) ? GONE : error.message });
    }
  }
  return result;
}
