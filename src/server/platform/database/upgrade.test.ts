import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { migrate } from './migrate.ts';
import { listPartitions } from './monthly-partitions.store.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'stoa-upgrade-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.close();
});

/** A shop whose database stands before this migration. */
async function openOldShop(next: string): Promise<void> {
  await sql`DROP SCHEMA public CASCADE`.execute(database.db);
  await sql`CREATE SCHEMA public`.execute(database.db);
  for (const name of await readdir('migrations')) {
    if (name < next) await cp(join('migrations', name), join(folder, name));
  }
  await migrate(database.url, folder);
}

test('earlier orders belong to the coupon that they used, not to a new one with its code', async () => {
  await openOldShop('0024');
  await sql`
    INSERT INTO coupon (id, code, kind, value, times_used, created_at) VALUES
      (1, 'SPRING', 'fixed', 500, 2, '2026-03-01'), (2, 'WELCOME', 'fixed', 500, 1, '2026-04-02')`.execute(database.db);
  // The first was called WELCOME when orders 1 and 2 were placed; order 3 came with a history from before the shop.
  await sql`
    INSERT INTO orders (id, order_number, customer_name, customer_email, payment_status, payment_method,
      subtotal_cents, discount_cents, tax_cents, shipping_cents, total_cents, coupon_code, shipping_address, created_at)
    SELECT n, 'ORD-2026-00000' || n, 'A', 'a@b.test', 'completed', 'card', 900, 500, 0, 0, 400, code, '{}', at::timestamptz
      FROM (VALUES (1, 'WELCOME', '2026-04-01'), (2, 'WELCOME', '2026-04-01'), (3, 'SPRING', '2025-06-01'),
                   (4, 'WELCOME', '2026-04-03'), (5, NULL, '2026-04-03')) AS placed (n, code, at)`.execute(database.db);
  await sql`
    INSERT INTO checkout (id, status, order_id, revision, expires_at)
    SELECT n, 'completed', n, 2, now() FROM unnest(ARRAY[1, 2, 4, 5]) n`.execute(database.db);
  await sql`
    INSERT INTO checkout_freeze (checkout_id, revision, fingerprint, subtotal_cents, discount_cents, tax_cents,
      shipping_cents, total_cents, coupon_id, coupon_code, shipping_address)
    SELECT n, revision, '', 900, 0, 0, 0, 900, coupon, code, '{}'
      FROM (VALUES (1, 1, 1, 'WELCOME'), (1, 2, NULL, NULL), (2, 2, 1, 'WELCOME'), (4, 2, 2, 'WELCOME'),
                   (5, 1, 2, 'WELCOME'), (5, 2, NULL, NULL)) AS frozen (n, revision, coupon, code)`.execute(
    database.db,
  );

  await migrate(database.url, 'migrations');
  const { rows } = await sql<{ id: number; coupon_id: number | null }>`
    SELECT id, coupon_id FROM orders ORDER BY id`.execute(database.db);
  expect(rows.map((row) => row.coupon_id)).toEqual([1, 1, 1, 2, null]);
});

test('earlier verified addresses are kept, and factors of unverified ones are marked', async () => {
  await openOldShop('0031');
  await sql`
    INSERT INTO users (id, name, email, email_verified_at) VALUES
      (1, 'Verified', 'verified@b.test', '2026-03-01'), (2, 'Moved', 'moved@b.test', NULL),
      (3, 'Late', 'late@b.test', '2026-03-03'), (4, 'Never', 'never@b.test', NULL)`.execute(database.db);
  await sql`
    INSERT INTO mail (user_id, kind, to_email, subject, text_body, html_body) VALUES
      (2, 'email-changed', 'earlier@b.test', '', '', ''), (2, 'email-changed', 'verified@b.test', '', '', ''),
      (2, 'verify-email', 'moved@b.test', '', '', '')`.execute(database.db);
  await sql`
    INSERT INTO two_factor (user_id, secret, confirmed_at) VALUES
      (1, '', '2026-03-02'), (2, '', NULL), (3, '', '2026-03-02'), (4, '', '2026-03-02')`.execute(database.db);

  await migrate(database.url, 'migrations');
  const { rows: verified } = await sql`SELECT email, user_id FROM verified_email ORDER BY email`.execute(database.db);
  expect(verified).toEqual([
    { email: 'earlier@b.test', user_id: 2 },
    { email: 'late@b.test', user_id: 3 },
    { email: 'verified@b.test', user_id: 1 },
  ]);
  const { rows: marked } = await sql`SELECT user_id FROM unverified_two_factor ORDER BY user_id`.execute(database.db);
  expect(marked).toEqual([{ user_id: 3 }, { user_id: 4 }]);
});

test('earlier variants get their option order from their names, where possible', async () => {
  await openOldShop('0037');
  await sql`INSERT INTO category (id, name, slug) VALUES (1, 'Shirts', 'shirts')`.execute(database.db);
  await sql`
    INSERT INTO product (id, category_id, name, slug, sku, price_cents) VALUES (1, 1, 'Shirt', 'shirt', 'SHIRT', 900)`.execute(
    database.db,
  );
  await sql`
    INSERT INTO product_variant (id, product_id, name, sku, options) VALUES
      (1, 1, 'Mist / M', 'A', '{"Colour": "Mist", "Size": "M"}'), (2, 1, 'My own name', 'B', '{"Colour": "Clay", "Size": "M"}'),
      (3, 1, 'Plain', 'C', '{}')`.execute(database.db);
  await migrate(database.url, 'migrations');
  const { rows } = await sql<{ ordered_options: object }>`
    SELECT ordered_options FROM product_variant ORDER BY id`.execute(database.db);
  expect(rows.map((row) => Object.keys(row.ordered_options))).toEqual([['Colour', 'Size'], ['Size', 'Colour'], []]);
});

test('earlier entries of the audit log become its first partition, also those from ahead of the clock', async () => {
  await openOldShop('0148');
  await sql`
    INSERT INTO users (id, name, email) VALUES (1, 'Ada', 'ada@b.test')`.execute(database.db);
  await sql`
    INSERT INTO audit_entry (actor_id, actor_name, action, entity, entity_id, address, created_at)
    SELECT 1, 'Ada', 'user.login_failed', 'user', '1', '203.0.113.' || n, now() + years * interval '1 year'
      FROM unnest(ARRAY[-3, 0, 3]) WITH ORDINALITY AS entry (years, n)`.execute(database.db);
  await sql`SELECT nextval('audit_entry_id_seq')`.execute(database.db);
  const list = async () => (await sql`SELECT * FROM audit_entry ORDER BY id`.execute(database.db)).rows;
  const before = await list();
  expect(before).toHaveLength(3);

  await migrate(database.url, 'migrations');
  expect(await list()).toEqual(before);
  const [initial, rest] = await listPartitions(database.db, 'audit_entry');
  expect(initial).toMatchObject({ name: 'audit_entry_initial', from: undefined });
  expect(initial?.to?.getTime()).toBeGreaterThan(Date.now() + 3 * 365 * 86_400_000);
  expect(rest).toMatchObject({ name: 'audit_entry_default', isDefault: true });
  const { rows } = await sql<{ id: number }>`
    INSERT INTO audit_entry (actor_name, action, entity, entity_id) VALUES ('Ada', 'order.status', 'order', '7')
    RETURNING id`.execute(database.db);
  expect(rows).toEqual([{ id: 5 }]);
  await sql`DELETE FROM users WHERE id = 1`.execute(database.db);
  expect(await list()).toMatchObject([{ actor_id: null }, { actor_id: null }, { actor_id: null }, { id: 5 }]);
});

test('mails that wait while the outbox is divided by month can be claimed, as before', async () => {
  await openOldShop('0148');
  await sql`
    INSERT INTO mail (kind, to_email, subject, text_body, html_body, sealed_bodies, status, sent_at, created_at) VALUES
      ('test', 'a@b.test', 'Sent', 'Hello', '', NULL, 'sent', '2025-01-02', '2025-01-01'),
      ('test', 'a@b.test', 'Waiting', '', '', 'sealed', 'queued', NULL, '2026-01-01 00:00:00.123456')`.execute(
    database.db,
  );
  const list = async () => (await sql`SELECT * FROM mail ORDER BY id`.execute(database.db)).rows;
  const before = await list();
  await migrate(database.url, 'migrations');
  expect(await list()).toEqual(before);
  // A version from before sealed mails claims without a claim_id: the triggers came along.
  const claim = (values: RawBuilder<unknown>) =>
    sql`
    UPDATE mail SET attempts = attempts + 1, ${values}
     WHERE id IN (SELECT id FROM mail WHERE status = 'queued' FOR UPDATE SKIP LOCKED) RETURNING id`.execute(
      database.db,
    );
  expect((await claim(sql`claimed_until = now()`)).rows).toEqual([]);
  expect((await claim(sql`claim_id = gen_random_uuid()`)).rows).toEqual([{ id: 2 }]);
});

test('a role that may read the audit log and the addresses of mails still may when they are divided by month', async () => {
  await openOldShop('0148');
  // Every database of the server has this role. It is one that nobody signs in with.
  await sql`GRANT SELECT ON audit_entry TO pg_monitor`.execute(database.db);
  await sql`GRANT INSERT ON audit_entry TO PUBLIC`.execute(database.db);
  await sql`GRANT SELECT (id, to_email) ON mail TO pg_monitor WITH GRANT OPTION`.execute(database.db);
  await migrate(database.url, 'migrations');
  const { rows } = await sql`
    SELECT has_table_privilege('pg_monitor', 'audit_entry', 'SELECT') AS log,
           has_table_privilege('pg_monitor', 'audit_entry', 'INSERT') AS "logInsert",
           has_table_privilege('pg_monitor', 'audit_entry', 'DELETE') AS "logDelete",
           has_column_privilege('pg_monitor', 'mail', 'to_email', 'SELECT WITH GRANT OPTION') AS address,
           has_column_privilege('pg_monitor', 'mail', 'text_body', 'SELECT') AS text`.execute(database.db);
  expect(rows).toEqual([{ log: true, logInsert: true, logDelete: false, address: true, text: false }]);
});

test('while an upgrade is interrupted, the operator can put off the end of the first partition', async () => {
  await openOldShop('0149');
  const queue = (at: string) =>
    sql`INSERT INTO mail (kind, to_email, subject, text_body, html_body, created_at)
        VALUES ('test', 'a@b.test', 'Later', '', '', ${at})`.execute(database.db);
  await expect(queue('2098-05-01')).rejects.toThrow('mail_initial_end');
  const [, statement = ''] = /`(ALTER TABLE mail DROP [^`]+)`/.exec(await readFile('docs/operators.md', 'utf8')) ?? [];
  await sql.raw(statement.replace('2028-01-01', '2099-01-01')).execute(database.db);
  await queue('2098-05-01');
  await migrate(database.url, 'migrations');
  const [initial] = await listPartitions(database.db, 'mail');
  expect(initial?.to).toEqual(new Date('2099-01-01'));
});

test('indexes that an operator began to build before the upgrade, and cancelled, are built again', async () => {
  await openOldShop('0162');
  const [, statements = ''] =
    /```sql\n(CREATE INDEX CONCURRENTLY order_line_by_upload[^`]+)```/.exec(
      await readFile('docs/operators.md', 'utf8'),
    ) ?? [];
  const [ofOrders = '', ofCheckouts = ''] = statements.trim().split('\n');
  const cancelled = (statement: string) =>
    database.db.connection().execute(async (connection) => {
      await sql`SET statement_timeout = '1s'`.execute(connection);
      await expect(sql.raw(statement).execute(connection)).rejects.toThrow('statement timeout');
      await sql`RESET statement_timeout`.execute(connection);
    });
  await database.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE order_line, checkout_line IN ROW EXCLUSIVE MODE`.execute(tx);
    await cancelled(ofOrders);
    await cancelled(ofCheckouts);
  });
  const indexes = async () =>
    (
      await sql`SELECT indexrelid::regclass::text AS name, indisvalid AS valid FROM pg_index
                 WHERE indexrelid::regclass::text LIKE '%by_upload' ORDER BY 1`.execute(database.db)
    ).rows;
  const names = ['checkout_line_by_upload', 'order_line_by_upload'];
  expect(await indexes()).toEqual(names.map((name) => ({ name, valid: false })));
  await migrate(database.url, 'migrations');
  expect(await indexes()).toEqual(names.map((name) => ({ name, valid: true })));
});
