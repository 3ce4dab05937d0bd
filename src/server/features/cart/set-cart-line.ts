import { MAX_QUANTITY } from '#domain/cart/cart-limits.ts';
import type { ChosenOptions } from '#domain/cart/line-options.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { stockRefusal } from './add-to-cart.ts';
import { type CartLineKey, removeCartLine, setCartLineOptions, setCartLineQuantity } from './cart.store.ts';

export interface SetCartLineServices {
  readonly db: Database;
  readonly now: Clock;
  /** Called after units were removed from a cart: a checkout may hold stock for them. */
  readonly afterRemoval: (userId: number) => Promise<void>;
}

interface CartLineInput {
  /** Zero or less removes the line; undefined keeps the quantity. */
  readonly quantity?: number | undefined;
  /** All options of the line; undefined keeps them. */
  readonly options?: ChosenOptions | undefined;
}

/**
 * Sets the quantity of a cart line, its options or both.
 * @throws Refusal `cart.line_not_found`, `stock.insufficient`.
 */
export async function setCartLine(
  services: SetCartLineServices,
  line: CartLineKey,
  { quantity, options }: CartLineInput,
): Promise<void> {
  const { db, now, afterRemoval } = services;
  const isRemoved = quantity !== undefined && quantity <= 0;
  if (isRemoved) await remove(db, line);
  else if (quantity !== undefined) await setQuantity(db, line, quantity, now());
  if (quantity !== undefined) await afterRemoval(line.userId);
  if (isRemoved || !options) return;
  if (!(await setCartLineOptions(db, line, options, now()))) throw new Refusal('cart.line_not_found');
}

async function remove(db: Database, line: CartLineKey): Promise<void> {
  if (!(await removeCartLine(db, line))) throw new Refusal('cart.line_not_found');
}

async function setQuantity(db: Database, line: CartLineKey, quantity: number, at: Date): Promise<void> {
  const updated = await setCartLineQuantity(db, line, quantity, at);
  // There is enough stock, but no line was updated: it was removed meanwhile.
  const isGone = !updated || (!updated.was_set && quantity <= Math.min(updated.available, MAX_QUANTITY));
  if (isGone) throw new Refusal('cart.line_not_found');
  if (!updated.was_set) throw stockRefusal(updated.available);
}
