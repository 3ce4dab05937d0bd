import { formatDecimal } from '#domain/money/money.ts';
import { refusalStatus } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { readGuestCart } from './guest-cart.ts';
import { type GuestItem, priceOfGuestItem } from './guest-item.ts';

type Product = Data<'GET /products/{id}'>['product'];

/** Concurrent product requests. */
const AT_ONCE = 6;

/**
 * The guest's cart with current prices and stock, so that guests see changes before the login. Entries that cannot be
 * loaded stay unchanged.
 */
export async function renewedGuestCart(): Promise<GuestItem[]> {
  const known = new Map<number, Product | null | undefined>();
  const ids = [...new Set(readGuestCart().map(({ product }) => product.id))];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    await Promise.all(ids.slice(from, from + AT_ONCE).map(async (id) => known.set(id, await productNow(id))));
  }
  // Read it again: something may have been added meanwhile.
  return readGuestCart().map((entry) => renewedEntry(entry, known.get(entry.product.id)));
}

/** @returns null when no longer for sale, undefined when unknown */
async function productNow(id: number): Promise<Product | null | undefined> {
  try {
    return (await call('GET /products/{id}', { params: { id: String(id) } })).product;
  } catch (error) {
    return refusalStatus(error) === 404 ? null : undefined;
  }
}

/**
 * An entry with its current product; keeps the previous unit price.
 * @param product null when no longer for sale, undefined when unknown
 */
export function renewedEntry(entry: GuestItem, product: Product | null | undefined): GuestItem {
  if (product === undefined) return entry;
  if (product === null) return { ...entry, isGone: true };
  const { isGone: _, ...before } = entry;
  const { id, name, slug, brand, images, price, sale_price, variants } = product;
  const variant = variants.find((one) => one.id === entry.selectedVariant?.id);
  // The variant was deleted, or the product now has variants.
  if (!variant && (entry.selectedVariant || variants.length > 0)) return { ...entry, isGone: true };
  const now: GuestItem = {
    ...before,
    product: { id, name, slug, brand, images, price, sale_price, stock: variant?.stock ?? product.stock },
    seenPrice: entry.seenPrice ?? formatDecimal(priceOfGuestItem(entry)),
  };
  if (variant) {
    now.selectedVariant = {
      id: variant.id,
      name: variant.name,
      options: variant.options,
      priceModifier: variant.price_modifier,
    };
  }
  return now;
}
