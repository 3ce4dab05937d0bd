import { addMoney, type Cents, multiplyMoney, percentOf } from './money.ts';

/** What one piece costs: the sale price if present, otherwise the price, plus the variant's modifier (storefront §4). */
export function unitPrice(item: {
  readonly price: Cents;
  readonly salePrice?: Cents | null | undefined;
  readonly priceModifier?: Cents | undefined;
}): Cents {
  return Math.max(0, addMoney(item.salePrice ?? item.price, item.priceModifier ?? 0));
}

export function lineTotal(price: Cents, quantity: number): Cents {
  return multiplyMoney(price, quantity);
}

export interface PricedLine {
  /** Cents for one piece. */
  readonly unitPrice: Cents;
  readonly quantity: number;
}

/** Sum of the lines, and the number of pieces. */
export function cartTotals(lines: readonly PricedLine[]): { subtotal: Cents; itemCount: number } {
  return {
    subtotal: addMoney(...lines.map((line) => lineTotal(line.unitPrice, line.quantity))),
    itemCount: lines.reduce((count, line) => count + line.quantity, 0),
  };
}

export interface CheckoutTotals {
  readonly subtotal: Cents;
  readonly discount: Cents;
  readonly tax: Cents;
  readonly shipping: Cents;
  /** Subtotal − discount + tax + shipping. */
  readonly total: Cents;
}

/** Storefront §9: 8 % of the cart total. */
export const DEFAULT_TAX_BASIS_POINTS = 800;
/** Storefront §9: flat $10. */
export const DEFAULT_FLAT_SHIPPING: Cents = 1_000;

/**
 * What a checkout costs. The discount comes off before tax and never takes off more than the subtotal: tax is due on what
 * is paid for the goods, and delivery is not discounted. Without a coupon this is subtotal + tax + shipping.
 */
export function checkoutTotals({
  subtotal,
  discount = 0,
  taxBasisPoints = DEFAULT_TAX_BASIS_POINTS,
  shipping = DEFAULT_FLAT_SHIPPING,
}: {
  readonly subtotal: Cents;
  readonly discount?: Cents;
  readonly taxBasisPoints?: number;
  readonly shipping?: Cents;
}): CheckoutTotals {
  const taken = Math.min(discount, subtotal);
  const tax = percentOf(subtotal - taken, taxBasisPoints);
  return { subtotal, discount: taken, tax, shipping, total: addMoney(subtotal, -taken, tax, shipping) };
}
