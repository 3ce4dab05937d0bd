/** How often two products were sold, together and in all. */
export interface SalesOfPair {
  /** Orders with both. */
  readonly both: number;
  readonly first: number;
  readonly second: number;
  /** All orders. */
  readonly orders: number;
}

/** `n * ln(n)`, which is 0 for n = 0. */
const entropy = (n: number): number => (n === 0 ? 0 : n * Math.log(n));

/**
 * Dunning's log-likelihood ratio: how surely two products are bought together more often than by chance. 0 if they are
 * not; above 10.83 chance is less likely than one in a thousand.
 */
export function association({ both, first, second, orders }: SalesOfPair): number {
  if (both * orders <= first * second) return 0;
  const onlyFirst = first - both;
  const onlySecond = second - both;
  const neither = orders - both - onlyFirst - onlySecond;
  const cells = entropy(both) + entropy(onlyFirst) + entropy(onlySecond) + entropy(neither);
  const margins = entropy(first) + entropy(orders - first) + entropy(second) + entropy(orders - second);
  return 2 * (cells + entropy(orders) - margins);
}
