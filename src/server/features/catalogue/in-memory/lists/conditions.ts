import { isWithin, type Range } from '../table/range.ts';
import type { SlotSet } from '../table/slot-set.ts';

/** What a list asks of its products. */
export interface Conditions {
  readonly ranges: readonly Range[];
  /** Sets that a product must be in. */
  readonly inside: readonly SlotSet[];
  /** Sets that it must not be in. */
  readonly outside: readonly SlotSet[];
}

export const isUnconditional = ({ ranges, inside, outside }: Conditions): boolean =>
  ranges.length + inside.length + outside.length === 0;

/** Whether the product in a slot meets all conditions. */
export function isMetBy({ ranges, inside, outside }: Conditions, slot: number): boolean {
  for (let i = 0; i < ranges.length; i += 1) if (!isWithin(ranges[i] as Range, slot)) return false;
  for (let i = 0; i < inside.length; i += 1) if (!inside[i]?.has(slot)) return false;
  for (let i = 0; i < outside.length; i += 1) if (outside[i]?.has(slot)) return false;
  return true;
}
