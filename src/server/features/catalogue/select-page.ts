/**
 * Brings the keys that stand at `from` up to (not including) `to` in ascending order to these places, without sorting
 * the others: a page of a hundred thousand matches takes two walks over them. The keys must differ from each other.
 */
export function selectPage(keys: Float64Array, from: number, to: number): Float64Array {
  const end = Math.min(to, keys.length);
  if (from >= end) return keys.subarray(0, 0);
  if (from > 0) placeKey(keys, 0, from);
  if (end < keys.length) placeKey(keys, from, end - 1);
  return keys.subarray(from, end).sort();
}

/** Moves the key of rank `rank` to its place, smaller ones before it and greater ones behind (quickselect). */
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
