import { cartTotals, lineTotal } from '#domain/cart/cart-totals.ts';
import { addGuestEntry } from '#domain/cart/guest-cart.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { onDevice } from '#web/api/browser-storage.ts';
import { newKey } from '#web/api/new-key.ts';
import type { Cart, CartItem, NewCartItem } from './cart-item.ts';
import { asGuestItem, type GuestItem, priceOfGuestItem } from './guest-item.ts';

const KEY = 'guest_cart';
/** Idempotency key of the merge. */
const MERGE_KEY = 'guest_cart_key';

/** The guest's cart; an unreadable one is empty (storefront §8). */
export function readGuestCart(): GuestItem[] {
  const list = onDevice.readJson(KEY);
  return Array.isArray(list) ? list.map(asGuestItem).filter((item) => item !== null) : [];
}

export function writeGuestCart(items: readonly GuestItem[]): void {
  if (items.length > 0) onDevice.writeJson(KEY, items);
  else onDevice.remove(KEY);
  onDevice.remove(MERGE_KEY);
}

/**
 * The idempotency key for the cart in its current state: two tabs that notice the same login, or a retry after a lost
 * response, merge it once.
 */
export function mergeKey(): string {
  const key = onDevice.read(MERGE_KEY) ?? newKey();
  onDevice.write(MERGE_KEY, key);
  return key;
}

/** The list with a product added; the same product with the same variant merges quantities. */
export function withAdded(items: readonly GuestItem[], { product, variant, quantity }: NewCartItem): GuestItem[] {
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
  const priced = entries.map((entry) => ({ ...entry, unitPrice: priceOfGuestItem(entry) }));
  const { subtotal, itemCount } = cartTotals(priced);
  const items = priced.map(({ unitPrice: price, ...entry }): CartItem => {
    const { id, product, quantity, selectedVariant, seenPrice } = entry;
    const unit_price = formatDecimal(price);
    return {
      id,
      product,
      variant: selectedVariant ? { ...selectedVariant, price_modifier: selectedVariant.priceModifier } : null,
      quantity,
      unit_price,
      line_total: formatDecimal(lineTotal(price, quantity)),
      previous_unit_price: seenPrice && seenPrice !== unit_price ? seenPrice : null,
      problem: problemOf(entry),
    };
  });
  const total = formatDecimal(subtotal);
  return { items, itemCount, subtotal: total, discount: formatDecimal(0), total, coupon: null };
}

function problemOf({ isGone, product: { stock }, quantity }: GuestItem): CartItem['problem'] {
  if (isGone) return 'not_available';
  if (stock <= 0) return 'sold_out';
  return quantity > stock ? 'not_enough_stock' : null;
}
