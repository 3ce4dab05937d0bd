import { MAX_CART_LINES, MAX_QUANTITY } from '#domain/cart/cart-limits.ts';
import { type Database, type Handle, retryOnConflict } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type AddedRow, type AddLineOptions, addCartLine, type CartItemInput, findSaleable } from './cart.store.ts';

/** "Only 3 left" tells a shopper what to do; "not enough" does not. */
export function stockRefusal(available: number): Refusal {
  if (available <= 0) return new Refusal('stock.insufficient', { message: 'This product is out of stock.' });
  if (available >= MAX_QUANTITY) {
    return new Refusal('stock.insufficient', { message: `A cart takes at most ${MAX_QUANTITY} of one product.` });
  }
  return new Refusal('stock.insufficient', { message: `Only ${available} left in stock.` });
}

async function notForSaleRefusal(db: Handle, item: CartItemInput): Promise<Refusal> {
  const product = await findSaleable(db, item.productId);
  if (!product) return new Refusal('product.not_found');
  if (item.variantId === null && product.has_variants) return new Refusal('variant.required');
  return new Refusal('variant.not_found');
}

function refusalOf(added: AddedRow, item: CartItemInput): Refusal {
  if (item.quantity <= added.available && added.lines >= MAX_CART_LINES) return new Refusal('cart.full');
  return stockRefusal(added.available);
}

/**
 * Adds units to the cart; the same product and variant increases its line.
 * @throws Refusal `stock.insufficient` when line and addition together exceed the stock; nothing is changed.
 */
export async function addToCart(
  db: Database,
  userId: number,
  item: CartItemInput,
  options: Omit<AddLineOptions, 'isCutToStock'>,
): Promise<void> {
  const added = await retryOnConflict(() => addCartLine(db, userId, item, options));
  if (!added) throw await notForSaleRefusal(db, item);
  if (added.quantity === null) throw refusalOf(added, item);
}
