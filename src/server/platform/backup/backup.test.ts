import { cp, mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { createCustomer } from '#test/factories/customer.ts';
import { createProduct } from '#test/factories/product.ts';
import { openLateRowCounts } from '#test/servers/late-row-counts.ts';
import { migrate } from '../database/migrate.ts';
import { createPartition, dropPartition } from '../database/monthly-partitions.store.ts';
import { holdNodeLock, newNodeLock } from '../database/node-lock.ts';
import { lockDirectory } from '../embedded-postgres/lock-directory.ts';
import { MANIFEST_FILE, TOTALS_FILE } from './manifest.ts';
import { type RestoreOptions, restoreBackup } from './restore-backup.ts';
import { readTar, tarEnd, tarEntry } from './tar.ts';
import { removeAbandonedRuns, verifyBackup } from './verify-backup.ts';
import { writeBackup } from './write-backup.ts';

const NOW = new Date('2026-11-22T03:00:00Z');
const QUIET = { info: () => undefined, warn: () => undefined };
const MIGRATIONS = 'migrations';

async function connect<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // Not named as a connection of the shop.
  const client = new pg.Client({ connectionString: url, application_name: 'test' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const ask = (url: string, statement: string): Promise<unknown[]> =>
  connect(url, async (client) => (await client.query(statement)).rows);

/** A shop with a product, its stock and a customer, and no open connection. */
async function openShop() {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const product = await createProduct(database.db, { name: 'Teapot\twith "tabs"\nand \\N' });
  await createCustomer(database.db, { email: 'ada@example.test' });
  return { ...database, product };
}

async function openEmptyDatabase(): Promise<string> {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  await ask(database.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  return database.url;
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** More than fits into the buffers between database and archive: a backup whose content nobody reads stays open. */
const fillAuditLog = (url: string) =>
  ask(
    url,
    `INSERT INTO audit_entry (actor_name, action, entity, entity_id)
     SELECT md5(random()::text), 'test', 'test', md5(random()::text) FROM generate_series(1, 20000)`,
  );

const backUp = (url: string) => buffer(writeBackup({ url, migrations: MIGRATIONS, appSecret: null, now: NOW }).content);

const restore = (content: Buffer, url: string, options: Partial<RestoreOptions> = {}) =>
  restoreBackup(Readable.from([content]), {
    url,
    migrations: MIGRATIONS,
    plugins: [],
    otherSchemas: {},
    now: NOW,
    ...options,
  });

/** As the versions from before monthly partitions write it, also on the schema that has them. */
async function withoutPartitions(content: Buffer): Promise<Buffer> {
  const files: Buffer[] = [];
  for await (const { name, content: file } of readTar(Readable.from([zstdDecompressSync(content)]))) {
    const bytes = await buffer(file);
    const { partitions: _, ...manifest } = name === MANIFEST_FILE ? JSON.parse(String(bytes)) : {};
    files.push(...tarEntry(name, [name === MANIFEST_FILE ? Buffer.from(JSON.stringify(manifest)) : bytes], NOW));
  }
  return zstdCompressSync(Buffer.concat([...files, tarEnd()]));
}

/** Everything that makes up a shop's database: rows, sequences, constraints, triggers, indexes. */
const describeDatabase = (url: string): Promise<Record<string, unknown>> =>
  connect(url, async (client) => {
    const read = async <T extends pg.QueryResultRow>(statement: string) => (await client.query<T>(statement)).rows;
    const tables = await read<{ name: string }>(
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    const found: Record<string, unknown> = {};
    for (const { name } of tables) found[name] = await read(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    found.sequences = await read(
      "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
    );
    found.constraints = await read(
      `SELECT conrelid::regclass::text AS table, conname, pg_get_constraintdef(oid) AS definition, convalidated
         FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
    );
    found.triggers = await read(
      `SELECT c.relname, tgname, tgenabled FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
        WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace ORDER BY 1, 2`,
    );
    found.partitions = await read(
      `SELECT relname, pg_get_expr(relpartbound, oid) AS bound FROM pg_class
        WHERE relispartition AND relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    found.indexes = await read("SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1");
    return found;
  });

test('a backup restores every row, sequence, constraint and trigger', async () => {
  const shop = await openShop();
  const empty = await openEmptyDatabase();
  const content = await backUp(shop.url);
  await restore(content, empty);
  expect(await describeDatabase(empty)).toEqual(await describeDatabase(shop.url));
});

test('a database without a shop is not backed up', async () => {
  const url = await openEmptyDatabase();
  await expect(backUp(url)).rejects.toThrow('There is nothing to back up');
  // As with a role whose tables are created in a schema of its own.
  await ask(url, 'CREATE SCHEMA elsewhere; CREATE TABLE elsewhere.schema_migration (name text PRIMARY KEY)');
  await expect(backUp(url)).rejects.toThrow('no shop tables in the schema public');
});

test('a backup is not restored into a database whose settings would damage it, and is not reported as damaged', async () => {
  const backup = await backUp((await openShop()).url);
  const url = await openEmptyDatabase();
  await ask(url, `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET search_path = elsewhere`);
  await expect(restore(backup, url)).rejects.toThrow('Run ALTER ROLE');
});

test('a backup restores the months of the audit log, also when the first partition has been dropped', async () => {
  const shop = await openShop();
  for (const month of ['2090-11', '2090-12']) {
    const from = new Date(`${month}-01`);
    const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
    await createPartition(shop.db, 'audit_entry', { name: `audit_entry_${month.replace('-', '_')}`, from, to });
  }
  await ask(
    shop.url,
    `INSERT INTO audit_entry (actor_name, action, entity, entity_id, created_at)
     SELECT 'Ada', 'test', 'test', '1', day FROM unnest(ARRAY['2026-11-02', '2090-11-02', '2090-12-31', '2091-02-02']::date[]) day`,
  );
  await dropPartition(shop.db, 'audit_entry', 'audit_entry_initial', 'true');
  // As if the shop had been migrated in another month.
  await ask(
    shop.url,
    `ALTER TABLE mail DETACH PARTITION mail_initial;
     ALTER TABLE mail ATTACH PARTITION mail_initial FOR VALUES FROM (MINVALUE) TO ('2080-01-01')`,
  );
  const empty = await openEmptyDatabase();
  await restore(await backUp(shop.url), empty);
  expect(await describeDatabase(empty)).toEqual(await describeDatabase(shop.url));
  expect(await ask(empty, 'SELECT tableoid::regclass::text AS partition FROM audit_entry ORDER BY id')).toEqual(
    ['audit_entry_2090_11', 'audit_entry_2090_12', 'audit_entry_default'].map((partition) => ({ partition })),
  );
});

test('a backup by a node of an earlier version, which lists no partitions, restores all rows', async () => {
  const shop = await openShop();
  await createPartition(shop.db, 'audit_entry', {
    name: 'audit_entry_2090_11',
    from: new Date('2090-11-01'),
    to: new Date('2090-12-01'),
  });
  await ask(
    shop.url,
    `INSERT INTO audit_entry (actor_name, action, entity, entity_id, created_at)
     SELECT 'Ada', 'test', 'test', '1', day FROM unnest(ARRAY['2026-11-02', '2090-11-02']::date[]) day`,
  );
  const empty = await openEmptyDatabase();
  await restore(await withoutPartitions(await backUp(shop.url)), empty);
  expect(await ask(empty, 'SELECT tableoid::regclass::text AS partition FROM audit_entry ORDER BY id')).toEqual(
    ['audit_entry_initial', 'audit_entry_default'].map((partition) => ({ partition })),
  );
});

test('a restored shop numbers new rows after the old ones and keeps its sums of stock', async () => {
  const shop = await openShop();
  const restored = await openTestDatabase();
  onTestFinished(() => restored.close());
  await ask(restored.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await restore(await backUp(shop.url), restored.url);
  const product = await createProduct(restored.db, { stock: 7 });
  expect(product.id).toBeGreaterThan(shop.product.id);
  expect(await ask(restored.url, `SELECT available FROM product_stock WHERE product_id = ${product.id}`)).toEqual([
    { available: 7 },
  ]);
});

test('a backup shows one moment, whatever the shop sells while it is written', async () => {
  const shop = await openShop();
  await fillAuditLog(shop.url);
  const { content } = writeBackup({ url: shop.url, migrations: MIGRATIONS, appSecret: null, now: NOW });
  const reader = content[Symbol.asyncIterator]();
  const first = await reader.next();
  await createProduct(shop.db, { name: 'Sold while the backup is written' });
  const chunks = [first.value as Buffer];
  for (let next = await reader.next(); !next.done; next = await reader.next()) chunks.push(next.value as Buffer);
  const empty = await openEmptyDatabase();
  await restore(Buffer.concat(chunks), empty);
  expect(await ask(empty, 'SELECT name FROM product')).toEqual([{ name: shop.product.name }]);
});

function decompressesTo(archive: Buffer, compressed: Buffer): boolean {
  try {
    return zstdDecompressSync(compressed).equals(archive);
  } catch {
    return false;
  }
}

describe('a backup', () => {
  let content: Buffer;
  let shopUrl: string;
  beforeEach(async () => {
    const shop = await openShop();
    shopUrl = shop.url;
    content = await backUp(shop.url);
  });

  test('is refused by a database that is not empty, which keeps its rows', async () => {
    const other = await openTestDatabase();
    onTestFinished(() => other.close());
    await expect(restore(content, other.url)).rejects.toThrow('The database is not empty');
    expect(await ask(other.url, 'SELECT id FROM product')).toEqual([]);
  });

  test('replaces a shop on request, and the old tables are kept beside it', async () => {
    const other = await openTestDatabase();
    onTestFinished(() => other.close());
    await ask(other.url, "INSERT INTO category (name, slug) VALUES ('Old', 'old')");
    const { aside } = await restore(content, other.url, { replace: true });
    expect(aside).toEqual(['before_restore_20261122030000_public']);
    expect(await ask(other.url, `SELECT name FROM ${aside[0]}.category`)).toEqual([{ name: 'Old' }]);
    expect(await describeDatabase(other.url)).toEqual(await describeDatabase(shopUrl));
    // The copies are no part of the next backup.
    const again = await openEmptyDatabase();
    await restore(await backUp(other.url), again);
    expect(await ask(again, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before%'")).toEqual([]);
  });

  /** The direct connection of a node. */
  async function openNode(url: string, options: pg.ClientConfig = {}) {
    const node = new pg.Client({ connectionString: url, ...options });
    node.on('error', () => undefined);
    await node.connect();
    await holdNodeLock(node, newNodeLock());
    return node;
  }

  test('is not restored under a running shop, whatever its connections are called', async () => {
    const other = await openTestDatabase();
    onTestFinished(() => other.close());
    const node = await openNode(other.url, { application_name: 'storefront' });
    onTestFinished(() => node.end());
    await expect(restore(content, other.url, { replace: true })).rejects.toThrow(
      'The shop is running on this database',
    );
  });

  test('is restored while a pooler keeps connections of a shop that has stopped', async () => {
    const empty = await openEmptyDatabase();
    const idle = new pg.Client({ connectionString: empty, application_name: 'stoa' });
    await idle.connect();
    onTestFinished(() => idle.end());
    await restore(content, empty);
    expect(await ask(empty, 'SELECT count(*)::integer FROM product')).toEqual([{ count: 1 }]);
  });

  test('is restored when the shop has only just stopped', async () => {
    const empty = await openEmptyDatabase();
    const last = await openNode(empty);
    const pid = (await last.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
    // By the database: a timer of this process could be late.
    const ended = ask(empty, `SELECT pg_terminate_backend(${pid}) FROM pg_sleep(0.2)`);
    await restore(content, empty);
    await ended;
    expect(await describeDatabase(empty)).toEqual(await describeDatabase(shopUrl));
  });

  test.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)],
    ['cut in half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    [
      'changed in one byte',
      (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte))),
    ],
    ['another file', () => Buffer.from('a list of products')],
    ['empty', () => Buffer.alloc(0)],
  ])('that is %s restores nothing', async (_how, damage) => {
    const empty = await openEmptyDatabase();
    await expect(restore(damage(content), empty)).rejects.toThrow(/^The backup cannot be used|^The backup is damaged/);
    expect(await ask(empty, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  test('with any byte changed restores nothing', async () => {
    const empty = await openEmptyDatabase();
    const archive = zstdDecompressSync(content);
    const flip = (at: number) => {
      const damaged = Buffer.from(content);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0x10, at);
      return damaged;
    };
    for (let part = 1; part < 10; part += 1) {
      let at = Math.floor((content.length * part) / 10);
      // A few bits of zstd's headers are unused: about one byte in a thousand decompresses to the same archive.
      while (decompressesTo(archive, flip(at))) at += 1;
      await expect(restore(flip(at), empty), `byte ${at}`).rejects.toThrow(/^The backup (cannot be used|is damaged)/);
    }
    expect(await ask(empty, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  test('counts the rows of a table even if PostgreSQL sends their number in a later packet', async () => {
    const late = await openLateRowCounts(shopUrl);
    onTestFinished(() => void late.close());
    const { content: archive, totals } = writeBackup({
      url: late.url,
      migrations: MIGRATIONS,
      appSecret: null,
      now: NOW,
    });
    await buffer(archive);
    expect(totals['public.product']?.rows).toBe(1);
    expect(totals['public.users']?.rows).toBe(1);
  });

  test('of an earlier version that did not count the rows of a table is restored', async () => {
    const files: Buffer[] = [];
    for await (const { name, content: file } of readTar(Readable.from([zstdDecompressSync(content)]))) {
      const bytes = await buffer(file);
      const counted = name === TOTALS_FILE ? String(bytes).replaceAll(/"rows": ?\d+/g, '"rows": 0') : bytes;
      files.push(...tarEntry(name, [Buffer.from(counted)], NOW));
    }
    const { totals } = await restore(zstdCompressSync(Buffer.concat([...files, tarEnd()])), await openEmptyDatabase());
    expect(totals['public.product']?.rows).toBe(1);
  });

  test('of a newer version is refused by name', async () => {
    const older = await makeFolder();
    await cp(MIGRATIONS, older, { recursive: true });
    const newest =
      (await readdir(older))
        .filter((name) => name.endsWith('.sql'))
        .sort()
        .at(-1) ?? '';
    await rm(join(older, newest));
    await expect(restore(content, await openEmptyDatabase(), { migrations: older })).rejects.toThrow(
      `newer or another version of the shop (${newest})`,
    );
  });

  test('of a plug-in that the shop no longer has is refused, or restored without it', async () => {
    const plugins = [{ plugin: 'gift-cards', schema: 'plugin_gift_cards', folder: await makeFolder() }];
    await cp(new URL('../../../../test/fixtures/backup-plugin/migrations', import.meta.url), plugins[0]?.folder ?? '', {
      recursive: true,
    });
    await migrate(shopUrl, MIGRATIONS, undefined, plugins);
    await ask(shopUrl, "INSERT INTO plugin_gift_cards.card (code) VALUES ('GIFT-1')");
    const withPlugin = await backUp(shopUrl);
    const whole = await openEmptyDatabase();
    await restore(withPlugin, whole, { plugins });
    expect(await ask(whole, 'SELECT id, code, label FROM plugin_gift_cards.card')).toEqual([
      { id: 1, code: 'GIFT-1', label: 'Gift card GIFT-1' },
    ]);
    const empty = await openEmptyDatabase();
    await expect(restore(withPlugin, empty)).rejects.toThrow(
      'data of the plug-in gift-cards, which this shop does not have',
    );
    await restore(withPlugin, empty, { without: ['gift-cards'] });
    expect(await describeDatabase(empty)).toEqual(await describeDatabase(shopUrl));
  });

  test('is verified in a database of its own', async () => {
    const dataDir = await makeFolder();
    const options = { dataDir, log: QUIET, migrations: MIGRATIONS, plugins: [], otherSchemas: {}, now: NOW };
    const { totals } = await verifyBackup(Readable.from([content]), options);
    expect(totals['public.users']).toMatchObject({ rows: 1 });
    await expect(verifyBackup(Readable.from([content.subarray(0, -9)]), options)).rejects.toThrow('cannot be used');
    expect(await readdir(join(dataDir, 'verify'))).toEqual([]);
  });

  test('leaves the runs of living processes alone, and deletes what killed ones left', async () => {
    const dataDir = await makeFolder();
    const longAgo = new Date(Date.now() - 2 * 60 * 60_000);
    for (const run of ['run-killed', 'run-working', 'run-starting']) {
      const folder = join(dataDir, 'verify', run);
      await mkdir(join(folder, 'postgres'), { recursive: true });
      if (run === 'run-working') {
        const lock = await lockDirectory(folder, folder);
        onTestFinished(() => lock.release());
      }
      if (run !== 'run-starting') await utimes(folder, longAgo, longAgo);
    }
    await removeAbandonedRuns(dataDir);
    expect((await readdir(join(dataDir, 'verify'))).sort()).toEqual(['run-starting', 'run-working']);
  });
});

describe('in a database with tables of other applications, a backup', () => {
  /** The second schema is named as a plug-in's, without being one. */
  const addOtherSchemas = (url: string) =>
    ask(
      url,
      `CREATE SCHEMA accounting; CREATE TABLE accounting.ledger (id integer GENERATED ALWAYS AS IDENTITY);
       CREATE SCHEMA plugin_of_others; CREATE TABLE plugin_of_others.entry (id integer);
       INSERT INTO plugin_of_others.entry VALUES (7)`,
    );

  test('leaves out other schemas', async () => {
    const shop = await openShop();
    await addOtherSchemas(shop.url);
    const empty = await openEmptyDatabase();
    const { manifest } = await restore(await backUp(shop.url), empty);
    expect([...new Set([...manifest.tables, ...manifest.sequences].map(({ schema }) => schema))]).toEqual(['public']);
    expect(await describeDatabase(empty)).toEqual(await describeDatabase(shop.url));
  });

  test('is restored beside other schemas, which stay where they are', async () => {
    const content = await backUp((await openShop()).url);
    const used = await openTestDatabase();
    onTestFinished(() => used.close());
    const empty = await openEmptyDatabase();
    await addOtherSchemas(used.url);
    await addOtherSchemas(empty);
    const { aside } = await restore(content, used.url, { replace: true });
    expect(aside).toEqual(['before_restore_20261122030000_public']);
    expect(await ask(used.url, 'SELECT id FROM plugin_of_others.entry')).toEqual([{ id: 7 }]);
    expect(await ask(used.url, 'SELECT id FROM accounting.ledger')).toEqual([]);
    // Nothing of a shop is in the way.
    expect((await restore(content, empty)).aside).toEqual([]);
    expect(await ask(empty, 'SELECT id FROM plugin_of_others.entry')).toEqual([{ id: 7 }]);
  });

  test('leaves out tables and sequences of an extension', async () => {
    const shop = await openShop();
    const before = await describeDatabase(shop.url);
    await ask(
      shop.url,
      `CREATE TABLE spatial_ref_sys (srid integer); CREATE SEQUENCE spatial_ref_sys_srid;
       ALTER EXTENSION pg_trgm ADD TABLE spatial_ref_sys; ALTER EXTENSION pg_trgm ADD SEQUENCE spatial_ref_sys_srid`,
    );
    const empty = await openEmptyDatabase();
    await restore(await backUp(shop.url), empty);
    expect(await describeDatabase(empty)).toEqual(before);
  });

  test("is refused when another table is in the shop's own schema", async () => {
    const shop = await openShop();
    await ask(shop.url, 'CREATE TABLE my_report (id integer)');
    await expect(backUp(shop.url)).rejects.toThrow("not the shop's: public.my_report. A backup with them");
    await ask(
      shop.url,
      'CREATE SCHEMA reports; ALTER TABLE public.my_report SET SCHEMA reports; CREATE SEQUENCE my_numbers',
    );
    await restore(await backUp(shop.url), await openEmptyDatabase());
  });

  test('of a schema that a newer release has migrated is written by this one', async () => {
    const shop = await openShop();
    const newer = await makeFolder();
    await cp(MIGRATIONS, newer, { recursive: true });
    const cards = new URL('../../../../test/fixtures/backup-plugin/migrations/0001_cards.sql', import.meta.url);
    await cp(cards, join(newer, '9001_cards.sql'));
    await migrate(shop.url, newer);
    const empty = await openEmptyDatabase();
    await restore(await backUp(shop.url), empty, { migrations: newer });
    expect(await describeDatabase(empty)).toEqual(await describeDatabase(shop.url));
  });
});

test('a backup of an older version is restored as it was and can be migrated', async () => {
  const older = await makeFolder();
  await cp(MIGRATIONS, older, { recursive: true });
  const names = (await readdir(older)).filter((name) => name.endsWith('.sql')).sort();
  const kept = names.slice(0, names.indexOf('0057_domain_events.sql'));
  for (const name of names) if (!kept.includes(name)) await rm(join(older, name));
  const url = await openEmptyDatabase();
  await migrate(url, older);
  await ask(url, "INSERT INTO category (name, slug) VALUES ('Kitchen', 'kitchen')");
  const empty = await openEmptyDatabase();
  await restore(await backUp(url), empty);
  expect(await describeDatabase(empty)).toEqual(await describeDatabase(url));
  expect(await migrate(empty, MIGRATIONS)).toEqual(names.slice(kept.length));
  expect(await ask(empty, 'SELECT name FROM category')).toEqual([{ name: 'Kitchen' }]);
});

test('a migration waits until a backup is written; a node that needs none starts meanwhile', async () => {
  const shop = await openShop();
  await fillAuditLog(shop.url);
  const folder = await makeFolder();
  await cp(MIGRATIONS, folder, { recursive: true });
  await cp(
    new URL('../../../../test/fixtures/backup-plugin/migrations/0001_cards.sql', import.meta.url),
    join(folder, '9001_cards.sql'),
  );
  const reader = writeBackup({ url: shop.url, migrations: MIGRATIONS, appSecret: null, now: NOW }).content;
  const started = reader[Symbol.asyncIterator]();
  await started.next();
  const lines: string[] = [];
  expect(await migrate(shop.url, MIGRATIONS)).toEqual([]);
  const migrating = migrate(shop.url, folder, (line) => lines.push(line));
  await expect.poll(() => lines).toEqual(['Waiting for a backup to finish before migrating.']);
  for (let next = await started.next(); !next.done; next = await started.next());
  expect(await migrating).toEqual(['9001_cards.sql']);
});
