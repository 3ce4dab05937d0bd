/** Numbers by slot. */
export type Column = Int32Array | Uint16Array | Uint8Array;

/** A condition: the value of a slot in a column is at least `min` and at most `min + width`. */
export interface Range {
  readonly column: Column;
  readonly min: number;
  readonly width: number;
  /** Instead of a width: 1 at each allowed value, counted from `min`. Such columns have small numbers from `min`. */
  readonly allowed: Uint8Array | undefined;
  /** The sort order in which the products within the range are neighbours. */
  readonly sortKey?: 'price' | 'average_rating';
}

export const MAX_INT = 2_147_483_647;

/**
 * The range from `min` to `max`, which can be any numbers. They are clamped to the values that the column can have, and to
 * the number next to those if no value is meant: `SlotSet` compares with differences of 32 bits.
 */
export function rangeBetween(column: Column, min: number, max: number, lowest = 0, highest = MAX_INT - 1): Range {
  const from = Math.min(Math.max(min, lowest), highest + 1);
  const to = Math.max(Math.min(max, highest), lowest - 1);
  return { column, min: from, width: to - from, allowed: undefined };
}

export function isWithin({ column, min, width, allowed }: Range, slot: number): boolean {
  const above = (column[slot] as number) - min;
  return allowed ? allowed[above] === 1 : above >= 0 && above <= width;
}
