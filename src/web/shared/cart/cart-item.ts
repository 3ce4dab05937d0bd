import type { Data } from '#web/api/calls.ts';

export type ServerCart = Data<'GET /cart'>;

/** A cart line; a guest's has a string id, the server's a number (storefront §3). */
export type CartItem = Omit<ServerCart['items'][number], 'id'> & { id: number | string };

export type Cart = Omit<ServerCart, 'items'> & { items: readonly CartItem[] };

/** An item to add to the cart. */
export interface NewCartItem {
  product: CartItem['product'];
  variant?: (NonNullable<CartItem['variant']> & { stock: number }) | null;
  quantity: number;
}
