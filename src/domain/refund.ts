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
