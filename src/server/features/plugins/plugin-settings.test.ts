import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notes } from '#test/fixtures/notes/plugin.ts';
import { createAdmin, openPluginShop, type PluginShop, signIn } from '#test/plugin-shop.ts';

let shop: PluginShop;
let admin: { token: string };
beforeAll(async () => {
  shop = await openPluginShop(notes());
  admin = { token: await signIn(shop, await createAdmin(shop.services.db)) };
});
afterAll(() => shop.close());

const read = async () => {
  const [plugin] = (await shop.call('GET /admin/plugins', {}, admin)).data;
  if (!plugin?.settings) throw new Error('The plug-in has no settings');
  return plugin.settings;
};
const save = (values: Record<string, boolean | number | string | null>, revision: number) =>
  shop.call('PUT /admin/plugins/{plugin}/settings', { params: { plugin: 'notes' }, body: { revision, values } }, admin);

test('a plug-in has its defaults until they are changed', async () => {
  const settings = await read();
  expect(settings).toMatchObject({ title: 'Notes', revision: 0, updated_at: null });
  expect(settings.values).toEqual({
    greeting: 'Dear shop',
    limit: 3,
    prize: '4.50',
    order: 'newest',
    isOpen: true,
    apiKey: false,
  });
});

test('what is wrong is refused by field, and nothing is saved', async () => {
  const { failure } = await save({ limit: 51, prize: 'a lot', order: 'random', unknown: 1, greeting: 'Hi' }, 0);
  expect(failure.code).toBe('request.invalid');
  expect(failure.errors).toEqual({
    limit: ['Please enter a whole number from 1 to 50.'],
    prize: ['Please enter an amount such as 12.50.'],
    order: ['Please choose one of the options.'],
    unknown: ['The plug-in has no such setting.'],
  });
  expect((await read()).values.greeting).toBe('Dear shop');
});

test('a change is saved, audited, and refused to whoever read an older one', async () => {
  const { data, message } = await save({ greeting: 'Hello', prize: '7.25', apiKey: 'very-secret' }, 0);
  expect(message).toBe('Notes settings saved successfully!');
  expect(data.settings).toMatchObject({ revision: 1, values: { greeting: 'Hello', prize: '7.25', apiKey: true } });
  const outdated = await save({ greeting: 'Too late' }, 0);
  expect(outdated.failure).toMatchObject({ code: 'settings.changed', data: { settings: { revision: 1 } } });
  expect((await save({ greeting: 'Hello' }, 0)).status).toBe(200);
  const entry = await shop.services.db
    .selectFrom('audit_entry')
    .select(['entity_id', 'before', 'after'])
    .where('action', '=', 'settings.change')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    entity_id: 'notes',
    before: { greeting: 'Dear shop', prize: 450, apiKey: 'none' },
    after: { greeting: 'Hello', prize: 725, apiKey: 'replaced' },
  });
});

test('a secret is stored encrypted and never leaves the server', async () => {
  const { rows } = await sql<{ ciphertext: Buffer }>`SELECT ciphertext FROM plugin_secret`.execute(shop.services.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.ciphertext.toString('latin1')).not.toContain('very-secret');
  const answer = await shop.app.inject({
    url: '/api/admin/plugins',
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(answer.body).not.toContain('very-secret');
  const { revision } = await read();
  expect((await save({ apiKey: null }, revision)).data.settings?.values.apiKey).toBe(false);
});

test('an unknown plug-in is refused', async () => {
  const params = { plugin: 'unknown' };
  const reply = await shop.call(
    'PUT /admin/plugins/{plugin}/settings',
    { params, body: { revision: 0, values: {} } },
    admin,
  );
  expect(reply.failure.code).toBe('plugin.not_found');
});
