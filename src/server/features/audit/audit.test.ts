import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
let token: string;
const ids: Record<string, number> = {};
beforeAll(async () => {
  shop = await openTestShop();
  const { db } = shop.services;
  const ada = await createAdmin(db, { name: 'Ada Admin' });
  const bo = await createAdmin(db, { name: 'Bo Clerk' });
  Object.assign(ids, { ada: ada.id, bo: bo.id });
  token = await signIn(shop, ada);
  const changes = [
    // Shortly before and after midnight in New York, where the shop is.
    { actor: ada, action: 'order.status', entity: 'order', entityId: '41', at: '2026-11-10T04:59:00Z' },
    { actor: ada, action: 'product.update', entity: 'product', entityId: '7', at: '2026-11-10T05:00:00Z' },
    { actor: bo, action: 'order.refund', entity: 'order', entityId: '42', at: '2026-11-12T12:00:00Z' },
  ];
  for (const { actor, at, ...change } of changes) {
    const after = { status: 'shipped', sum: 12.5 };
    await inTransaction(db, (tx) =>
      recordAudit(tx, {
        ...change,
        actor: { userId: actor.id, name: actor.name },
        request: { address: '192.0.2.1' },
        before: null,
        after,
        at: new Date(at),
      }),
    );
  }
});
afterAll(() => shop.close());

const list = async (query: object) => (await shop.call('GET /admin/audit', { query }, { token })).data;
const listed = async (query: object) => (await list(query)).data.map(({ entity_id }) => entity_id);

test('the log shows who changed what, when, from where, before and after', async () => {
  expect((await list({})).data[0]).toMatchObject({
    actor: { id: ids.bo, name: 'Bo Clerk' },
    action: 'order.refund',
    entity: 'order',
    entity_id: '42',
    before: null,
    after: { status: 'shipped', sum: 12.5 },
    address: '192.0.2.1',
    created_at: '2026-11-12T12:00:00.000Z',
  });
  expect(await list({ per_page: 2, page: 2 })).toMatchObject({ total: 3, last_page: 2, current_page: 2 });
});

test('it can be searched and filtered by record, person and day, newest first', async () => {
  expect(await listed({})).toEqual(['42', '7', '41']);
  expect(await listed({ search: 'REFUND' })).toEqual(['42']);
  expect(await listed({ search: 'ada' })).toEqual(['7', '41']);
  expect(await listed({ search: '%' })).toEqual([]);
  expect(await listed({ entity: 'order' })).toEqual(['42', '41']);
  expect(await listed({ entity: 'order', actor: ids.ada })).toEqual(['41']);
  expect(await listed({ from: '2026-11-10' })).toEqual(['42', '7']);
  expect(await listed({ to: '2026-11-09' })).toEqual(['41']);
  expect(await listed({ from: '2026-11-10', to: '2026-11-10' })).toEqual(['7']);
  for (const query of [{ from: 'yesterday' }, { to: '0000-01-01' }, { actor: 'ada' }]) {
    const reply = await shop.call('GET /admin/audit', { query } as never, { token });
    expect(reply.status, JSON.stringify(query)).toBe(422);
  }
});

test('the filters offer the record types and people in the log', async () => {
  expect((await shop.call('GET /admin/audit/choices', {}, { token })).data).toEqual({
    entities: ['order', 'product'],
    actors: [
      { id: ids.ada, name: 'Ada Admin' },
      { id: ids.bo, name: 'Bo Clerk' },
    ],
  });
});
