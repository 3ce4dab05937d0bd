import { unitPrice } from '#domain/cart/cart-totals.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { centsOf } from '#web/shared/money.ts';
import type { Product, Variant } from './product.ts';

/*
 * Offers for every choice, computed with the page data, on the server for the first page, to keep this out of the
 * page's scripts.
 */

/** Amounts in the API's format. */
export interface Offer {
  readonly price: string;
  readonly sale_price: string | null;
  readonly saving: string;
  readonly stock: number;
}

/** Price and stock of the current choice. */
export function offerOf({ price, sale_price, stock }: Product, variant: Variant | null): Offer {
  const priceModifier = variant && centsOf(variant.price_modifier);
  const full = unitPrice({ price: centsOf(price), priceModifier });
  const salePrice = sale_price === null ? null : centsOf(sale_price);
  const now = unitPrice({ price: centsOf(price), salePrice, priceModifier });
  return {
    price: formatDecimal(full),
    sale_price: sale_price === null ? null : formatDecimal(now),
    saving: formatDecimal(full - now),
    stock: variant ? variant.stock : stock,
  };
}
