import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, PASSWORD, signIn } from '#test/factories/customer.ts';
import { ADDRESS, openPayment } from '#test/factories/order.ts';
import { createCategory } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { migrate } from './migrate.ts';

/** Calls of a running node while the migrations of a newer release change the schema below it. */
let shop: PayingShop;
let admin: string;
let categoryId: number;
beforeAll(async () => {
  shop = await openPayingShop();
  admin = await signIn(shop, await createAdmin(shop.services.db));
  categoryId = (await createCategory(shop.services.db)).id;
});
afterAll(() => shop.close());

let round = 0;

/** A day in the shop: an account, a product, a purchase, a refund. @returns the status of each call. */
async function visitShop(): Promise<Record<string, number>> {
  round += 1;
  const visit = round;
  const statuses: Record<string, number> = {};
  const note = <R extends { readonly status: number }>(call: string, reply: R): R => {
    statuses[call] = reply.status;
    return reply;
  };
  const email = `visitor-${visit}@example.test`;
  const account = { name: 'Vera Visitor', email, password: PASSWORD, password_confirmation: PASSWORD };
  note('register', await shop.call('POST /auth/register', { body: account }));
  const login = note('log in', await shop.call('POST /auth/login', { body: { email, password: PASSWORD } }));
  if (!('token' in login.data)) throw new Error('The login asks for more');
  const shopper = { token: login.data.token };
  note('profile', await shop.call('PUT /auth/profile', { body: { name: 'Vera V.' } }, shopper));
  note(
    'save an address',
    await shop.call('POST /account/addresses', { body: { ...ADDRESS, is_default: true } }, shopper),
  );

  const form = {
    name: `Lamp ${visit}`,
    sku: `LAMP-${visit}`,
    description: 'Gives light.',
    price: 20,
    stock: 5,
    category_id: categoryId,
  };
  const created = note('create a product', await shop.call('POST /admin/products', { body: form }, { token: admin }));
  const { id } = created.data.product;
  note('read the product', await shop.call('GET /products/{id}', { params: { id: String(id) } }));
  note('add to the cart', await shop.call('POST /cart', { body: { product_id: id, quantity: 2 } }, shopper));
  const opened = note('create an intent', await openPayment(shop, shopper));
  await shop.pay(opened.data);
  const body = { payment_intent_id: opened.data.payment_intent_id };
  const confirmed = note('confirm the payment', await shop.call('POST /payments/confirm', { body }, shopper));
  note('list orders', await shop.call('GET /orders', { query: {} }, shopper));
  const params = { id: confirmed.data.order_id };
  note(
    'ship the order',
    await shop.call('PUT /admin/orders/{id}/status', { params, body: { status: 'shipped' } }, { token: admin }),
  );
  note(
    'refund',
    await shop.call(
      'POST /admin/orders/{id}/refunds',
      { params, body: { amount: 1, reason: 'Late' } },
      { token: admin },
    ),
  );
  note('list users', await shop.call('GET /admin/users', { query: {} }, { token: admin }));
  note('list coupons', await shop.call('GET /admin/coupons', { query: {} }, { token: admin }));
  note('read the audit log', await shop.call('GET /admin/audit', { query: {} }, { token: admin }));
  return statuses;
}

async function tables(): Promise<{ schema: string; name: string }[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    SELECT schemaname AS schema, tablename AS name FROM pg_tables
      JOIN pg_class ON oid = format('%I.%I', schemaname, tablename)::regclass AND NOT relispartition
     WHERE schemaname IN ('public', 'sandbox')`.execute(shop.services.db);
  return rows;
}

/** What a migration may do to a table that running nodes use. */
async function expandEachTable(column: string): Promise<void> {
  for (const { schema, name } of await tables()) {
    await sql`ALTER TABLE ${sql.table(`${schema}.${name}`)} ADD COLUMN ${sql.ref(column)} text`.execute(
      shop.services.db,
    );
  }
}

const isFine = (statuses: Record<string, number>) => Object.entries(statuses).filter(([, status]) => status >= 300);

test('keep working when every table gets a column', async () => {
  expect(isFine(await visitShop())).toEqual([]);
  expect(isFine(await visitShop())).toEqual([]);
  await expandEachTable('from_a_newer_release');
  expect(isFine(await visitShop())).toEqual([]);
  expect(shop.log.warnings()).toEqual([]);
});

test('keep working when the type of a returned column changes', async () => {
  const { db } = shop.services;
  await sql`ALTER TABLE users ALTER COLUMN phone TYPE varchar(200)`.execute(db);
  await sql`ALTER TABLE checkout ALTER COLUMN intent_id TYPE varchar(200)`.execute(db);
  await sql`ALTER TABLE payment ALTER COLUMN card_brand TYPE varchar(200)`.execute(db);
  expect(isFine(await visitShop())).toEqual([]);
});

/** Hot tables, several of them in one transaction, in an order in which running transactions do not lock them. */
const NEWER_MIGRATIONS: Readonly<Record<string, string>> = {
  '9001_wider_orders.sql': `
    SET LOCAL lock_timeout = '5s';
    ALTER TABLE payment ADD COLUMN note text;
    ALTER TABLE orders ADD COLUMN gift_note text;
    ALTER TABLE checkout ADD COLUMN gift_note text;
    ALTER TABLE cart_line ADD COLUMN gift_note text;
    ALTER TABLE cart ADD COLUMN gift_note text;
    ALTER TABLE stock ADD COLUMN shelf text;
    ALTER TABLE product ADD COLUMN gift_wrap boolean NOT NULL DEFAULT false;`,
  '9002_longer_names.sql': `
    SET LOCAL lock_timeout = '5s';
    ALTER TABLE payment ALTER COLUMN intent_id TYPE varchar(500);
    ALTER TABLE checkout ALTER COLUMN intent_id TYPE varchar(500);
    ALTER TABLE session ALTER COLUMN expires_at TYPE timestamptz(3);`,
  '9003_tables_in_another_order.sql': `
    SET LOCAL lock_timeout = '5s';
    ALTER TABLE product ADD COLUMN season text;
    ALTER TABLE stock ADD COLUMN counted_at timestamptz;
    ALTER TABLE cart_line ADD COLUMN added_by text;
    ALTER TABLE checkout ADD COLUMN device text;
    ALTER TABLE orders ADD COLUMN device text;
    ALTER TABLE users ADD COLUMN nickname text;
    ALTER TABLE session ADD COLUMN device text;`,
};

test('no call fails while shoppers buy and migrations change the tables of carts and orders', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-newer-'));
  await cp('migrations', folder, { recursive: true });
  let isOpen = true;
  const failed: unknown[] = [];
  const visitUntilClosed = async () => {
    while (isOpen) {
      const statuses = await visitShop().catch((error: Error) => ({ [error.message]: 500 }));
      failed.push(...isFine(statuses));
    }
  };
  const visitors = Promise.all(Array.from({ length: 6 }, visitUntilClosed));
  try {
    for (const [name, text] of Object.entries(NEWER_MIGRATIONS)) {
      const before = round;
      // Longer than a round takes on a busy machine.
      await expect.poll(() => round, { timeout: 60_000 }).toBeGreaterThan(before + 6);
      await writeFile(join(folder, name), text);
      expect(await migrate(shop.databaseUrl, folder)).toEqual([name]);
    }
  } finally {
    isOpen = false;
    await visitors;
    await rm(folder, { recursive: true });
  }
  expect(failed).toEqual([]);
  expect(shop.log.warnings()).toEqual([]);
}, 190_000);
