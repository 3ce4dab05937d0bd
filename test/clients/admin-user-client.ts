import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type CreatedUser, createAdmin, signIn } from '../factories/customer.ts';
import { openPayingShop, type PayingShop } from '../paying-shop.ts';

/** For all tests of a file: a shop, in each test with one other admin, and calls of that admin about accounts. */
export function openAdminUserClient() {
  let shop: PayingShop;
  let admin: CreatedUser;
  let token: string;
  beforeAll(async () => {
    shop = await openPayingShop();
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    const { db } = shop.services;
    await db.updateTable('users').set({ is_admin: false }).where('is_admin', '=', true).execute();
    admin = await createAdmin(db);
    token = await signIn(shop, admin);
  });
  return {
    get shop() {
      return shop;
    },
    get admin() {
      return admin;
    },
    get token() {
      return token;
    },
    list: async (query: object) => (await shop.call('GET /admin/users', { query }, { token })).data,
    detail: (id: number) => shop.call('GET /admin/users/{id}', { params: { id } }, { token }),
    setStatus: (id: number, status: 'active' | 'inactive' | 'banned', bearer = token) =>
      shop.call('PUT /admin/users/{id}/status', { params: { id }, body: { status } }, { token: bearer }),
    audited: (id: number) =>
      shop.services.db
        .selectFrom('audit_entry')
        .select(['action', 'before', 'after', 'actor_id'])
        .where('entity', '=', 'user')
        .where('entity_id', '=', String(id))
        .orderBy('id')
        .execute(),
  };
}
