import { addMoney, type Cents, cents } from '../money/money.ts';

/** Captured and refunded amounts in cents; `refunded` includes pending refunds. */
export interface CapturedMoney {
  readonly captured: Cents;
  readonly refunded: Cents;
}

/** The refundable amount in cents. */
export function refundable({ captured, refunded }: CapturedMoney): Cents {
  return Math.max(0, addMoney(captured, -refunded));
}

/** In cents: the total of an order with tax, its tax, the sum of earlier refunds, and the amount of this refund. */
export interface RefundedMoney {
  readonly total: Cents;
  readonly tax: Cents;
  readonly before: Cents;
  readonly amount: Cents;
}

/** The tax in a refund, in cents: the same share as in the order. The shares of all refunds of an order add up to its tax. */
export function refundedTax({ total, tax, before, amount }: RefundedMoney): Cents {
  const upTo = (refunded: Cents): Cents =>
    // Rounded half up. BigInt, because the product of two amounts can exceed the safe integers.
    cents(Number((2n * BigInt(tax) * BigInt(refunded) + BigInt(total)) / (2n * BigInt(total))));
  return total === 0 ? 0 : addMoney(upTo(addMoney(before, amount)), -upTo(before));
}

/** A refund that has succeeded or failed. */
export interface SettledRefund {
  /** Cents. */
  readonly amount: Cents;
  readonly hasFailed: boolean;
}

/**
 * What failed refunds of a payment still owe to its customer, in cents. Failures with the same amount are tries of one refund, until it is
 * paid.
 * @param refunds in the order in which they succeeded or failed
 */
export function unpaidFailures(refunds: readonly SettledRefund[]): Cents {
  const tried = new Set<Cents>();
  let owed: Cents = 0;
  for (const { amount, hasFailed } of refunds) {
    if (!hasFailed) {
      owed = Math.max(0, addMoney(owed, -amount));
      if (owed === 0) tried.clear();
    } else if (!tried.has(amount)) {
      tried.add(amount);
      owed = addMoney(owed, amount);
    }
  }
  return owed;
}
