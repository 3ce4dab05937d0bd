import { addMoney, formatDecimal } from '#domain/money/money.ts';
import type { Data } from '#web/api/calls.ts';
import { centsOf } from '#web/shared/money.ts';

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

/** The price of a unit without the sale; null for an item that is not on sale. */
export function regularUnitPrice({ product, variant }: Pick<CartItem, 'product' | 'variant'>): string | null {
  if (product.sale_price === null) return null;
  return formatDecimal(addMoney(centsOf(product.price), centsOf(variant?.price_modifier ?? '0.00')));
}

/** The product's page with the line's variant chosen. */
export const lineAddress = ({ product, variant }: Pick<CartItem, 'product' | 'variant'>): string =>
  `/products/${product.id}${variant ? `?variant=${variant.id}` : ''}`;

/** What puts a removed line back. */
export const asNewItem = ({ product, variant, quantity }: CartItem): NewCartItem => ({
  product,
  variant: variant && { ...variant, stock: product.stock },
  quantity,
});
