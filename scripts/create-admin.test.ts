import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const PASSWORD = 'Back-office-1';

async function createAdmin(args: readonly string[], env: Record<string, string>) {
  const run = promisify(execFile)(process.execPath, ['scripts/create-admin.ts', ...args], {
    env: {
      PATH: process.env.PATH,
      // Otherwise each process compiles the shop's code again.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: shop.databaseUrl,
      ...env,
    },
  });
  return run.then(
    ({ stdout }) => ({ code: 0, said: stdout.trim() }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr.trim() }),
  );
}
const logIn = (email: string) => shop.call('POST /auth/login', { body: { email, password: PASSWORD } });

test('creates an account that can log in as an admin', async () => {
  const made = await createAdmin(['--name', 'Ada', '--email', 'ADA@Shop.example'], { ADMIN_PASSWORD: PASSWORD });
  expect(made).toEqual({ code: 0, said: 'ada@shop.example is an admin now.' });
  const { data } = await logIn('ada@shop.example');
  expect(data.user).toMatchObject({ name: 'Ada', is_admin: true, is_active: true });
  expect(data.user.email_verified_at).not.toBeNull();
});

test('makes a deactivated customer an admin, ends old sessions, and writes an audit row', async () => {
  const customer = await createCustomer(shop.services.db, { is_active: false });
  const token = await signIn(shop, customer);
  const { code, said } = await createAdmin(['--name', 'New Name', '--email', customer.email], {
    ADMIN_PASSWORD: PASSWORD,
  });
  expect([code, said]).toEqual([0, `${customer.email} had an account: it is an admin now, with this password.`]);
  expect((await logIn(customer.email)).data.user).toMatchObject({ id: customer.id, is_admin: true, name: 'New Name' });
  expect((await shop.call('GET /auth/profile', {}, { token })).status).toBe(401);
  const entries = await shop.services.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('entity_id', '=', String(customer.id))
    .where('action', '!=', 'user.login')
    .execute();
  expect(entries).toMatchObject([
    { action: 'user.make_admin', before: { is_admin: false }, after: { is_admin: true } },
  ]);
  expect(JSON.stringify(entries)).not.toContain('argon2');
});

test('reports errors and creates nothing', async () => {
  const weak = await createAdmin(['--name', 'Eve', '--email', 'eve@shop.example'], { ADMIN_PASSWORD: 'weak' });
  expect(weak.code).toBe(1);
  expect(weak.said).toContain('Must be at least 8 characters long.');
  const common = await createAdmin(['--name', 'Eve', '--email', 'eve@shop.example'], { ADMIN_PASSWORD: 'Welcome1' });
  expect(common.said).toBe('This is one of the 10,000 most common passwords. Please choose another one.');
  const wrong = await createAdmin(['--name', 'Eve', '--email', 'nowhere'], { ADMIN_PASSWORD: PASSWORD });
  expect(wrong).toEqual({ code: 1, said: 'email: Please enter a valid email address.' });
  const mute = await createAdmin(['--name', 'Eve', '--email', 'eve@shop.example'], {});
  expect(mute.said).toBe('Without a terminal, give --name and --email, and the password in ADMIN_PASSWORD.');
  expect((await logIn('eve@shop.example')).status).toBe(401);
});
