import type { Transaction } from '#server/platform/database/database.ts';
import { addToManyStocks, deleteOwnStocks, lockStocks, type StockOf } from './stocks.store.ts';

/** Units to add or remove, or the removal of a product's own stock, because its variants have theirs. */
export interface StockChange extends StockOf {
  /** Index of the write that requests it. */
  readonly index: number;
  readonly change: number | 'gone';
}

const keyOf = ({ productId, variantId }: StockOf): string => `${productId} ${variantId ?? ''}`;

/**
 * Changes the received units, if enough are left.
 * @returns problems, by change.
 */
export async function changeStocks<C extends StockChange>(
  tx: Transaction,
  changes: readonly C[],
): Promise<Map<C, string>> {
  const refused = new Map<C, string>();
  if (changes.length === 0) return refused;
  const rows = new Map((await lockStocks(tx, changes)).map((row) => [keyOf(row), row]));
  for (const one of changes) {
    const row = rows.get(keyOf(one));
    const problem = row ? problemOf(one.change, row) : missing(one);
    if (problem !== undefined) refused.set(one, problem);
  }
  const possible = changes.filter((one) => !refused.has(one));
  const gone = possible.flatMap(({ change, productId }) => (change === 'gone' ? productId : []));
  const moved = possible.flatMap(({ change, ...of }) => (change === 'gone' ? [] : { ...of, change }));
  if (gone.length > 0) await deleteOwnStocks(tx, gone);
  if (moved.length > 0) await addToManyStocks(tx, moved);
  return refused;
}

function problemOf(change: number | 'gone', { available, held }: { available: number; held: number }) {
  if (change === 'gone')
    return held > 0 ? `${held} of this product are being paid for. Please try again later.` : undefined;
  return available + change < 0
    ? `Only ${available} are left since the check: ${-change} cannot be removed.`
    : undefined;
}

/** Stock that should be deleted and already is needs nothing. */
function missing({ change, variantId }: StockChange): string | undefined {
  if (change === 'gone') return undefined;
  return variantId === null
    ? 'Variants were added to this product since the check.'
    : 'This variant was deleted since the check.';
}
