import { createStore } from '#web/ui/external-store.ts';
import type { Cart } from './cart-item.ts';

export interface CartState extends Cart {
  status: 'loading' | 'ready' | 'failed';
  /** Why the server's cart could not be loaded. */
  error: string | null;
  /** When the shown cart was last read from the server, if it cannot be read now (ISO 8601). */
  asOf: string | null;
}

/** The visitor's cart: the server's for customers, this device's for guests (storefront §4). */
export const cart = createStore<CartState>({
  status: 'loading',
  error: null,
  asOf: null,
  items: [],
  itemCount: 0,
  subtotal: '0.00',
  discount: '0.00',
  total: '0.00',
  coupon: null,
});

export const useCart = cart.use;
