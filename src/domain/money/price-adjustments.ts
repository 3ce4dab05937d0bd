import { addMoney, type Cents, formatDecimal, multiplyMoney } from './money.ts';

/** A named amount on a line or the cart: an option, a surcharge, or a discount when negative. Frozen into the order. */
export interface PriceAdjustment {
  /** `<plugin>:<name>`. */
  readonly key: string;
  readonly label: string;
  /** The chosen value of an option, such as a kind of paper; null without a choice. */
  readonly value: string | null;
  /** Cents, of the whole line or cart. */
  readonly amount: Cents;
}

export const NO_ADJUSTMENTS: readonly PriceAdjustment[] = [];

/** The sum in cents; negative if discounts exceed surcharges. */
export function sumOfAdjustments(adjustments: readonly PriceAdjustment[]): Cents {
  return addMoney(...adjustments.map(({ amount }) => amount));
}

/** The price of a line in cents: its units and adjustments. */
export function adjustedLineTotal(unitPrice: Cents, quantity: number, adjustmentCents: Cents): Cents {
  return addMoney(multiplyMoney(unitPrice, quantity), adjustmentCents);
}

/**
 * The adjustments as charged: in order, each limited so that the amount never becomes negative.
 * @param amount cents, at least 0.
 */
export function cutToAmount(adjustments: readonly PriceAdjustment[], amount: Cents): readonly PriceAdjustment[] {
  if (adjustments.length === 0) return NO_ADJUSTMENTS;
  let left = amount;
  return adjustments.map((adjustment) => {
    const cut = Math.max(adjustment.amount, -left);
    left = addMoney(left, cut);
    return cut === adjustment.amount ? adjustment : { ...adjustment, amount: cut };
  });
}

/** In the API's format. */
export function decimalAdjustments(adjustments: readonly PriceAdjustment[]) {
  return adjustments.map(({ label, value, amount }) => ({ label, value, amount: formatDecimal(amount) }));
}

/** Name and chosen value: `Gift wrap: Kraft paper`. */
export function describeAdjustment({ label, value }: Pick<PriceAdjustment, 'label' | 'value'>): string {
  return value === null ? label : `${label}: ${value}`;
}
