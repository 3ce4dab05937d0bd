import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { type BoughtOrder, createPaidOrder, refundOrder } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { creditNotesOf, issueCreditNotes } from './issue-credit-notes.ts';

let shop: PayingShop;
let productId: number;
let admin: string;
beforeAll(async () => {
  shop = await openPayingShop();
  productId = (await createProduct(shop.services.db, { stock: 100, price_cents: 5000 })).id;
  admin = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());

const order = () => createPaidOrder(shop, productId);
const numbers = async () =>
  (await shop.services.db.selectFrom('credit_note').select('number').orderBy('number').execute()).map(
    ({ number }) => number,
  );
const listOf = async ({ orderNumber, shopper }: BoughtOrder) =>
  (await shop.call('GET /orders/{id}/credit-notes', { params: { id: orderNumber } }, { token: shopper.token })).data;

test('each refund gets a credit note, when it is first asked for or by the job', async () => {
  const bought = await order();
  expect(await listOf(bought)).toEqual([]);
  await refundOrder(shop, bought.orderId, '5.00');
  const [first] = await listOf(bought);
  expect(first).toMatchObject({ number: `CN-00000${first?.id}`, amount: '5.00', currency: 'usd', is_void: false });
  await refundOrder(shop, bought.orderId, '7.50');
  await shop.jobs.run('issue-credit-notes');
  await shop.jobs.run('issue-credit-notes');
  expect((await listOf(bought)).map(({ id, amount }) => [id, amount])).toEqual([
    [first?.id, '5.00'],
    [Number(first?.id) + 1, '7.50'],
  ]);
});

test('concurrent callers leave no gap and assign each refund one number', async () => {
  const bought = await Promise.all([order(), order(), order()]);
  for (const { orderId } of bought) await refundOrder(shop, orderId, '1.00');
  const ask = ({ orderId }: BoughtOrder) => creditNotesOf(shop.services, orderId);
  await Promise.all([...bought.map(ask), issueCreditNotes(shop.services), issueCreditNotes(shop.services)]);
  const given = await numbers();
  expect(given).toEqual(given.map((_number, index) => index + 1));
  for (const one of bought) expect(await ask(one)).toHaveLength(1);
});

test('a refund that the provider has not confirmed gets its number once it succeeds', async () => {
  const { db, now } = shop.services;
  const bought = await order();
  await refundOrder(shop, bought.orderId, '2.00');
  const refund = db
    .updateTable('refund')
    .where('payment_id', 'in', (eb) => eb.selectFrom('payment').select('id').where('order_id', '=', bought.orderId));
  await refund.set({ status: 'pending', settled_at: null }).execute();
  expect(await listOf(bought)).toEqual([]);
  await refund.set({ status: 'succeeded', settled_at: now() }).execute();
  expect(await listOf(bought)).toHaveLength(1);
  // The bank returns the money: the number stays, because numbers have no gaps.
  await refund.set({ status: 'failed' }).execute();
  expect(await listOf(bought)).toMatchObject([{ is_void: true }]);
});

test('the taxes of valid credit notes add up to that of the order after the bank has returned a refund', async () => {
  const { db } = shop.services;
  const bought = await order();
  const amounts = { subtotal_cents: 10_000, tax_cents: 800, shipping_cents: 0, total_cents: 10_800 };
  await db.updateTable('orders').set(amounts).where('id', '=', bought.orderId).execute();
  await db.updateTable('payment').set({ captured_cents: 10_807 }).where('order_id', '=', bought.orderId).execute();
  await refundOrder(shop, bought.orderId, '0.07');
  await refundOrder(shop, bought.orderId, '0.07');
  const returned = (await listOf(bought)).at(-1);
  await db
    .updateTable('refund')
    .set({ status: 'failed' })
    .where('id', '=', returned?.refund_id ?? 0)
    .execute();
  // The provider knows only what was really paid.
  const paid = { intent_id: null, provider: 'offline' };
  await db.updateTable('payment').set(paid).where('order_id', '=', bought.orderId).execute();
  await refundOrder(shop, bought.orderId, '107.93');
  const notes = await listOf(bought);
  expect(notes.map(({ amount, is_void: isVoid }) => [amount, isVoid])).toEqual([
    ['0.07', false],
    ['0.07', true],
    ['107.93', false],
  ]);
  const ids = notes.map(({ id }) => id);
  const rows = await db
    .selectFrom('credit_note')
    .select('tax_cents')
    .where('number', 'in', ids)
    .orderBy('number')
    .execute();
  expect(rows.map(({ tax_cents: tax }) => tax)).toEqual([1, 0, 799]);
});

test('refunds of versions without credit notes get none', async () => {
  const { db, now } = shop.services;
  const bought = await order();
  await refundOrder(shop, bought.orderId, '3.00');
  const counter = await db.selectFrom('credit_note_counter').selectAll().executeTakeFirstOrThrow();
  const later = new Date(now().getTime() + 60_000);
  await db.updateTable('credit_note_counter').set({ since: later, pending_since: later }).execute();
  expect(await listOf(bought)).toEqual([]);
  await db.updateTable('credit_note_counter').set(counter).execute();
  expect(await listOf(bought)).toHaveLength(1);
});

test('customers get the PDFs of their own orders, admins of all', async () => {
  const [bought, other] = [await order(), await order()];
  await refundOrder(shop, bought.orderId, '4.00');
  const [note] = await listOf(bought);
  const get = (path: string, token: string) =>
    shop.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } });
  const own = await get(`/orders/${bought.orderNumber}/credit-notes/${note?.id}`, bought.shopper.token);
  expect(own.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining(`credit-note-${note?.number}.pdf`),
  });
  expect(own.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await get(`/admin/orders/${bought.orderId}/credit-notes/${note?.id}`, admin)).statusCode).toBe(200);
  for (const path of ['', `/${note?.id}`]) {
    const strange = await get(`/orders/${bought.orderNumber}/credit-notes${path}`, other.shopper.token);
    expect(strange.json()).toMatchObject({ code: 'order.not_found' });
  }
  const missing = await get(`/orders/${other.orderNumber}/credit-notes/${note?.id}`, other.shopper.token);
  expect(missing.json()).toMatchObject({ code: 'credit_note.not_found' });
});
