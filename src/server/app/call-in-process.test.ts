import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportsTo } from '#test/plugin-reports.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { shopHandlers } from './build-app.ts';
import { inProcessCalls } from './call-in-process.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test('what breaks inside while a page is rendered is logged, and the page learns nothing of it', async () => {
  const call = inProcessCalls(shopHandlers(shop.services), shop.services.plugins, reportsTo(shop.services.log));
  await sql`ALTER TABLE product RENAME TO product_away`.execute(shop.services.db);
  const failure = await call('GET /products/{id}', { params: { id: '1' } }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ status: 500, message: 'An unexpected error occurred' });
  expect(shop.log.text()).toContain('relation \\"product\\" does not exist');
});

test('what is refused is refused alike, and what is not public is nobody’s', async () => {
  const call = inProcessCalls(shopHandlers(shop.services), shop.services.plugins, reportsTo(shop.services.log));
  await expect(call('GET /products', { query: { page: 0 } })).rejects.toMatchObject({ status: 422 });
  await expect(call('GET /cart')).rejects.toMatchObject({ code: 'auth.required' });
});
