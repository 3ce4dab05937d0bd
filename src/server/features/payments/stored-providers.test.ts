import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';

const MIGRATION = '0052_payment_providers.sql';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase(1);
  folder = await mkdtemp(join(tmpdir(), 'stoa-providers-'));
  await sql`DROP SCHEMA public CASCADE`.execute(database.db);
  await sql`CREATE SCHEMA public`.execute(database.db);
  for (const name of await readdir('migrations')) {
    if (name.endsWith('.sql') && name < MIGRATION) await cp(join('migrations', name), join(folder, name));
  }
  await migrate(database.url, folder);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test('payments of an earlier version get their provider', async () => {
  const { db } = database;
  await sql
    .raw(`
    INSERT INTO orders (id, order_number, customer_name, customer_email, payment_status, payment_method,
                        subtotal_cents, discount_cents, tax_cents, shipping_cents, total_cents, shipping_address)
    SELECT id, 'ORD-2026-00000' || id, 'A', 'a@shop.test', 'completed', method, 100, 0, 0, 0, 100, '{}'
      FROM (VALUES (1, 'card'), (2, 'offline'), (3, 'card')) AS o (id, method);
    INSERT INTO checkout (id, status, intent_id, order_id, expires_at) VALUES
      (1, 'completed', 'pi_1', 1, now()), (2, 'completed', NULL, 2, now()), (3, 'completed', 'pi_3', 3, now()),
      (4, 'expired', 'pi_sandbox', NULL, now()), (5, 'open', 'pi_stripe', NULL, now()), (6, 'expired', NULL, NULL, now());
    INSERT INTO payment (id, order_id, checkout_id, provider, intent_id, currency, captured_cents, refunded_cents)
    VALUES (1, 1, 1, 'stripe', 'pi_1', 'usd', 100, 10), (2, 2, NULL, 'offline', NULL, 'usd', 100, 20),
           (3, 3, 3, 'sandbox', 'pi_3', 'usd', 100, 30);
    INSERT INTO refund (id, payment_id, amount_cents) VALUES (1, 1, 10), (2, 2, 20), (3, 3, 30);
    CREATE SCHEMA sandbox;
    CREATE TABLE sandbox.payment_intents (id text PRIMARY KEY);
    INSERT INTO sandbox.payment_intents VALUES ('pi_sandbox')`)
    .execute(db);
  await cp(join('migrations', MIGRATION), join(folder, MIGRATION));
  await migrate(database.url, folder);

  const checkouts = await db.selectFrom('checkout').select('provider').orderBy('id').execute();
  expect(checkouts.map(({ provider }) => provider)).toEqual([
    'stripe',
    'offline',
    'sandbox',
    'sandbox',
    'stripe',
    null,
  ]);
  const refunds = await db.selectFrom('refund').select('provider').orderBy('id').execute();
  expect(refunds.map(({ provider }) => provider)).toEqual(['stripe', 'offline', 'sandbox']);
});

test("a refund by a node of the previous version gets its payment's provider", async () => {
  const { db } = database;
  await sql`INSERT INTO refund (id, payment_id, amount_cents) VALUES (4, 3, 5)`.execute(db);
  const refund = await db
    .selectFrom('refund')
    .select('provider')
    .where('amount_cents', '=', 5)
    .executeTakeFirstOrThrow();
  expect(refund.provider).toBe('sandbox');
});
