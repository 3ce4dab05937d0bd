import type { Cents } from './money.ts';

/**
 * How much a cart lacks for free standard delivery, which starts above the threshold, not at it (shipping.ts); 0 once
 * it is free.
 */
export const missingForFreeShipping = (threshold: Cents, merchandise: Cents): Cents =>
  Math.max(0, threshold + 1 - merchandise);
