import { afterAll, beforeAll, expect, test } from 'vitest';
import { definePlugin } from '#plugin';
import { createAdmin, createCustomer, openPluginShop, type PluginShop, signIn } from '#plugin/testing';

let isBroken = false;
const asked: (readonly string[])[] = [];
const forgetful = definePlugin({
  name: 'forgetful',
  apiVersion: 1,
  folder: import.meta.dirname,
  deleteByEmail: async (_, emails) => {
    if (isBroken) throw new Error('It does not forget');
    asked.push(emails);
  },
});

let shop: PluginShop;
beforeAll(async () => {
  shop = await openPluginShop(forgetful);
});
afterAll(() => shop.close());

async function deleteCustomer(isVerified: boolean) {
  const { db } = shop.services;
  const customer = await createCustomer(db);
  const email_verified_at = isVerified ? shop.services.now() : null;
  await db.updateTable('users').set({ email_verified_at }).where('id', '=', customer.id).execute();
  const admin = { token: await signIn(shop, await createAdmin(db)) };
  const { status } = await shop.call('DELETE /admin/users/{id}', { params: { id: customer.id } }, admin);
  const found = db.selectFrom('users').select('anonymised_at').where('id', '=', customer.id);
  const isDeleted = (await found.executeTakeFirstOrThrow()).anonymised_at !== null;
  return { email: customer.email, status, isDeleted };
}

test('a plug-in gets the addresses that a deleted account has proved, and no others', async () => {
  const { email } = await deleteCustomer(true);
  expect(asked.splice(0)).toEqual([[email]]);
  expect(await deleteCustomer(false)).toMatchObject({ status: 200, isDeleted: true });
  expect(asked).toEqual([]);
});

test('an account stays if a plug-in fails to delete what it stores', async () => {
  isBroken = true;
  expect(await deleteCustomer(true)).toMatchObject({ status: 500, isDeleted: false });
  isBroken = false;
});
