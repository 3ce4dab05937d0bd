import { savedToken } from '#web/api/saved-session.ts';
import type { ServerCart } from './cart-item.ts';

/** Goes with the session (api/saved-session.ts). */
const KEY = 'last_cart';

export interface KeptCart {
  readonly cart: ServerCart;
  /** When the server sent it (ISO 8601). */
  readonly asOf: string;
}

/** Remembers a customer's cart, to be read without a connection. */
export function keepCart(cart: ServerCart): void {
  if (!savedToken()) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ cart, asOf: new Date().toISOString() } satisfies KeptCart));
  } catch {
    // A full storage: then there is none without a connection.
  }
}

/** The cart as the server last sent it; null when there is none. */
export function keptCart(): KeptCart | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}
