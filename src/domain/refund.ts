import { addMoney, type Cents } from './money.ts';

/** What came in and what went back of it, in cents; `refunded` includes refunds under way. */
export interface CapturedMoney {
  readonly captured: Cents;
  readonly refunded: Cents;
}

/** The most that can still go back, in cents. */
export function refundable({ captured, refunded }: CapturedMoney): Cents {
  return Math.max(0, addMoney(captured, -refunded));
}

/**
 * Why a refund cannot be made; undefined when it can. The store's conditional update says the same and has the last word,
 * since two refunds may be asked for at once.
 */
export function refundRefusal(amount: Cents, money: CapturedMoney): 'nothing' | 'exceeds_captured' | undefined {
  if (amount <= 0) return 'nothing';
  return amount > refundable(money) ? 'exceeds_captured' : undefined;
}
