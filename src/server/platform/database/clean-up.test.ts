import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const TABLES = ['session', 'one_time_token', 'login_failure', 'idempotency_record', 'provider_event'] as const;

async function countRows(): Promise<Record<string, number>> {
  const counts: [string, number][] = [];
  for (const table of TABLES) {
    const { count } = await shop.services.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts.push([table, count]);
  }
  return Object.fromEntries(counts);
}

test('expired rows are deleted, each by its own rule', async () => {
  const { db, now } = shop.services;
  const customer = await createCustomer(db);
  const token = await signIn(shop, customer);
  await shop.call('POST /auth/resend-verification', {}, { token });
  await shop.call('DELETE /cart', {}, { token, headers: { 'idempotency-key': 'once' } });
  await shop.call('POST /auth/login', { body: { email: customer.email, password: 'Wrong-horse-1' } });
  await db.insertInto('provider_event').values({ id: 'evt_1', type: 'test', received_at: now() }).execute();
  const all = { session: 1, one_time_token: 1, login_failure: 1, idempotency_record: 1, provider_event: 1 };

  await shop.jobs.run('clean-up');
  expect(await countRows()).toEqual(all);

  shop.clock.advance({ minutes: 23 * 60 });
  await shop.jobs.run('clean-up');
  expect(await countRows()).toEqual(all);

  shop.clock.advance({ minutes: 3 * 60 });
  await shop.jobs.run('clean-up');
  expect(await countRows()).toEqual({ ...all, session: 0, one_time_token: 0, login_failure: 0, idempotency_record: 0 });

  shop.clock.advance({ days: 88 });
  await shop.jobs.run('clean-up');
  expect(await countRows()).toMatchObject({ provider_event: 1 });
  shop.clock.advance({ days: 2 });
  await shop.jobs.run('clean-up');
  expect(await countRows()).toMatchObject({ provider_event: 0 });
});

test('several batches are deleted in one run', async () => {
  const { db, now } = shop.services;
  const rows = Array.from({ length: 6_000 }, (_, n) => ({
    email: `a${n}@example.test`,
    address: 'x',
    last_failed_at: now(),
  }));
  await db.insertInto('login_failure').values(rows).execute();
  shop.clock.advance({ days: 2 });
  await shop.jobs.run('clean-up');
  expect(await countRows()).toMatchObject({ login_failure: 0 });
});
