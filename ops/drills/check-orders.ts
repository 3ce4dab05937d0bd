import { openDatabase } from '#server/platform/database/database.ts';
import { violatedInvariants } from '#test/invariants.ts';
import { until } from './processes.ts';
import { query } from './query.ts';

/** Longer than webhooks and the reconciler take to apply every payment. */
const SETTLED_WITHIN_MS = 60_000;

/** Counts acknowledged orders that the database lacks, and orders in it that were not acknowledged. */
export async function countLost(url: string, acknowledged: readonly string[]): Promise<{ lost: number; more: number }> {
  const { rows } = await query(url, 'SELECT order_number FROM orders');
  const stored = new Set(rows.map(({ order_number }: { order_number: string }) => order_number));
  const lost = acknowledged.filter((number) => !stored.has(number)).length;
  return { lost, more: stored.size - new Set(acknowledged).size };
}

/** Lists inconsistencies of stock, orders and payments, once every payment has been applied. */
export async function findViolations(url: string): Promise<string[]> {
  const { db } = openDatabase({ url, poolSize: 1, onError: console.error });
  try {
    const paid = 'SELECT FROM sandbox.payment_intents i LEFT JOIN payment p ON p.intent_id = i.id';
    const isSettled = async () =>
      (await query(url, `${paid} WHERE i.status = 'succeeded' AND p.id IS NULL`)).rowCount === 0;
    await until('every payment has led to an order', isSettled, SETTLED_WITHIN_MS).catch(() => undefined);
    return [...((await isSettled()) ? [] : ['payments without an order']), ...(await violatedInvariants(db))];
  } finally {
    await db.destroy();
  }
}
