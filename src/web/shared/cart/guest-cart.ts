import { amountOf, centsOf } from '#web/shared/money.ts';
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
  const id = variant ? `${product.id}-${variant.id}` : String(product.id);
  const held = items.find((item) => item.id === id);
  if (held) return items.map((item) => (item === held ? { ...item, quantity: item.quantity + quantity } : item));
  const { id: productId, name, slug, brand, images, price, sale_price } = product;
  const kept = { id: productId, name, slug, brand, images, price, sale_price, stock: variant?.stock ?? product.stock };
  const added: GuestItem = { id, product: kept, quantity };
  if (variant) {
    const { name: variantName, options, price_modifier } = variant;
    added.selectedVariant = { id: variant.id, name: variantName, options, priceModifier: price_modifier };
  }
  return [...items, added];
}

/** The guest's cart in the shape of the server's. */
export function asCart(items: readonly GuestItem[]): Cart {
  let total = 0;
  let itemCount = 0;
  const lines = items.map(({ id, product, quantity, selectedVariant }): CartItem => {
    const modifier = selectedVariant?.priceModifier ?? '0.00';
    const unitPrice = centsOf(product.sale_price ?? product.price) + centsOf(modifier);
    total += unitPrice * quantity;
    itemCount += quantity;
    return {
      id,
      product,
      variant: selectedVariant ? { ...selectedVariant, price_modifier: modifier } : null,
      quantity,
      unit_price: amountOf(unitPrice),
      line_total: amountOf(unitPrice * quantity),
      previous_unit_price: null,
      problem: null,
    };
  });
  const sum = amountOf(total);
  return { items: lines, itemCount, subtotal: sum, discount: '0.00', total: sum, coupon: null };
}

function isGuestItem(value: unknown): value is GuestItem {
  const item = value as GuestItem | null;
  return typeof item?.product?.id === 'number' && typeof item.quantity === 'number' && item.quantity > 0;
}
