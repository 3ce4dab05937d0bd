import { addMoney, type Cents, multiplyMoney, percentOf } from '../money/money.ts';

/** Prices in cents. */
export interface PriceParts {
  readonly price: Cents;
  /** Null or missing when the product is not on sale. */
  readonly salePrice?: Cents | null | undefined;
  /** Price difference of the variant; may be negative. */
  readonly priceModifier?: Cents | null | undefined;
}

export interface QuantityAtPrice {
  /** Cents. */
  readonly unitPrice: Cents;
  readonly quantity: number;
}

export interface AdjustedLine extends QuantityAtPrice {
  /** Cents, of the whole line: its options and other adjustments. */
  readonly adjustment?: Cents;
}

/** All in cents; `total` is `subtotal - discount + adjustment + tax + shipping`. */
export interface CheckoutTotals {
  readonly subtotal: Cents;
  readonly discount: Cents;
  /** On the whole cart; negative where discounts outweigh. */
  readonly adjustment: Cents;
  readonly tax: Cents;
  readonly shipping: Cents;
  readonly total: Cents;
}

/**
 * The unit price in cents: the sale price if present, otherwise the price, plus the variant's modifier (storefront §4),
 * at least 0.
 */
export function unitPrice({ price, salePrice, priceModifier }: PriceParts): Cents {
  return Math.max(0, addMoney(salePrice ?? price, priceModifier ?? 0));
}

/** The price of a line in cents. */
export function lineTotal(price: Cents, quantity: number): Cents {
  return multiplyMoney(price, quantity);
}

/** The subtotal in cents, before discount, tax and shipping, and the number of units (storefront §4). */
export function cartTotals(lines: readonly QuantityAtPrice[]): { subtotal: Cents; itemCount: number } {
  return {
    subtotal: addMoney(...lines.map((line) => lineTotal(line.unitPrice, line.quantity))),
    itemCount: lines.reduce((count, line) => count + line.quantity, 0),
  };
}

/**
 * The totals of a checkout, in cents. The discount is deducted from the subtotal first and never exceeds it;
 * adjustments of the cart come next. The result is the cart total. Tax is computed on it once, rounded half up. Shipping
 * is not taxed. In a new shop (storefront §9) the total without a discount is exactly subtotal + tax + 10.
 * @param taxCents the tax, if it is not a percentage.
 */
export function checkoutTotals({
  lines,
  discountCents = 0,
  adjustmentCents = 0,
  taxBasisPoints,
  taxCents,
  shippingCents,
}: {
  readonly lines: readonly AdjustedLine[];
  readonly discountCents?: Cents;
  readonly adjustmentCents?: Cents;
  readonly taxBasisPoints: number;
  readonly taxCents?: Cents | undefined;
  readonly shippingCents: Cents;
}): CheckoutTotals {
  const subtotal = addMoney(cartTotals(lines).subtotal, ...lines.map(({ adjustment = 0 }) => adjustment));
  const discount = Math.min(Math.max(0, discountCents), subtotal);
  const adjustment = Math.max(adjustmentCents, discount - subtotal);
  const cartTotal = addMoney(subtotal, -discount, adjustment);
  const tax = taxCents ?? percentOf(cartTotal, taxBasisPoints);
  const total = addMoney(cartTotal, tax, shippingCents);
  return { subtotal, discount, adjustment, tax, shipping: shippingCents, total };
}
