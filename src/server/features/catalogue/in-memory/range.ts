/** A condition: the value of a slot in a column is at least `min` and at most `min + width`. */
export interface Range {
  readonly column: Int32Array;
  readonly min: number;
  readonly width: number;
  /** Instead of a width: 1 at each allowed value, counted from `min`. Such columns have small numbers from `min`. */
  readonly allowed: Uint8Array | undefined;
}

export function isWithin(ranges: readonly Range[], slot: number): boolean {
  for (const { column, min, width, allowed } of ranges) {
    const value = column[slot] as number;
    if (allowed) {
      if (allowed[value - min] !== 1) return false;
      continue;
    }
    const above = value - min;
    if (above < 0 || above > width) return false;
  }
  return true;
}
