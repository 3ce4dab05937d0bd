import { MAX_QUANTITY } from '#domain/cart/cart-limits.ts';
import { unitPrice } from '#domain/cart/cart-totals.ts';
import { type Cents, formatDecimal, parseDecimal } from '#domain/money/money.ts';
import type { CartItem } from './cart-item.ts';

/** An entry in local storage (storefront §3, cart item of a guest). */
export interface GuestItem {
  id: string;
  product: CartItem['product'];
  quantity: number;
  selectedVariant?: { id: number; name: string; options: Record<string, string>; priceModifier: string };
  /** Unit price when it was added, once it was refreshed. */
  seenPrice?: string;
  /** No longer for sale. */
  isGone?: boolean;
}

/**
 * Parses an entry of unknown origin; null if it lacks required fields. Only the product's id, name and price are
 * guaranteed.
 */
export function asGuestItem(value: unknown): GuestItem | null {
  const item = value as Partial<GuestItem> | null;
  const { id, price, sale_price, name, slug, brand, images, stock } = item?.product ?? {};
  const { quantity, selectedVariant: variant } = item ?? {};
  if (!isId(id) || !isPrice(price) || !Number.isSafeInteger(quantity) || Number(quantity) <= 0) return null;
  if (variant && !isId(variant.id)) return null;
  const read: GuestItem = {
    id: String(item?.id ?? (variant ? `${id}-${variant.id}` : id)),
    product: {
      id,
      name: String(name ?? ''),
      slug: String(slug ?? id),
      brand: brand ?? null,
      images: Array.isArray(images) ? images.filter((image) => typeof image === 'string') : [],
      price: decimal(price),
      sale_price: isPrice(sale_price) ? decimal(sale_price) : null,
      // Unknown: loaded when the cart is opened.
      stock: Number.isSafeInteger(stock) ? Number(stock) : MAX_QUANTITY,
    },
    quantity: Math.min(Number(quantity), MAX_QUANTITY),
  };
  if (variant) {
    const { priceModifier, name: variantName, options } = variant;
    read.selectedVariant = {
      id: variant.id,
      name: String(variantName ?? ''),
      options: options ?? {},
      priceModifier: decimal(priceModifier),
    };
  }
  if (isPrice(item?.seenPrice)) read.seenPrice = decimal(item?.seenPrice);
  if (item?.isGone === true) read.isGone = true;
  return read;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const centsFrom = (value: unknown): Cents | undefined =>
  typeof value === 'string' || typeof value === 'number' ? parseDecimal(value, { negative: true }) : undefined;

const isPrice = (value: unknown): boolean => (centsFrom(value) ?? -1) >= 0;

const decimal = (value: unknown): string => formatDecimal(centsFrom(value) ?? 0);

/** The unit price: the sale price if there is one, else the price, plus the variant's modifier (storefront §4). */
export function priceOfGuestItem({ product, selectedVariant }: GuestItem): Cents {
  return unitPrice({
    price: centsFrom(product.price) ?? 0,
    salePrice: centsFrom(product.sale_price) ?? null,
    priceModifier: selectedVariant && centsFrom(selectedVariant.priceModifier),
  });
}
