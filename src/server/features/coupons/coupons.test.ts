import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { confirmPayment, createShopper, fillCart, openPayment } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let token: string;
beforeAll(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db, { name: 'Ada Admin' }));
});
afterAll(() => shop.close());

const TERMS = { kind: 'percentage', value: 12.5 } as const;

const create = (code: string, terms: object = TERMS) =>
  shop.call('POST /admin/coupons', { body: { ...TERMS, code, ...terms } }, { token });
const change = (id: number, terms: object) =>
  shop.call('PUT /admin/coupons/{id}', { params: { id }, body: { ...TERMS, ...terms } }, { token });
const list = async (query: object = {}) => (await shop.call('GET /admin/coupons', { query }, { token })).data;
const remove = (id: number) => shop.call('DELETE /admin/coupons/{id}', { params: { id } }, { token });

test('a coupon is created with all its conditions, its code normalised, and audited', async () => {
  const terms = {
    kind: 'fixed',
    value: '20.00',
    minimum: 100,
    starts_at: '2026-01-01T00:00:00.000Z',
    ends_at: '2036-01-01T00:00:00.000Z',
    usage_limit: 50,
    usage_limit_per_customer: 1,
  };
  const { data } = await create(' spring-20 ', terms);
  expect(data.coupon).toMatchObject({
    code: 'SPRING-20',
    kind: 'fixed',
    value: '20.00',
    minimum: '100.00',
    usage_limit: 50,
    usage_limit_per_customer: 1,
    times_used: 0,
    is_active: true,
    state: 'active',
    orders: 0,
    discount_given: '0.00',
    revision: 1,
  });
  const audit = await shop.services.db
    .selectFrom('audit_entry')
    .select(['action', 'actor_name', 'after'])
    .where('entity', '=', 'coupon')
    .where('entity_id', '=', String(data.coupon.id))
    .executeTakeFirstOrThrow();
  expect(audit).toMatchObject({
    action: 'coupon.create',
    actor_name: 'Ada Admin',
    after: { code: 'SPRING-20', value: '20.00', minimum: '100.00' },
  });
});

test.each([
  ['a code too short', { code: 'AB' }, 'code'],
  ['a code with other signs', { code: 'A_B_C' }, 'code'],
  ['nothing off', { value: 0 }, 'value'],
  ['more than everything', { value: 100.01 }, 'value'],
  ['three decimals', { value: 1.005 }, 'value'],
  ['an end before the start', { starts_at: '2026-02-01T00:00:00Z', ends_at: '2026-01-01T00:00:00Z' }, 'ends_at'],
  ['a limit of none', { usage_limit: 0 }, 'usage_limit'],
])('%s is refused by field', async (_what, terms, field) => {
  const reply = await create('REFUSED1', terms);
  expect(reply.status).toBe(422);
  expect(Object.keys(reply.failure.errors ?? {})).toEqual([field]);
  expect((await list({ search: 'REFUSED1' })).total).toBe(0);
});

test.each([1_000_000.01, '1000001', 10_000_000, '1e9'])('an exceeded limit is named: %s', async (sum) => {
  const message = 'At most 1,000,000.';
  const refused = await create('REFUSED2', { kind: 'fixed', value: sum, minimum: sum });
  expect(refused.failure.errors).toEqual({ value: [message], minimum: [message] });
});

test.each(['ten', '-5', -5])('what is not an amount is told what one is: %s', async (sum) => {
  const refused = await create('REFUSED3', { kind: 'fixed', value: sum, minimum: sum });
  expect(refused.failure.errors).toEqual({
    value: ['Please enter a number above 0 with at most two decimals.'],
    minimum: ['Please enter an amount of at least 0 with at most two decimals.'],
  });
});

test('two admins creating the same code at once create one coupon', async () => {
  const replies = await Promise.all([create('TWICE'), create('twice'), create('TWICE')]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  const refused = replies.find(({ status }) => status === 422);
  expect(refused?.failure).toMatchObject({ code: 'coupon.code_taken', errors: { code: [expect.any(String)] } });
});

test('of two concurrent edits of a coupon, the second is refused', async () => {
  const { id } = (await create('SHARED')).data.coupon;
  const first = await change(id, { value: 5, revision: 1 });
  expect(first.data.coupon).toMatchObject({ value: '5.00', revision: 2 });
  expect((await change(id, { value: 50, revision: 1 })).failure).toMatchObject({
    code: 'coupon.changed',
    data: { coupon: { id, value: '5.00', revision: 2 } },
  });
  expect((await list({ search: 'SHARED' })).data[0]?.value).toBe('5.00');
  const gone = { code: 'coupon.record_not_found', message: 'This coupon does not exist.' };
  expect((await change(999_999, {})).failure).toMatchObject(gone);
  expect((await remove(999_999)).failure).toMatchObject(gone);
});

test('a coupon counts its orders, cannot be limited below them, and is deactivated instead of deleted', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 4000, stock: 9 });
  const { id } = (await create('TENOFF', { value: 10 })).data.coupon;
  for (let bought = 0; bought < 2; bought += 1) {
    const shopper = await createShopper(shop);
    await fillCart(shop, shopper, product.id);
    await shop.call('POST /cart/coupon', { body: { code: 'tenoff' } }, { token: shopper.token });
    const { data } = await openPayment(shop, shopper);
    await shop.pay(data);
    await confirmPayment(shop, shopper, data.payment_intent_id);
  }
  const [coupon] = (await list({ search: 'tenoff' })).data;
  expect(coupon).toMatchObject({ times_used: 2, orders: 2, discount_given: '8.00' });
  expect((await change(id, { usage_limit: 1 })).failure.errors).toEqual({
    usage_limit: ['It has been used 2 times already.'],
  });
  expect((await change(id, { usage_limit: 2 })).data.coupon.state).toBe('used_up');
  expect((await remove(id)).failure.code).toBe('coupon.used');
  expect((await change(id, { is_active: false })).data.coupon.state).toBe('inactive');
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  const refused = await shop.call('POST /cart/coupon', { body: { code: 'TENOFF' } }, { token: shopper.token });
  expect(refused.failure.message).toBe('This coupon is no longer valid.');
});

test('a recreated code does not inherit the orders of the deleted coupon', async () => {
  const product = await createProduct(shop.services.db, { price_cents: 4000, stock: 9 });
  const shopper = await createShopper(shop);
  const first = (await create('ANEW', { value: 10 })).data.coupon;
  await fillCart(shop, shopper, product.id);
  await shop.call('POST /cart/coupon', { body: { code: 'ANEW' } }, { token: shopper.token });
  const { data } = await openPayment(shop, shopper);
  await shop.pay(data);
  await confirmPayment(shop, shopper, data.payment_intent_id);
  expect((await list({ search: 'ANEW' })).data).toMatchObject([{ id: first.id, orders: 1, discount_given: '4.00' }]);
  // As after a payment that came when its coupon was gone.
  await shop.services.db.deleteFrom('coupon').where('id', '=', first.id).execute();
  await create('ANEW', { value: 10 });
  expect((await list({ search: 'ANEW' })).data).toMatchObject([{ orders: 0, discount_given: '0.00', times_used: 0 }]);
});

test('an unused coupon is deleted, also from carts', async () => {
  const product = await createProduct(shop.services.db, { stock: 9 });
  const { id } = (await create('GONE')).data.coupon;
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, product.id);
  await shop.call('POST /cart/coupon', { body: { code: 'GONE' } }, { token: shopper.token });
  expect((await remove(id)).status).toBe(200);
  expect((await shop.call('GET /cart', {}, { token: shopper.token })).data.coupon).toBeNull();
  expect((await remove(id)).status).toBe(404);
});

test('the list is filtered by state, matching each row', async () => {
  await create('LATER', { starts_at: '2099-01-01T00:00:00Z' });
  await create('OVER', { ends_at: '2020-01-01T00:00:00Z' });
  for (const state of ['active', 'scheduled', 'expired', 'used_up', 'inactive'] as const) {
    const { data } = await list({ state, per_page: 100 });
    expect(
      data.every((coupon) => coupon.state === state),
      state,
    ).toBe(true);
  }
  expect((await list({ state: 'scheduled' })).data.map(({ code }) => code)).toEqual(['LATER']);
  expect((await list({ state: 'expired' })).data.map(({ code }) => code)).toEqual(['OVER']);
  const all = await list({ per_page: 1, page: 2, state: 'all' });
  expect(all).toMatchObject({ current_page: 2, per_page: 1 });
  expect(all.last_page).toBe(all.total);
});
