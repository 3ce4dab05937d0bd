import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openAdminUserClient } from '#test/clients/admin-user-client.ts';
import { type CreatedUser, createAdmin, createCustomer, PASSWORD, signIn } from '#test/factories/customer.ts';
import { createPaidOrder } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';

const client = openAdminUserClient();
const { list, detail, setStatus, audited } = client;
const setRole = (id: number, role: 'admin' | 'customer', bearer = client.token) =>
  client.shop.call('PUT /admin/users/{id}/role', { params: { id }, body: { role } }, { token: bearer });
const remove = (id: number, bearer = client.token) =>
  client.shop.call('DELETE /admin/users/{id}', { params: { id } }, { token: bearer });
const profile = async (bearer: string) => (await client.shop.call('GET /auth/profile', {}, { token: bearer })).status;

describe('status and role', () => {
  test('a deactivated account is logged out, cannot log in, and its links do not work', async () => {
    const user = await createCustomer(client.shop.services.db);
    const theirs = await signIn(client.shop, user);
    const reply = await setStatus(user.id, 'banned');
    expect(reply.message).toBe(`User ${user.id} status updated to Inactive`);
    expect(reply.data).toMatchObject({ status: 'inactive', is_active: false });
    expect(await profile(theirs)).toBe(401);
    expect(
      (await client.shop.call('POST /auth/login', { body: { email: user.email, password: PASSWORD } })).status,
    ).toBe(401);
    await setStatus(user.id, 'active');
    expect(await profile(theirs)).toBe(401);
    expect(
      (await client.shop.call('POST /auth/login', { body: { email: user.email, password: PASSWORD } })).status,
    ).toBe(200);
    expect((await audited(user.id)).map(({ before, after }) => [before, after])).toEqual([
      [{ status: 'active' }, { status: 'inactive' }],
      [{ status: 'inactive' }, { status: 'active' }],
    ]);
  });

  test('a new role requires a new login; the same role changes nothing', async () => {
    const user = await createCustomer(client.shop.services.db);
    const theirs = await signIn(client.shop, user);
    expect((await setRole(user.id, 'customer')).status).toBe(200);
    expect(await profile(theirs)).toBe(200);
    expect((await setRole(user.id, 'admin')).message).toBe(`User ${user.id} role updated to Admin`);
    expect(await profile(theirs)).toBe(401);
    const asAdmin = await signIn(client.shop, user);
    expect((await client.shop.call('GET /admin/users', { query: {} }, { token: asAdmin })).status).toBe(200);
    await setRole(user.id, 'customer');
    expect((await client.shop.call('GET /admin/users', { query: {} }, { token: asAdmin })).status).toBe(401);
    expect((await audited(user.id)).map(({ action }) => action)).toEqual(['user.role', 'user.role']);
  });

  test('the last active admin cannot lose the role', async () => {
    await createAdmin(client.shop.services.db, { is_active: false });
    await createAdmin(client.shop.services.db, { password_hash: null });
    for (const tried of [setRole(client.admin.id, 'customer'), setStatus(client.admin.id, 'inactive')]) {
      expect((await tried).failure).toMatchObject({
        code: 'user.last_admin',
        message: 'The last active admin cannot lose access.',
      });
    }
    expect(await profile(client.token)).toBe(200);
  });

  test.each(['role', 'status', 'deletion'])('of two admins removing each other by %s, one stays', async (way) => {
    const { db } = client.shop.services;
    for (let round = 0; round < 5; round += 1) {
      await db.updateTable('users').set({ is_admin: false }).where('is_admin', '=', true).execute();
      const pair = await Promise.all([createAdmin(db), createAdmin(db)]);
      const [one, two] = pair;
      const tokens = await Promise.all(pair.map((user) => signIn(client.shop, user)));
      const act = (victim: CreatedUser, bearer = '') => {
        if (way === 'role') return setRole(victim.id, 'customer', bearer);
        return way === 'status' ? setStatus(victim.id, 'inactive', bearer) : remove(victim.id, bearer);
      };
      const replies = await Promise.all([act(two, tokens[0]), act(one, tokens[1])]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      const { rows } = await sql`SELECT FROM users WHERE is_admin AND is_active`.execute(db);
      expect(rows).toHaveLength(1);
    }
  });
});

describe('deleting', () => {
  test('removes the account from list and figures, and audits who did it, not who it was', async () => {
    const user = await createCustomer(client.shop.services.db, { name: 'Gone Girl' });
    const before = (await client.shop.call('GET /admin/users/stats', {}, { token: client.token })).data.total;
    expect((await remove(user.id)).status).toBe(200);
    expect((await client.shop.call('GET /admin/users/stats', {}, { token: client.token })).data.total).toBe(before - 1);
    expect((await list({ search: String(user.id) })).data.map(({ id }) => id)).not.toContain(user.id);
    const gone = [detail(user.id), remove(user.id), setStatus(user.id, 'active'), setRole(user.id, 'admin')];
    for (const reply of await Promise.all(gone)) expect(reply.failure.code).toBe('user.not_found');
    const rows = await audited(user.id);
    expect(rows).toMatchObject([{ action: 'user.deleted', actor_id: client.admin.id, before: { role: 'customer' } }]);
    expect(JSON.stringify(rows)).not.toContain('Gone Girl');
  });

  test('is refused with open orders, and for one’s own account', async () => {
    const product = await createProduct(client.shop.services.db);
    const { shopper, orderNumber } = await createPaidOrder(client.shop, product.id);
    const { failure } = await remove(shopper.user.id);
    expect(failure).toMatchObject({ code: 'user.has_open_orders', message: expect.stringContaining(orderNumber) });
    expect((await remove(client.admin.id)).failure.code).toBe('user.own_account');
  });
});
