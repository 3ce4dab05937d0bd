import { z } from 'zod';
import { amount } from '../fields.ts';

/** A named amount that a plug-in put on a line or on the cart: an option, a surcharge, or a discount when negative. */
const adjustment = z.object({
  label: z.string(),
  /** What was chosen of an option; null where there is nothing to choose. */
  value: z.string().nullable(),
  /** Of the whole line or cart; `0.00` for an option that is free. */
  amount,
});

/** Left out when there are none. */
export const adjustments = z.array(adjustment).optional();
