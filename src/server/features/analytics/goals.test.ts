import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
let token: string;
let colleague: string;
beforeAll(async () => {
  shop = await openTestShop();
  token = await signIn(shop, await createAdmin(shop.services.db, { name: 'Ada Admin' }));
  colleague = await signIn(shop, await createAdmin(shop.services.db, { name: 'Bo Clerk' }));
});
afterAll(() => shop.close());

const read = async (month?: string) =>
  (await shop.call('GET /admin/analytics/goals', { query: month ? { month } : {} }, { token })).data;
const set = (body: object, bearer = token) =>
  shop.call('PUT /admin/analytics/goals', { body: body as never }, { token: bearer });
const NONE = { revenue: null, orders: null, customers: null };
const audited = () =>
  shop.services.db
    .selectFrom('audit_entry')
    .select(['action', 'entity_id', 'before', 'after', 'actor_name'])
    .where('entity', '=', 'goals')
    .orderBy('id')
    .execute();

test('goals of the current month are set, stored, shown with progress, and audited', async () => {
  await createCustomer(shop.services.db);
  const before = await read();
  expect(before).toMatchObject({ revision: 0, ...NONE, updatedAt: null, updatedBy: null });
  expect(before.reached).toEqual({ revenue: '0.00', orders: 0, customers: 1 });
  const goals = { month: before.month, revision: 0, revenue: 12_500.5, orders: 40, customers: null };
  const reply = await set(goals);
  expect(reply.message).toBe('Goals saved successfully!');
  expect(reply.data).toMatchObject({ revision: 1, revenue: '12500.50', orders: 40, customers: null });
  expect(await read()).toEqual(reply.data);
  expect(reply.data.updatedBy).toBe('Ada Admin');
  // The same once more, as after a lost answer.
  expect((await set(goals)).data.revision).toBe(1);
  expect(await audited()).toEqual([
    {
      action: 'goals.change',
      entity_id: before.month,
      before: null,
      after: { revenue: '12500.50', orders: 40, customers: null },
      actor_name: 'Ada Admin',
    },
  ]);
});

test('a concurrent change of goals is refused with the newer ones', async () => {
  const month = '2031-05';
  await set({ month, revision: 0, ...NONE, orders: 10 });
  await set({ month, revision: 1, ...NONE, orders: 20 }, colleague);
  const late = await set({ month, revision: 1, ...NONE, orders: 30 });
  expect(late.status).toBe(409);
  expect(late.failure.code).toBe('goals.changed');
  expect(late.failure.data).toMatchObject({ revision: 2, orders: 20, updatedBy: 'Bo Clerk' });
  expect((await read(month)).orders).toBe(20);
  const both = await Promise.all([
    set({ month, revision: 2, ...NONE, orders: 31 }),
    set({ month, revision: 2, ...NONE, orders: 32 }, colleague),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await read('2031-06')).revision).toBe(0);
});

test('goals are positive whole numbers and amounts of a valid month', async () => {
  const good = { month: '2031-01', revision: 0, ...NONE };
  for (const [field, value] of [
    ['revenue', 0],
    ['revenue', -5],
    ['revenue', '1.005'],
    ['revenue', 'much'],
    ['revenue', 1e12],
    ['orders', 0],
    ['orders', 1.5],
    ['orders', '7'],
    ['customers', -1],
    ['customers', 1e12],
    ['month', '2031-13'],
    ['month', '2031-1'],
    ['revision', -1],
  ] as const) {
    const reply = await set({ ...good, [field]: value });
    expect(reply.status, `${field} ${value}`).toBe(422);
    expect(Object.keys(reply.failure.errors ?? {}), `${field} ${value}`).toEqual([field]);
  }
  expect((await set({ ...good, revenue: '250' })).data.revenue).toBe('250.00');
  expect((await shop.call('GET /admin/analytics/goals', { query: { month: 'May' } }, { token })).status).toBe(422);
});

test('goals can be removed', async () => {
  const month = '2031-08';
  await set({ month, revision: 0, ...NONE, customers: 5 });
  expect((await set({ month, revision: 1, ...NONE })).data).toMatchObject({ revision: 2, customers: null });
});
