import { MAX_QUANTITY } from './cart-limits.ts';

/** Identifies an entry of a guest's cart (storefront §3, cart item). */
export interface GuestEntry {
  readonly product: { readonly id: number };
  readonly selectedVariant?: { readonly id: number };
  readonly quantity: number;
}

/** The largest possible quantity of a line: limited by the stock and by the maximum per line; 0 without stock. */
function cutToStock(quantity: number, stock: number): number {
  return Math.max(0, Math.min(quantity, stock, MAX_QUANTITY));
}

function isSame(a: GuestEntry, b: GuestEntry): boolean {
  return a.product.id === b.product.id && a.selectedVariant?.id === b.selectedVariant?.id;
}

/**
 * The entries with one of them set to a quantity, limited by the stock; zero or less removes it (storefront §4).
 * @param stock available units of its product or variant.
 */
export function setGuestQuantity<E extends GuestEntry>(
  entries: readonly E[],
  entry: E,
  quantity: number,
  stock: number,
): E[] {
  const possible = cutToStock(quantity, stock);
  if (possible === 0) return entries.filter((other) => !isSame(other, entry));
  return entries.map((other) => (isSame(other, entry) ? { ...other, quantity: possible } : other));
}

/**
 * The entries with one added: the same product with the same variant merges quantities (storefront §4), limited by the
 * stock, in its old position and with the current product.
 * @param stock available units of its product or variant.
 */
export function addGuestEntry<E extends GuestEntry>(entries: readonly E[], added: E, stock: number): E[] {
  const present = entries.find((entry) => isSame(entry, added));
  if (!present) return setGuestQuantity([...entries, added], added, added.quantity, stock);
  const renewed = entries.map((entry) => (entry === present ? added : entry));
  return setGuestQuantity(renewed, added, present.quantity + added.quantity, stock);
}
