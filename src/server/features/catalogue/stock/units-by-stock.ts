import { sql } from 'kysely';

/** Units by stock id. */
export type UnitsByStock = ReadonlyMap<number, number>;

/** The units of lines together, by stock id. Lines without a stock row are left out. */
export function unitsByStock(
  lines: Iterable<{ readonly stock_id: number | null; readonly quantity: number }>,
): Map<number, number> {
  const units = new Map<number, number>();
  for (const { stock_id: stockId, quantity } of lines) {
    if (stockId !== null) units.set(stockId, (units.get(stockId) ?? 0) + quantity);
  }
  return units;
}

/** For `FROM`: rows of stock id and quantity. The statement's text and plan are the same for any number of them: see `anyOf`. */
export const rowsOf = (units: UnitsByStock) =>
  sql`unnest((SELECT ${[...units.keys()]}::integer[]), (SELECT ${[...units.values()]}::integer[]))`;

/** Units that a checkout holds, or will hold. */
export interface Hold {
  readonly checkoutId: number;
  readonly units: UnitsByStock;
}

/** For `FROM`: rows of checkout id, stock id and quantity. */
export const rowsOfHolds = (holds: readonly Hold[]) => {
  const rows = holds.flatMap(({ checkoutId, units }) => [...units].map((unit) => [checkoutId, ...unit] as const));
  const [checkouts, stocks, quantities] = [0, 1, 2].map((column) => rows.map((row) => row[column]));
  return sql`unnest((SELECT ${checkouts}::integer[]), (SELECT ${stocks}::integer[]), (SELECT ${quantities}::integer[]))`;
};
