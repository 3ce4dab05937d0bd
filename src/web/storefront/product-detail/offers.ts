import { unitPrice } from '#domain/cart-totals.ts';
import { formatDecimal } from '#domain/money.ts';
import { centsOf } from '#web/shared/money.ts';
import type { Product, Variant } from './product.ts';

/*
 * What each choice costs. Worked out with the product's data, on the server for the first
 * page, so that the page's own scripts do without.
 */

/** Amounts in the wire's form. */
export interface Offer {
  readonly price: string;
  readonly sale_price: string | null;
  readonly saving: string;
  readonly stock: number;
}

/** Prices and stock of the product as chosen. */
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
