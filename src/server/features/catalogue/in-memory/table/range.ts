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

export function isWithin({ column, min, width, allowed }: Range, slot: number): boolean {
  const above = (column[slot] as number) - min;
  return allowed ? allowed[above] === 1 : above >= 0 && above <= width;
}
