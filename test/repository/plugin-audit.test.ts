import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { questions } from '../../examples/questions/plugin.ts';
import config from '../../shop.config.ts';
import { type CreatedUser, createAdmin, openPluginShop, type PluginShop, signIn } from '../plugin-shop.ts';

/** `AdminWrites` of any contract. */
type Writes = Readonly<Record<string, string | ((shop: PluginShop, admin: CreatedUser) => Promise<Input>)>>;

interface Input {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: object;
}

/** The calls that a plug-in's `testing.ts` prepares. */
async function writesOf(folder: string): Promise<Writes> {
  const file = join(folder, 'testing.ts');
  if (!existsSync(file)) return {};
  const { adminWrites = {} } = (await import(pathToFileURL(file).href)) as { readonly adminWrites?: Writes };
  return adminWrites;
}

/** Those of this shop, and the example of the guide. */
const checked = [...config.plugins, questions()];
const plugins = checked.map(({ name, folder, contract = {} }) => ({
  name,
  folder,
  keys: Object.keys(contract).filter((key) => /^(?!GET )\w+ \/admin\//.test(key)),
}));
const writes = await Promise.all(plugins.map(async ({ name, folder }) => [name, await writesOf(folder)] as const));
const cases = writes.flatMap(([plugin, of]) =>
  Object.entries(of).flatMap(([key, prepare]) => (typeof prepare === 'string' ? [] : [{ plugin, key, prepare }])),
);

/** Calls an endpoint whose key is known only at run time. */
async function send(key: string, { params = {}, body }: Input, token: string) {
  const [method = '', path = ''] = key.split(' ');
  const encoded = new Response(body instanceof FormData ? body : JSON.stringify(body ?? {}));
  const type = body instanceof FormData ? encoded.headers.get('content-type') : 'application/json';
  return shop.app.inject({
    method: method as 'POST',
    url: `/api${path.replace(/\{(\w+)\}/g, (_all, name: string) => String(params[name]))}`,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': type ?? '' }) },
    ...(body && { payload: Buffer.from(await encoded.arrayBuffer()) }),
  });
}

let shop: PluginShop;
beforeAll(async () => {
  shop = await openPluginShop(...checked);
});
afterAll(() => shop.close());

test('every admin write of a plug-in is in the `adminWrites` of its testing.ts', () => {
  const listed = writes.map(([name, of]) => [name, Object.keys(of).sort()]);
  expect(listed).toEqual(plugins.map(({ name, keys }) => [name, keys.sort()]));
  expect(cases.length).toBeGreaterThan(0);
});

test.each(cases)('$plugin: $key is in the audit log', async ({ plugin, key, prepare }) => {
  const { db } = shop.services;
  const admin = await createAdmin(db);
  const input = await prepare(shop, admin);
  const audited = () => db.selectFrom('audit_entry').select(['actor_id', 'action']).orderBy('id').execute();
  const before = (await audited()).length;
  const response = await send(key, input, await signIn(shop, admin));
  expect(response.statusCode, response.body).toBeLessThan(300);
  const rows = (await audited()).slice(before).filter(({ action }) => action.startsWith(`${plugin}.`));
  expect(rows, 'It left no row in the audit log').not.toEqual([]);
  for (const { actor_id } of rows) expect(actor_id).toBe(admin.id);
});
