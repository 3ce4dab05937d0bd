import { addMoney, type Cents } from './money.ts';

/** Captured and refunded amounts in cents; `refunded` includes pending refunds. */
export interface CapturedMoney {
  readonly captured: Cents;
  readonly refunded: Cents;
}

/** The refundable amount in cents. */
export function refundable({ captured, refunded }: CapturedMoney): Cents {
  return Math.max(0, addMoney(captured, -refunded));
}
