/** Up to this page size, keeping the smallest keys in one pass is faster. */
export const FIRST_PAGES = 64;

/** Keeps the smallest keys in ascending order. */
export class SmallestKeys {
  readonly #kept: Float64Array;
  #count = 0;
  /** Keys above it are too large. */
  bound = Number.POSITIVE_INFINITY;

  constructor(count: number) {
    this.#kept = new Float64Array(count);
  }

  keys(): Float64Array {
    return this.#kept.subarray(0, this.#count);
  }

  offer(key: number): void {
    const kept = this.#kept;
    if (key >= this.bound) return;
    let place = Math.min(this.#count, kept.length - 1);
    for (; place > 0 && (kept[place - 1] as number) > key; place -= 1) kept[place] = kept[place - 1] as number;
    kept[place] = key;
    if (this.#count < kept.length) this.#count += 1;
    if (this.#count === kept.length) this.bound = kept[kept.length - 1] as number;
  }
}

/**
 * The keys of ranks `from` up to (not including) `to`, ascending, without sorting the others: the first pages of a
 * hundred thousand matches need one pass, a later page two. Keys must be distinct; their order in `keys` is not
 * preserved.
 */
export function selectPage(keys: Float64Array, from: number, to: number): Float64Array {
  const end = Math.min(to, keys.length);
  if (from >= end) return keys.subarray(0, 0);
  if (end <= FIRST_PAGES) {
    const smallest = new SmallestKeys(end);
    for (let i = 0; i < keys.length; i += 1) smallest.offer(keys[i] as number);
    return smallest.keys().subarray(from);
  }
  if (from > 0) placeKey(keys, 0, from);
  if (end < keys.length) placeKey(keys, from, end - 1);
  return keys.subarray(from, end).sort();
}

/** Moves the key of rank `rank` to its position, with smaller ones before and greater ones after it (quickselect). */
function placeKey(keys: Float64Array, start: number, rank: number): void {
  let low = start;
  let high = keys.length - 1;
  while (low < high) {
    const pivot = medianOf(keys[low] as number, keys[(low + high) >>> 1] as number, keys[high] as number);
    let left = low;
    let right = high;
    while (left <= right) {
      while ((keys[left] as number) < pivot) left += 1;
      while ((keys[right] as number) > pivot) right -= 1;
      if (left > right) break;
      const moved = keys[left] as number;
      keys[left] = keys[right] as number;
      keys[right] = moved;
      left += 1;
      right -= 1;
    }
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else return;
  }
}

function medianOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
