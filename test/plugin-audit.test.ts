import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallKey } from '#contract/index.ts';
import config from '../shop.config.ts';
import { type CreatedUser, createAdmin, openPluginShop, type PluginShop, signIn } from './plugin-shop.ts';

/** `AdminWrites` of any contract. */
type Writes = Readonly<Record<string, (shop: PluginShop, admin: CreatedUser) => Promise<object>>>;

/** The calls that a plug-in's `testing.ts` prepares. */
async function writesOf(folder: string): Promise<Writes> {
  const file = join(folder, 'testing.ts');
  if (!existsSync(file)) return {};
  const { adminWrites = {} } = (await import(pathToFileURL(file).href)) as { readonly adminWrites?: Writes };
  return adminWrites;
}

const plugins = config.plugins.map(({ name, folder, contract = {} }) => ({
  name,
  folder,
  keys: Object.keys(contract).filter((key) => /^(?!GET )\w+ \/admin\//.test(key)),
}));
const writes = await Promise.all(plugins.map(async ({ name, folder }) => [name, await writesOf(folder)] as const));
const cases = writes.flatMap(([plugin, of]) => Object.entries(of).map(([key, prepare]) => ({ plugin, key, prepare })));

let shop: PluginShop;
beforeAll(async () => {
  shop = await openPluginShop(...config.plugins);
});
afterAll(() => shop.close());

test('every admin write of a plug-in of this shop is in the `adminWrites` of its testing.ts', () => {
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
  // The shop's own keys are typed; those of plug-ins are only known at run time.
  const reply = await shop.call(key as CallKey, input as never, { token: await signIn(shop, admin) });
  expect(reply.status).toBeLessThan(300);
  const rows = (await audited()).slice(before).filter(({ action }) => action.startsWith(`${plugin}.`));
  expect(rows, 'It left no row in the audit log').not.toEqual([]);
  for (const { actor_id } of rows) expect(actor_id).toBe(admin.id);
});
