import { cartTotals, lineTotal, unitPrice } from '#domain/cart-totals.ts';
import { addGuestEntry } from '#domain/guest-cart.ts';
import { formatDecimal } from '#domain/money.ts';
import { centsOf } from '#web/shared/money.ts';
import type { Cart, CartItem, Wanted } from './cart-item.ts';

const KEY = 'guest_cart';

/** An entry as it lies in local storage (storefront §3, cart item of a guest). */
export interface GuestItem {
  id: string;
  product: CartItem['product'];
  quantity: number;
  selectedVariant?: { id: number; name: string; options: Record<string, string>; priceModifier: string };
}

/** The guest's cart; an unreadable one is empty (storefront §8). */
export function readGuestCart(): GuestItem[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter(isGuestItem) : [];
  } catch {
    return [];
  }
}

export function writeGuestCart(items: readonly GuestItem[]): void {
  if (items.length > 0) localStorage.setItem(KEY, JSON.stringify(items));
  else localStorage.removeItem(KEY);
}

/** The list with a product added; the same product with the same variant merges quantities. */
export function withAdded(items: readonly GuestItem[], { product, variant, quantity }: Wanted): GuestItem[] {
  const { id, name, slug, brand, images, price, sale_price } = product;
  const stock = variant?.stock ?? product.stock;
  const added: GuestItem = {
    id: variant ? `${id}-${variant.id}` : String(id),
    product: { id, name, slug, brand, images, price, sale_price, stock },
    quantity,
  };
  if (variant) {
    added.selectedVariant = {
      id: variant.id,
      name: variant.name,
      options: variant.options,
      priceModifier: variant.price_modifier,
    };
  }
  return addGuestEntry(items, added, stock);
}

/** The guest's cart in the shape of the server's. */
export function asCart(entries: readonly GuestItem[]): Cart {
  const priced = entries.map((entry) => ({ ...entry, unitPrice: priceOf(entry) }));
  const { subtotal, itemCount } = cartTotals(priced);
  const items = priced.map(({ id, product, quantity, selectedVariant, unitPrice: price }): CartItem => {
    return {
      id,
      product,
      variant: selectedVariant ? { ...selectedVariant, price_modifier: selectedVariant.priceModifier } : null,
      quantity,
      unit_price: formatDecimal(price),
      line_total: formatDecimal(lineTotal(price, quantity)),
      previous_unit_price: null,
      problem: null,
    };
  });
  const total = formatDecimal(subtotal);
  return { items, itemCount, subtotal: total, discount: formatDecimal(0), total, coupon: null };
}

function priceOf({ product, selectedVariant }: GuestItem) {
  return unitPrice({
    price: centsOf(product.price),
    salePrice: product.sale_price === null ? null : centsOf(product.sale_price),
    priceModifier: selectedVariant && centsOf(selectedVariant.priceModifier),
  });
}

function isGuestItem(value: unknown): value is GuestItem {
  const item = value as GuestItem | null;
  return (
    typeof item?.product?.id === 'number' &&
    typeof item.product.price === 'string' &&
    Number.isInteger(item.quantity) &&
    item.quantity > 0
  );
}
