import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoints, definePlugin, defineSection, type Plugin } from '#plugin';
import { migrate } from '#server/platform/database/migrate.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { notes } from '#test/fixtures/notes/plugin.ts';
import { checkPlugins, migrationsOf } from './index.ts';

const plugin = (parts: Partial<Plugin> = {}): Plugin => ({
  ...definePlugin({ name: 'letters', apiVersion: 1, folder: import.meta.dirname }),
  ...parts,
});
const endpoint = { access: 'public', summary: 'Letters', data: z.null() } as const;

const format = (name: string) => ({ name, label: 'Magento', recognises: () => false, convert: () => [] });

describe('the start stops with one sentence', () => {
  test.each<[string, readonly Plugin[], string]>([
    [
      'for two plug-ins with the same name',
      [plugin(), plugin()],
      "Two plug-ins are named 'letters': rename one of them.",
    ],
    [
      'for two plug-ins with a look',
      [plugin({ loadLook: async () => null }), plugin({ name: 'paint', loadLook: async () => null })],
      'Both letters and paint change the look of the pages: remove one of them.',
    ],
    [
      'for two plug-ins with branding',
      [plugin({ loadBranding: async () => null }), plugin({ name: 'paint', loadBranding: async () => null })],
      'Both letters and paint supply the branding of the shop: remove one of them.',
    ],
    [
      'for two plug-ins with a frame',
      [plugin({ loadFrame: async () => null }), plugin({ name: 'paint', loadFrame: async () => null })],
      'Both letters and paint fill the frame of the pages: remove one of them.',
    ],
    [
      'for two plug-ins that calculate taxes',
      [plugin({ calculateTax: () => 0 }), plugin({ name: 'taxes', calculateTax: () => 0 })],
      'Both letters and taxes calculate taxes: remove one of them.',
    ],
    [
      'for a file at an address of the shop',
      [plugin({ files: [{ path: '/api/letters.txt', read: async () => null }] })],
      'Plug-in letters: the address /api/letters.txt of its files belongs to the shop.',
    ],
    ['for a name that is none', [plugin({ name: 'My Letters' })], "'My Letters' is not a valid plug-in name"],
    ['for a name of the shop', [plugin({ name: 'orders' })], "A plug-in cannot be named 'orders'"],
    [
      'for another version of the surface',
      [plugin({ apiVersion: 2 })],
      'Plug-in letters was written for version 2 of #plugin, and this shop has version 1',
    ],
    [
      'for an address of somebody else',
      [plugin({ contract: defineEndpoints({ 'GET /cart': endpoint }) })],
      'Plug-in letters: the address of GET /cart has to begin with /letters or /admin/letters.',
    ],
    [
      'for an admin address that anybody could call',
      [plugin({ contract: defineEndpoints({ 'GET /admin/letters': endpoint }) })],
      "Plug-in letters: GET /admin/letters is below /admin, so its access has to be 'admin'.",
    ],
    [
      'for a shared answer of an endpoint that is not public',
      [plugin({ contract: defineEndpoints({ 'GET /admin/letters': { ...endpoint, access: 'admin', shared: true } }) })],
      "Plug-in letters: GET /admin/letters is shared, so it has to be a GET with access 'public'.",
    ],
    [
      'for a write that retries would repeat while it may still commit',
      [plugin({ contract: defineEndpoints({ 'POST /letters': { ...endpoint, canRunAgain: true } }) })],
      'Plug-in letters: POST /letters has canRunAgain, which is only for endpoints of the shop.',
    ],
    [
      'for endpoints without handlers',
      [plugin({ contract: defineEndpoints({ 'GET /letters': endpoint }) })],
      'Plug-in letters: its contract has no handlers.',
    ],
    [
      'for two jobs with the same name',
      [plugin({ jobs: ['send', 'send'].map((name) => ({ name, run: async () => undefined })) })],
      "Plug-in letters: two of its jobs are named 'send'.",
    ],
    [
      'for two subscribers with the same name',
      [
        plugin({
          subscribers: ['letter', 'letter'].map((name) => ({
            name,
            on: ['order.placed'],
            handle: async () => undefined,
          })),
        }),
      ],
      "Plug-in letters: two of its subscribers are named 'letter'.",
    ],
    [
      'for an import format of the shop',
      [plugin({ importFormats: [format('shopify')] })],
      "Plug-in letters: the import format 'shopify' already exists in the shop.",
    ],
    [
      'for an import format of another plug-in',
      [plugin({ importFormats: [format('magento')] }), plugin({ name: 'paint', importFormats: [format('magento')] })],
      "Plug-in paint: the import format 'magento' already exists in the plug-in letters.",
    ],
    [
      'for an import format that could not be stored',
      [plugin({ importFormats: [format('Magento 2')] })],
      "Plug-in letters: 'Magento 2' is not a valid name of an import format.",
    ],
    [
      'for a slot that does not exist',
      [plugin({ storefront: { slots: { 'product.below': './part.tsx' } as object } })],
      'Plug-in letters: the storefront has no slot product.below; it has product.tabs, ',
    ],
    [
      'for a slot of the storefront in the back office',
      [plugin({ admin: { slots: { 'cart.line': './part.tsx' } as object } })],
      'Plug-in letters: the back office has no slot cart.line; it has ',
    ],
    [
      'for a page of the shop',
      [plugin({ storefront: { pages: [{ path: '/about', file: './about.tsx' }] } })],
      'Plug-in letters: the page /about already exists in the shop.',
    ],
    [
      'for a page of another plug-in',
      [
        plugin({ storefront: { pages: [{ path: '/post', file: './post.tsx' }] } }),
        plugin({ name: 'parcels', storefront: { pages: [{ path: '/post', file: './post.tsx' }] } }),
      ],
      'Plug-in parcels: the page /post already exists in the plug-in letters.',
    ],
    [
      'for an override of a page that does not exist',
      [plugin({ storefront: { pageOverrides: { '/imprint': './imprint.tsx' } } })],
      'Plug-in letters: the shop has no page /imprint to override.',
    ],
    [
      'for a plug-in whose function was not called',
      [plugin(), (() => plugin()) as unknown as Plugin],
      'Entry 2 of plugins in shop.config.ts is not a plug-in: call its function, such as reviews().',
    ],
    [
      'for a schedule that is none',
      [plugin({ jobs: [{ name: 'send', cron: 'every day', run: async () => undefined }] })],
      "Plug-in letters: 'every day' of the job 'send' is not a cron expression, such as '0 6 * * *'.",
    ],
    [
      'for a part whose file does not exist',
      [plugin({ storefront: { slots: { footer: './web/letter-box.tsx' } } })],
      'Plug-in letters: the file ./web/letter-box.tsx of the slot footer does not exist.',
    ],
    [
      'for a section whose editor does not exist',
      [
        plugin({
          sections: [
            defineSection({
              name: 'row',
              label: 'Letters',
              settings: z.object({}),
              defaults: {},
              load: async () => null,
              file: './start-plugins.test.ts',
              editor: './web/editor.tsx',
            }),
          ],
        }),
      ],
      'Plug-in letters: the file ./web/editor.tsx of the editor of the section row does not exist.',
    ],
    [
      'for a page whose file does not exist',
      [plugin({ admin: { pages: [{ path: '/admin/letters', file: './web/letters.tsx' }] } })],
      'Plug-in letters: the file ./web/letters.tsx of the page /admin/letters does not exist.',
    ],
    [
      'for a home page that is not the same for everybody',
      [plugin({ storefront: { homeContent: 'GET /letters/home' } })],
      'Plug-in letters: homeContent has to be one of its public and shared endpoints.',
    ],
    [
      'for a menu entry that leads nowhere',
      [plugin({ admin: { menu: [{ path: '/admin/letters', label: 'Letters', icon: 'mail' }] } })],
      'Plug-in letters: there is no page /admin/letters for the menu entry Letters.',
    ],
  ])('%s', (_case, plugins, sentence) => {
    expect(() => checkPlugins(plugins)).toThrow(sentence);
  });

  test('and accepts a plug-in that uses everything', () => {
    expect(() => checkPlugins([notes(), plugin()])).not.toThrow();
  });
});

describe('migrations of plug-ins', () => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await openTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'stoa-plugin-'));
    await mkdir(join(folder, 'migrations'));
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const write = (name: string, text: string) => writeFile(join(folder, 'migrations', name), text);
  const run = () =>
    migrate(database.url, 'migrations', undefined, migrationsOf([plugin({ folder, migrations: './migrations' })]));

  test('are applied once, in a schema of their own, by however many nodes that start', async () => {
    await write(
      '0001_letter.sql',
      'CREATE TABLE letter (id integer PRIMARY KEY, product_id integer REFERENCES product)',
    );
    const applied = await Promise.all([run(), run()]);
    expect(applied.flat()).toEqual(['letters/0001_letter.sql']);
    const { rows } = await sql<{ schema: string }>`
      SELECT table_schema AS schema FROM information_schema.tables WHERE table_name = 'letter'`.execute(database.db);
    expect(rows).toEqual([{ schema: 'plugin_letters' }]);
    expect(await run()).toEqual([]);
  });

  test('stop the start with a sentence that names the plug-in and the file, and leave nothing behind', async () => {
    await write('0002_broken.sql', 'CREATE TABLE half (id integer); SELECT 1 / 0');
    await expect(run()).rejects.toThrow('Plug-in letters: migration 0002_broken.sql failed: division by zero.');
    await rm(join(folder, 'migrations/0002_broken.sql'));
    const { rows } = await sql<{ found: string | null }>`SELECT to_regclass('plugin_letters.half') AS found`.execute(
      database.db,
    );
    expect(rows[0]?.found).toBeNull();
  });

  test('stop the start when a file has a name that is never run', async () => {
    await write('2_envelope.sql', 'CREATE TABLE envelope (id integer)');
    await expect(run()).rejects.toThrow(
      'Plug-in letters: 2_envelope.sql is not a name for a migration: use four digits, such as 0001_envelope.sql.',
    );
    await rm(join(folder, 'migrations/2_envelope.sql'));
  });

  test('of a newer version stop the start only after a contract step', async () => {
    const said: string[] = [];
    const start = () =>
      migrate(
        database.url,
        'migrations',
        (line) => said.push(line),
        migrationsOf([plugin({ folder, migrations: './migrations' })]),
      );
    await write('0002_stamp.sql', 'CREATE TABLE stamp (id integer)');
    await start();
    await rm(join(folder, 'migrations/0002_stamp.sql'));
    await start();
    expect(said).toEqual([
      expect.stringContaining(
        'migrated by a newer version of the plug-in letters (0002_stamp.sql). This version works on it',
      ),
    ]);
    await write('0002_stamp.sql', 'CREATE TABLE stamp (id integer)');
    await write('0003_no_stamp.sql', '-- contract: needs 0002_stamp.sql\nDROP TABLE stamp');
    await start();
    await rm(join(folder, 'migrations/0002_stamp.sql'));
    await rm(join(folder, 'migrations/0003_no_stamp.sql'));
    await expect(start()).rejects.toThrow('0003_no_stamp.sql removed what this version still uses');
    await sql`DELETE FROM plugin_letters.schema_migration WHERE name > '0002'`.execute(database.db);
  });

  test('stop the start when they were changed or are missing', async () => {
    await write('0001_letter.sql', 'CREATE TABLE letter (id bigint PRIMARY KEY)');
    await expect(run()).rejects.toThrow(
      'Plug-in letters: migration 0001_letter.sql was changed after it had been applied.',
    );
    await rm(join(folder, 'migrations'), { recursive: true });
    await expect(run()).rejects.toThrow('Plug-in letters: the folder');
  });
});
