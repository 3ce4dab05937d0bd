import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, PASSWORD, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const chosen = { password: PASSWORD, password_confirmation: PASSWORD };
const registerCustomer = (email: string) =>
  shop.call('POST /auth/register', { body: { name: 'Cara', email, ...chosen } });
/** Who gets the mail about the newest customer. */
async function notifiedBy(act: () => Promise<unknown>): Promise<string[]> {
  const { db } = shop.services;
  await db.deleteFrom('mail').where('kind', '=', 'admin-notice').execute();
  await act();
  const mails = await db.selectFrom('mail').select('to_email').where('kind', '=', 'admin-notice').execute();
  return mails.map(({ to_email }) => to_email).sort();
}

test('only active admins who accepted their invitation get notifications', async () => {
  const { db } = shop.services;
  const admin = await createAdmin(db, { email: 'active@example.test' });
  await createAdmin(db, { email: 'deactivated@example.test', is_active: false });
  const email = 'invited@example.test';
  await shop.call(
    'POST /admin/users',
    { body: { name: 'Ivy', email, role: 'admin', status: 'active' } },
    { token: await signIn(shop, admin) },
  );
  expect(await notifiedBy(() => registerCustomer('first@example.test'))).toEqual(['active@example.test']);

  await shop.jobs.runRequested();
  const [, token = ''] = /reset-password\?token=([\w-]+)/.exec(shop.mailbox.newestTo(email).text) ?? [];
  expect((await shop.call('POST /auth/reset-password', { body: { token, ...chosen } })).status).toBe(200);
  expect(await notifiedBy(() => registerCustomer('second@example.test'))).toEqual(['active@example.test', email]);
});
