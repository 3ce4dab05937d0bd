import { onDevice } from '#web/api/browser-storage.ts';
import { savedToken } from '#web/api/saved-session.ts';
import type { ServerCart } from './cart-item.ts';

/** Cleared with the session (api/saved-session.ts). */
const KEY = 'last_cart';

export interface LastCart {
  readonly cart: ServerCart;
  /** When the server sent it (ISO 8601). */
  readonly asOf: string;
}

/** Stores a customer's cart for offline use. */
export function saveLastCart(cart: ServerCart): void {
  if (savedToken()) onDevice.writeJson(KEY, { cart, asOf: new Date().toISOString() } satisfies LastCart);
}

/** The last cart from the server; null when there is none. */
export const readLastCart = (): LastCart | null => onDevice.readJson<LastCart>(KEY);
