import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '#server/platform/database/database.ts';
import { countWaiting } from '#test/database.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { lockSection } from './settings.store.ts';

const POOL_SIZE = 3;

let shop: TestShop;
/** A connection beside the shop's pool. */
let beside: Database;
beforeAll(async () => {
  // One more is reserved for reads.
  shop = await openTestShop({ DATABASE_POOL: String(POOL_SIZE + 1) });
  beside = openDatabase({ url: shop.databaseUrl, poolSize: 2, onError: console.error }).db;
});
afterAll(async () => {
  await beside.destroy();
  await shop.close();
});

test('payment settings are saved by as many admins at once as the shop has connections', async () => {
  const { db, settings } = shop.services;
  const token = await signIn(shop, await createAdmin(db));
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  onTestFinished(() => release.resolve());
  const holding = beside.transaction().execute(async (tx) => {
    await lockSection(tx, 'payment');
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const replies = Array.from({ length: POOL_SIZE }, (_, index) => {
    const body = { paypalClientSecret: `secret-${index}`, revision: 0 };
    return shop.call('PUT /admin/settings/payment', { body }, { token });
  });
  await expect.poll(() => countWaiting(beside)).toBe(POOL_SIZE);
  // As when another node has just changed a setting: the next read needs a connection.
  settings.forget();
  release.resolve();
  await holding;
  expect((await Promise.all(replies)).map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});
