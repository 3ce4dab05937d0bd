import type { Data } from '#web/api/calls.ts';

export type ServerCart = Data<'GET /cart'>;

/** A line of the cart; a guest's has a string as id, the server's a number (storefront §3). */
export type CartItem = Omit<ServerCart['items'][number], 'id'> & { id: number | string };

export type Cart = Omit<ServerCart, 'items'> & { items: readonly CartItem[] };

/** What somebody wants to buy. */
export interface Wanted {
  product: CartItem['product'];
  variant?: (NonNullable<CartItem['variant']> & { stock: number }) | null;
  quantity: number;
}
