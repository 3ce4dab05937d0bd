import { addMoney, type Cents, multiplyMoney, percentOf } from './money.ts';
import { FLAT_SHIPPING } from './shipping.ts';
import { TAX_BASIS_POINTS } from './tax.ts';

/** What a thing costs; all in cents. */
export interface Priced {
  readonly price: Cents;
  /** Null or missing when the product is not on sale. */
  readonly salePrice?: Cents | null | undefined;
  /** What the chosen variant costs more, or less when negative. */
  readonly priceModifier?: Cents | null | undefined;
}

export interface QuantityAtPrice {
  /** Cents. */
  readonly unitPrice: Cents;
  readonly quantity: number;
}

/** All in cents; `total` is `subtotal - discount + tax + shipping`. */
export interface CheckoutTotals {
  readonly subtotal: Cents;
  readonly discount: Cents;
  readonly tax: Cents;
  readonly shipping: Cents;
  readonly total: Cents;
}

/**
 * The price of one piece in cents: the sale price if present, otherwise the price, plus the variant's modifier
 * (storefront §4); a modifier never makes it negative.
 */
export function unitPrice({ price, salePrice, priceModifier }: Priced): Cents {
  return Math.max(0, addMoney(salePrice ?? price, priceModifier ?? 0));
}

/** The price of a line in cents. */
export function lineTotal(price: Cents, quantity: number): Cents {
  return multiplyMoney(price, quantity);
}

/** The subtotal in cents, before discount, tax and shipping, and the number of pieces (storefront §4). */
export function cartTotals(lines: readonly QuantityAtPrice[]): { subtotal: Cents; itemCount: number } {
  return {
    subtotal: addMoney(...lines.map((line) => lineTotal(line.unitPrice, line.quantity))),
    itemCount: lines.reduce((count, line) => count + line.quantity, 0),
  };
}

/**
 * The sums of a checkout, in cents (storefront §9: tax is 8 % of the cart total, shipping a flat $10). The discount comes
 * off the subtotal first and never takes more than it; what is left is the cart total, and the tax is worked out on that
 * once, for the whole cart, half a cent rounded up. Shipping is not taxed. Without a discount the total is exactly
 * subtotal + tax + 10.
 * @param taxCents the tax, where something else than a percentage was calculated.
 */
export function checkoutTotals({
  lines,
  discountCents = 0,
  taxBasisPoints = TAX_BASIS_POINTS,
  taxCents,
  shippingCents = FLAT_SHIPPING,
}: {
  readonly lines: readonly QuantityAtPrice[];
  readonly discountCents?: Cents;
  readonly taxBasisPoints?: number;
  readonly taxCents?: Cents | undefined;
  readonly shippingCents?: Cents;
}): CheckoutTotals {
  const { subtotal } = cartTotals(lines);
  const discount = Math.min(Math.max(0, discountCents), subtotal);
  const tax = taxCents ?? percentOf(subtotal - discount, taxBasisPoints);
  return { subtotal, discount, tax, shipping: shippingCents, total: addMoney(subtotal, -discount, tax, shippingCents) };
}
