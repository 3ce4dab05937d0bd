import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { countWaiting, openTestDatabase, type TestDatabase } from '#test/database.ts';
import { createProduct } from '#test/factories/product.ts';
import { sellAvailable } from './sold-stock.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A transaction that commits when the returned function is called. */
async function begin(work: (tx: Transaction) => Promise<unknown>): Promise<() => Promise<void>> {
  const worked = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const committed = inTransaction(database.db, async (tx) => {
    await work(tx);
    worked.resolve();
    await ended.promise;
  });
  await Promise.race([worked.promise, committed]);
  return () => {
    ended.resolve();
    return committed;
  };
}

test('two buyers do not deadlock who wait for the same sale while an order that keeps the stock is being written', async () => {
  const { db } = database;
  const { stock_id: id } = await createProduct(db, { stock: 9 });
  const commitOrder = await begin((tx) => sql`SELECT FROM stock WHERE id = ${id} FOR KEY SHARE`.execute(tx));
  const commitSale = await begin((tx) => sql`UPDATE stock SET sold = sold + 1 WHERE id = ${id}`.execute(tx));
  const attempts: number[] = [];
  const buyers = [1, 2].map((buyer) =>
    inTransaction(db, (tx) => {
      attempts.push(buyer);
      return sellAvailable(tx, new Map([[id, 1]]));
    }),
  );
  await expect.poll(() => countWaiting(db)).toBe(2);
  await commitSale();
  const missing = await Promise.all(buyers);
  await commitOrder();
  expect(missing).toEqual([undefined, undefined]);
  // A transaction that ended in a deadlock would have been repeated.
  expect(attempts.sort()).toEqual([1, 2]);
  expect(await db.selectFrom('stock').select('sold').where('id', '=', id).executeTakeFirst()).toEqual({ sold: 3 });
});
