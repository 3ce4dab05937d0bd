import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatInvoiceNumber } from '#domain/orders/invoice-number.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createPaidOrder } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { startOrders } from '../orders.store.ts';
import { invoiceNumberOf, issueInvoices } from './issue-invoices.ts';

let shop: PayingShop;
let productId: number;
beforeAll(async () => {
  shop = await openPayingShop();
  productId = (await createProduct(shop.services.db, { stock: 100 })).id;
});
afterAll(() => shop.close());

const order = async () => (await createPaidOrder(shop, productId)).orderId;
const listInvoices = () =>
  shop.services.db.selectFrom('invoice').select(['number', 'order_id']).orderBy('number').execute();

test('an invoice gets its number once, when it is first asked for or by the job', async () => {
  const [first, second] = [await order(), await order()];
  expect(await invoiceNumberOf(shop.services, second)).toBe(2);
  expect(await invoiceNumberOf(shop.services, first)).toBe(1);
  const third = await order();
  await shop.jobs.run('issue-invoices');
  await shop.jobs.run('issue-invoices');
  expect(await listInvoices()).toEqual([
    { number: 1, order_id: first },
    { number: 2, order_id: second },
    { number: 3, order_id: third },
  ]);
});

test('the printed page has the number and the cancellation, and issues the invoice; order and export have its number', async () => {
  const { orderId, orderNumber, shopper } = await createPaidOrder(shop, productId);
  const other = await createPaidOrder(shop, productId);
  const token = await signIn(shop, await createAdmin(shop.services.db));
  const input = { params: { id: orderNumber } };
  const read = async () => (await shop.call('GET /orders/{id}', input, shopper)).data.invoice_number;
  const issued = () => shop.call('GET /orders/{id}/issued-invoice', input, shopper);
  const exported = async () => {
    const reply = await shop.app.inject({
      url: `/api/admin/orders/export?search=${orderNumber}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const [row] = parse(reply.body, { bom: true, columns: true }) as Record<string, string>[];
    return row?.Invoice;
  };
  expect([await read(), await exported()]).toEqual([null, '']);

  const { number } = (await issued()).data;
  expect(number).toBe(formatInvoiceNumber((await invoiceNumberOf(shop.services, orderId)) ?? 0));
  expect([await read(), await exported()]).toEqual([number, number]);
  const ofAdmin = { params: { id: orderId } };
  expect((await shop.call('GET /admin/orders/{id}', ofAdmin, { token })).data.invoiceNumber).toBe(number);
  expect((await issued()).data.cancelled_at).toBeNull();

  await shop.call('PUT /orders/{id}/cancel', input, shopper);
  const { steps } = (await shop.call('GET /orders/{id}/track', input, shopper)).data;
  const cancelled = { number, cancelled_at: steps.find(({ status }) => status === 'cancelled')?.at };
  expect((await issued()).data).toEqual(cancelled);
  expect((await shop.call('GET /admin/orders/{id}/issued-invoice', ofAdmin, { token })).data).toEqual(cancelled);
  shop.clock.advance({ minutes: 1 });
  await shop.call('PUT /admin/orders/{id}/status', { ...ofAdmin, body: { status: 'confirmed' } }, { token });
  expect((await issued()).data).toEqual({ number, cancelled_at: null });
  const strange = await shop.call('GET /orders/{id}/issued-invoice', input, other.shopper);
  expect(strange.failure.code).toBe('order.not_found');
});

test('concurrent callers leave no gap and number no order twice', async () => {
  for (let round = 0; round < 3; round += 1) {
    const ids = await Promise.all([order(), order(), order()]);
    await Promise.all([...ids.map((id) => invoiceNumberOf(shop.services, id)), issueInvoices(shop.services)]);
  }
  const invoices = await listInvoices();
  expect(invoices.map(({ number }) => number)).toEqual(invoices.map((_invoice, index) => index + 1));
});

test('an order that commits late gets a number, also after the job has passed its id', async () => {
  const { db, now } = shop.services;
  const before = await listInvoices();
  const copy = (id: number) => `
    INSERT INTO orders (id, order_number, user_id, customer_name, customer_email, status, payment_status, payment_method,
                        subtotal_cents, discount_cents, tax_cents, shipping_cents, total_cents, shipping_address)
    SELECT ${id}, 'ORD-2026-${id}00000', user_id, customer_name, customer_email, status, payment_status, payment_method,
           subtotal_cents, discount_cents, tax_cents, shipping_cents, total_cents, shipping_address FROM orders LIMIT 1`;
  const [slow, fast] = [new pg.Client(shop.databaseUrl), new pg.Client(shop.databaseUrl)];
  await Promise.all([slow.connect(), fast.connect()]);
  await slow.query('BEGIN');
  await slow.query(copy(8001));
  await fast.query(copy(8002));
  await issueInvoices({ db, now });
  await slow.query('COMMIT');
  await issueInvoices({ db, now });
  await Promise.all([slow.end(), fast.end()]);
  expect((await listInvoices()).slice(before.length).map((invoice) => invoice.order_id)).toEqual([8002, 8001]);
});

test('nodes of the earlier version take their order numbers from the same sequence', async () => {
  const { db } = shop.services;
  const takeAsBefore = async () => {
    const { rows } = await sql<{ last_number: number }>`
      INSERT INTO order_counter (year, last_number) VALUES (2026, 1)
      ON CONFLICT (year) DO UPDATE SET last_number = order_counter.last_number + 1 RETURNING last_number`.execute(db);
    return rows[0]?.last_number ?? 0;
  };
  const numbers: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    numbers.push(await takeAsBefore(), (await inTransaction(db, (tx) => startOrders(tx, 1))).orders[0]?.number ?? 0);
  }
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});

test('the invoice of an order from before invoice numbers waits for nobody, and gets none', async () => {
  const { db } = shop.services;
  const { first_order_id: first } = await db
    .selectFrom('invoice_counter')
    .select('first_order_id')
    .executeTakeFirstOrThrow();
  const id = await order();
  await db
    .updateTable('invoice_counter')
    .set({ first_order_id: id + 1 })
    .execute();
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('invoice_counter').select('last_number').forUpdate().execute();
    const asked = invoiceNumberOf(shop.services, id);
    const waiting = new Promise((resolve) => setTimeout(resolve, 10_000, 'waits'));
    expect(await Promise.race([asked, waiting])).toBeUndefined();
  });
  await db.updateTable('invoice_counter').set({ first_order_id: first }).execute();
});
