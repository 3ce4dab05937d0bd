import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/database/database.ts';
import { executeAndCommit } from '#server/platform/database/execute-together.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { createCustomer } from '#test/factories/customer.ts';
import { createProduct } from '#test/factories/product.ts';
import { violatedInvariants } from '#test/invariants.ts';
import { holdingWrites, sellingHeldWrites } from './holds.store.ts';
import type { Hold } from './units-by-stock.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function openCheckout(): Promise<number> {
  const { id } = await createCustomer(database.db);
  const at = new Date();
  const row = { user_id: id, held_since: at, expires_at: at, created_at: at, updated_at: at };
  return (await database.db.insertInto('checkout').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

const hold = (...holds: readonly Hold[]) =>
  inTransaction(database.db, (tx) => executeAndCommit(tx, holdingWrites(holds)));
const sell = (...holds: readonly Hold[]) =>
  inTransaction(database.db, (tx) => executeAndCommit(tx, sellingHeldWrites(holds)));
const stockOf = (id: number) =>
  database.db.selectFrom('stock').select(['received', 'sold', 'held']).where('id', '=', id).executeTakeFirstOrThrow();
const holdsOf = (checkoutId: number) =>
  database.db.selectFrom('stock_hold').select(['stock_id', 'quantity']).where('checkout_id', '=', checkoutId).execute();

test('checkouts hold units together, or none of them does', async () => {
  const { db } = database;
  const [many, few] = [await createProduct(db, { stock: 9 }), await createProduct(db, { stock: 3 })];
  const [one, other] = [await openCheckout(), await openCheckout()];
  const units = (more: number, less: number) =>
    new Map([
      [many.stock_id, more],
      [few.stock_id, less],
    ]);
  const tooMany = hold({ checkoutId: one, units: units(4, 2) }, { checkoutId: other, units: units(5, 2) });
  await expect(tooMany).rejects.toMatchObject({ code: 'SD002' });
  expect([await stockOf(many.stock_id), await stockOf(few.stock_id)]).toMatchObject([{ held: 0 }, { held: 0 }]);
  await hold({ checkoutId: one, units: units(4, 2) }, { checkoutId: other, units: units(5, 1) });
  expect([await stockOf(many.stock_id), await stockOf(few.stock_id)]).toMatchObject([{ held: 9 }, { held: 3 }]);
  expect(await violatedInvariants(db)).toEqual([]);
});

test('only units that a checkout holds are sold', async () => {
  const { db } = database;
  const [product, other] = [await createProduct(db, { stock: 9 }), await createProduct(db, { stock: 9 })];
  const [checkoutId, empty] = [await openCheckout(), await openCheckout()];
  await hold({ checkoutId, units: new Map([[product.stock_id, 2]]) });
  const wrong: readonly (readonly Hold[])[] = [
    [{ checkoutId, units: new Map([[product.stock_id, 1]]) }],
    [{ checkoutId, units: new Map([[product.stock_id, 3]]) }],
    [{ checkoutId, units: new Map([[other.stock_id, 2]]) }],
    [
      {
        checkoutId,
        units: new Map([
          [product.stock_id, 2],
          [other.stock_id, 1],
        ]),
      },
    ],
    [{ checkoutId: empty, units: new Map([[product.stock_id, 2]]) }],
    [
      { checkoutId, units: new Map([[product.stock_id, 2]]) },
      { checkoutId: empty, units: new Map([[other.stock_id, 1]]) },
    ],
  ];
  for (const holds of wrong) await expect(sell(...holds)).rejects.toMatchObject({ code: '40001' });
  expect(await stockOf(product.stock_id)).toMatchObject({ held: 2, sold: 0 });
  expect(await holdsOf(checkoutId)).toEqual([{ stock_id: product.stock_id, quantity: 2 }]);
  await sell({ checkoutId, units: new Map([[product.stock_id, 2]]) });
  expect(await stockOf(product.stock_id)).toEqual({ received: 9, held: 0, sold: 2 });
  expect(await holdsOf(checkoutId)).toEqual([]);
  // A second sale of the same hold fails.
  await expect(sell({ checkoutId, units: new Map([[product.stock_id, 2]]) })).rejects.toMatchObject({ code: '40001' });
  expect(await stockOf(product.stock_id)).toMatchObject({ sold: 2 });
});
