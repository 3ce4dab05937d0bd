import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { demoProducts } from './catalogue/catalogue.ts';
import { stockOf } from './catalogue/product.ts';
import { demoAdmin, demoCustomers, demoShopper } from './customers.ts';
import { loadDemoShop } from './load.ts';

const today = new Date('2026-11-21T15:20:00Z');
let shop: TestDatabase;

beforeAll(async () => {
  shop = await openTestDatabase();
  expect(await loadDemoShop(shop.db, today)).toBe(true);
});

afterAll(() => shop.close());

describe('the demo shop in an empty database', () => {
  it('is loaded once and never overwrites data', async () => {
    expect(await loadDemoShop(shop.db, today)).toBe(false);
  });

  it('has the stock of the catalogue after all sales of the history', async () => {
    const rows = await shop.db
      .selectFrom('stock')
      .innerJoin('product', 'product.id', 'stock.product_id')
      .groupBy('product.slug')
      .select(({ fn }) => ['product.slug', fn.sum<number>('stock.on_hand').as('onHand')])
      .execute();
    const onHand = new Map(rows.map((row) => [row.slug, row.onHand]));
    expect(onHand).toEqual(new Map(demoProducts.map((product) => [product.slug, stockOf(product)])));
  });

  it('counts as sold exactly the lines of orders that are not cancelled', async () => {
    const sold = await shop.db
      .selectFrom('stock')
      .select(({ fn }) => fn.sum<number>('sold').as('pieces'))
      .executeTakeFirst();
    const ordered = await shop.db
      .selectFrom('order_line')
      .innerJoin('orders', 'orders.id', 'order_line.order_id')
      .where('orders.status', '!=', 'cancelled')
      .select(({ fn }) => fn.sum<number>('quantity').as('pieces'))
      .executeTakeFirst();
    expect(sold?.pieces).toBeGreaterThan(1000);
    expect(sold?.pieces).toBe(ordered?.pieces);
  });

  it('has all customers, including the two accounts with passwords', async () => {
    const users = await shop.db.selectFrom('users').select(['email', 'password_hash']).execute();
    expect(users).toHaveLength(demoCustomers.length + 2);
    const withPassword = users.filter(({ password_hash }) => password_hash !== null).map(({ email }) => email);
    expect(withPassword.toSorted()).toEqual([demoAdmin.email, demoShopper.email].toSorted());
  });

  it('has recorded the refunds of the orders', async () => {
    const rows = await shop.db
      .selectFrom('payment')
      .innerJoin('orders', 'orders.id', 'payment.order_id')
      .leftJoin('refund', 'refund.payment_id', 'payment.id')
      .select(['orders.payment_status', 'payment.captured_cents', 'payment.refunded_cents', 'refund.amount_cents'])
      .execute();
    for (const row of rows) expect(Number(row.refunded_cents)).toBe(Number(row.amount_cents ?? 0));
    const statuses = new Set(rows.map((row) => row.payment_status));
    expect(statuses).toEqual(new Set(['completed', 'refunded', 'partially_refunded']));
  });
});
