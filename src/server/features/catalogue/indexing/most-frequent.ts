/** The most frequent of several spellings; of equally frequent ones, the first in the order of characters. */
export function mostFrequent(counts: ReadonlyMap<string, number>): string {
  let best: string | undefined;
  let most = 0;
  for (const [spelling, count] of counts) {
    if (best !== undefined && (count < most || (count === most && spelling > best))) continue;
    best = spelling;
    most = count;
  }
  return best ?? '';
}

/** Counts more products with a spelling. */
export function addCount(counts: Map<string, number>, spelling: string, count: number): void {
  counts.set(spelling, (counts.get(spelling) ?? 0) + count);
}
