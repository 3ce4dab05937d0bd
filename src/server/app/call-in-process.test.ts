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

test('an unexpected error while a page is rendered is logged, and the page gets no details', async () => {
  const call = inProcessCalls(shopHandlers(shop.services), shop.services.plugins, reportsTo(shop.services.log));
  await sql`ALTER TABLE product RENAME TO product_away`.execute(shop.services.db);
  const failure = await call('GET /products/{id}', { params: { id: '1' } }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ status: 500, message: 'An unexpected error occurred' });
  expect(shop.log.text()).toContain('relation \\"product\\" does not exist');
});

test('calls are refused as over HTTP, and endpoints that are not public always are', async () => {
  const call = inProcessCalls(shopHandlers(shop.services), shop.services.plugins, reportsTo(shop.services.log));
  await expect(call('GET /products', { query: { page: 0 } })).rejects.toMatchObject({ status: 422 });
  await expect(call('GET /cart')).rejects.toMatchObject({ code: 'auth.required' });
});
