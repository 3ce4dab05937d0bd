import { globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import type { Database, Transaction } from './database.ts';
import { migrate, type PluginMigrations } from './migrate.ts';
import { readMigrations } from './read-migrations.ts';

/**
 * Nodes of the last release run on the schema of this one while it is rolled out. What they can do there is compared in
 * PostgreSQL's catalog: the schema after the migrations of the last release, and after those that are new since.
 */
const MIGRATIONS = 'migrations';

/** Updated with every release: see docs/operators.md. */
const RELEASED = JSON.parse(readFileSync(join(MIGRATIONS, 'released.json'), 'utf8')) as {
  readonly last: string;
  /** The last migration of each plug-in that the release had. */
  readonly plugins: Readonly<Record<string, string>>;
  /** Why the last release does not trip over a finding all the same, or which release stopped using what a step removes. */
  readonly compatible: Readonly<Record<string, string>>;
};

/** What the statements of a release rely on, by a name that a finding can be read by. */
type Dependencies = ReadonlyMap<string, string>;

interface Schema {
  /** Must be there, and the same, in the new schema. */
  readonly relied: Dependencies;
  /** Could refuse what the last release writes. The value tells whether only new columns are concerned. */
  readonly limits: ReadonlyMap<string, readonly string[]>;
}

/** Tables of plug-ins and search tables are named with their schema. */
const schemaOf = (namespace: string) =>
  sql.raw(`CASE ${namespace} WHEN 'public'::regnamespace THEN '' ELSE ${namespace}::regnamespace || '.' END`);
const nameOf = (of: string) => sql`${schemaOf(`${of}.relnamespace`)} || ${sql.raw(of)}.relname`;
/** Not the schema of the job queue: pg-boss migrates it itself (docs/operators.md). */
const isOfShop = (namespace: string) =>
  sql.raw(`${namespace} IN (SELECT oid FROM pg_namespace
             WHERE nspname IN ('public', 'product_search') OR nspname LIKE 'plugin\\_%')`);

async function readFacts(db: Database | Transaction): Promise<Schema> {
  const { rows: columns } = await sql<{ name: string; type: string; is_required: boolean; is_filled: boolean }>`
    SELECT ${nameOf('c')} || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
           a.attnotnull AS is_required, a.atthasdef OR a.attidentity <> '' AS is_filled
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE ${isOfShop('c.relnamespace')} AND c.relkind IN ('r', 'p', 'v')
       AND a.attnum > 0 AND NOT a.attisdropped`.execute(db);
  const { rows: others } = await sql<{ name: string }>`
    SELECT 'function ' || ${schemaOf('p.pronamespace')} || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' AS name
      FROM pg_proc p
     WHERE ${isOfShop('p.pronamespace')}
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT 'trigger ' || t.tgname || ' of ' || ${nameOf('c')} FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE NOT t.tgisinternal AND ${isOfShop('c.relnamespace')}
    UNION ALL
    SELECT 'sequence ' || ${nameOf('c')} FROM pg_class c WHERE relkind = 'S' AND ${isOfShop('c.relnamespace')}
    UNION ALL
    SELECT 'unique index on ' || ${nameOf('c')} || substring(pg_get_indexdef(x.indexrelid) from ' USING .*$')
      FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid
     WHERE x.indisunique AND ${isOfShop('c.relnamespace')}`.execute(db);
  const { rows: limits } = await sql<{ name: string; columns: string[] }>`
    SELECT 'constraint ' || n.conname || ' of ' || ${nameOf('c')} AS name,
           ARRAY(SELECT ${nameOf('c')} || '.' || a.attname FROM pg_attribute a
                  WHERE a.attrelid = c.oid AND a.attnum = ANY (n.conkey)) AS columns
      FROM pg_constraint n JOIN pg_class c ON c.oid = n.conrelid
     WHERE ${isOfShop('c.relnamespace')} AND n.contype IN ('c', 'f', 'u', 'x')
    UNION ALL
    SELECT 'unique index ' || ${nameOf('i')},
           ARRAY(SELECT ${nameOf('c')} || '.' || a.attname FROM pg_attribute a
                  WHERE a.attrelid = c.oid AND a.attnum = ANY (x.indkey::smallint[]))
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
     WHERE ${isOfShop('c.relnamespace')} AND x.indisunique
       AND NOT EXISTS (SELECT FROM pg_constraint n WHERE n.conindid = x.indexrelid)
    UNION ALL
    SELECT 'NOT NULL of ' || ${nameOf('c')} || '.' || a.attname, ARRAY[${nameOf('c')} || '.' || a.attname]
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE ${isOfShop('c.relnamespace')} AND c.relkind IN ('r', 'p')
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull`.execute(db);
  return {
    relied: new Map([
      ...columns.map(({ name, type }) => [`column ${name}`, type] as const),
      ...columns
        .filter(({ is_required, is_filled }) => is_required && is_filled)
        .map(({ name }) => [`default of ${name}`, 'set'] as const),
      ...others.map(({ name }) => [name, 'there'] as const),
    ]),
    limits: new Map(limits.map((limit) => [limit.name, limit.columns])),
  };
}

const tableOf = (column: string) => column.slice(0, Math.max(0, column.lastIndexOf('.')));

/** What a statement of the old release could trip over in the new schema. */
function breaksBetween(before: Schema, after: Schema): string[] {
  const gone = [...before.relied].flatMap(([name, value]) => {
    const now = after.relied.get(name);
    if (now === undefined) return [`${name} is gone`];
    return now === value ? [] : [`${name} is ${now} instead of ${value}`];
  });
  const isOld = (column: string) => before.relied.has(`column ${column}`);
  const oldTables = new Set([...before.relied.keys()].map((name) => tableOf(name.replace('column ', ''))));
  const stricter = [...after.limits].flatMap(([name, columns]) => {
    if (before.limits.has(name) || !columns.some((column) => oldTables.has(tableOf(column)))) return [];
    // A new column that must be filled is filled by its default, as the old release does not know it.
    const isRequired = name.startsWith('NOT NULL of ');
    const [column = ''] = columns;
    if (isRequired && !isOld(column))
      return after.relied.has(`default of ${column}`) ? [] : [`${name} without a default`];
    return columns.some(isOld) ? [`${name} is new`] : [];
  });
  return [...gone, ...stricter].sort();
}

let opened: TestDatabase[] = [];
const folders: string[] = [];
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  opened = [];
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

async function openOne(): Promise<TestDatabase> {
  const database = await openTestDatabase(1);
  opened.push(database);
  return database;
}

/** The shop's plug-ins with migrations. */
const PLUGINS = globSync('plugins/*/migrations').map((folder) => {
  const plugin = basename(dirname(folder));
  return { plugin, schema: `plugin_${plugin.replaceAll('-', '_')}`, folder };
});

/** Copies of the plug-ins' migrations up to those of the last release. */
async function releasedPlugins(): Promise<PluginMigrations[]> {
  const released: PluginMigrations[] = [];
  for (const of of PLUGINS) {
    const last = RELEASED.plugins[of.plugin];
    if (last === undefined) continue;
    const folder = await mkdtemp(join(tmpdir(), 'stoa-expand-'));
    folders.push(folder);
    for (const name of await readdir(of.folder)) if (name <= last) await cp(join(of.folder, name), join(folder, name));
    released.push({ ...of, folder });
  }
  return released;
}

/** A database with the schema of the last release, and the folder with its migrations. */
async function openReleased(): Promise<{ database: TestDatabase; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-expand-'));
  folders.push(folder);
  const database = await openOne();
  await sql`DROP SCHEMA public, product_search CASCADE`.execute(database.db);
  await sql`CREATE SCHEMA public`.execute(database.db);
  for (const name of await readdir(MIGRATIONS)) {
    if (name.endsWith('.sql') && name <= RELEASED.last) await cp(join(MIGRATIONS, name), join(folder, name));
  }
  await migrate(database.url, folder, undefined, await releasedPlugins());
  return { database, folder };
}

/**
 * Migrations since the last release that remove what it uses, without saying so in a line `-- contract: needs …`. Applies them one
 * by one, which takes four seconds, and longer on a busy machine.
 */
async function findUnmarked(source: string): Promise<string[]> {
  const { database, folder } = await openReleased();
  const released = await readFacts(database.db);
  let before = released;
  const unmarked: string[] = [];
  for (const { name, needs } of await readMigrations(source)) {
    if (name <= RELEASED.last) continue;
    await cp(join(source, name), join(folder, name));
    await migrate(database.url, folder);
    const after = await readFacts(database.db);
    const gone = [...before.relied.keys()].filter((fact) => released.relied.has(fact) && !after.relied.has(fact));
    if (needs === undefined || needs > RELEASED.last) unmarked.push(...gone.map((fact) => `${name}: ${fact}`));
    before = after;
  }
  return unmarked;
}

let newest: Promise<TestDatabase> | undefined;

/** A database with the schema of today, plug-ins included. */
async function openNewest(): Promise<TestDatabase> {
  const database = await openOne();
  await migrate(database.url, MIGRATIONS, undefined, PLUGINS);
  return database;
}

/** The schema of today, and then `more`. */
async function readNewest(...more: string[]): Promise<Schema> {
  newest ??= openNewest();
  const tx = await (await newest).db.startTransaction().execute();
  try {
    for (const statement of more) await sql.raw(statement).execute(tx);
    return await readFacts(tx);
  } finally {
    await tx.rollback().execute();
  }
}

test('released.json names the last migration of the last release', async () => {
  expect(await readdir(MIGRATIONS)).toContain(RELEASED.last);
});

test('migrations since the last release do not break its reads and writes', async () => {
  const [before, after] = await Promise.all([readFacts((await openReleased()).database.db), readNewest()]);
  expect(before.relied.size).toBeGreaterThan(300);
  const findings = breaksBetween(before, after);
  expect(findings.filter((finding) => !(finding in RELEASED.compatible))).toEqual([]);
  // An entry without a finding would hide the next mistake of that name.
  expect(Object.keys(RELEASED.compatible).filter((finding) => !findings.includes(finding))).toEqual([]);
});

describe('a migration that removes what the last release uses', () => {
  let unmarked: string[];
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-contract-'));
    folders.push(folder);
    await cp(MIGRATIONS, folder, { recursive: true });
    const [newest = ''] = (await readMigrations(MIGRATIONS)).map(({ name }) => name).reverse();
    const add = (name: string, text: string) => writeFile(join(folder, name), text);
    await add('9001_drop_goals.sql', 'DROP TABLE monthly_goal');
    await add('9002_drop_phone.sql', `-- contract: needs ${newest}\nALTER TABLE users DROP COLUMN phone`);
    await add(
      '9003_drop_tracking.sql',
      `-- contract: needs ${RELEASED.last}\nALTER TABLE orders DROP COLUMN shipping_address`,
    );
    unmarked = await findUnmarked(folder);
  });

  test('is marked as a contract step', () => {
    expect(unmarked.filter((found) => !found.startsWith('900'))).toEqual([]);
  });

  test('is found without the mark, and with one that the last release is too old for', () => {
    expect(unmarked).toContain('9001_drop_goals.sql: column monthly_goal.month');
    expect(unmarked).toContain('9002_drop_phone.sql: column users.phone');
    expect(unmarked.filter((found) => found.startsWith('9003'))).toEqual([]);
  });
});

test('every migration since the last release limits how long it waits for locks', async () => {
  const all = await readMigrations(MIGRATIONS);
  const unlimited = all.filter(
    ({ name, sql: text }) => name > RELEASED.last && !/^SET LOCAL lock_timeout = /m.test(text),
  );
  expect(unlimited.map(({ name }) => name)).toEqual([]);
});

describe('the comparison finds', () => {
  let before: Schema;
  beforeAll(async () => {
    before = await readNewest();
  });

  test.each([
    ['a dropped column', 'ALTER TABLE orders DROP COLUMN shipping_address', 'column orders.shipping_address is gone'],
    ['a renamed column', 'ALTER TABLE coupon RENAME COLUMN code TO word', 'column coupon.code is gone'],
    [
      'another type',
      'ALTER TABLE users ALTER COLUMN phone TYPE varchar(9)',
      'column users.phone is character varying(9) instead of text',
    ],
    ['a dropped table', 'DROP TABLE monthly_goal', 'column monthly_goal.month is gone'],
    ['a lost default', 'ALTER TABLE users ALTER COLUMN is_active DROP DEFAULT', 'default of users.is_active is gone'],
    [
      'a column that must be filled',
      'ALTER TABLE cart ADD COLUMN origin text; ALTER TABLE cart ALTER COLUMN origin SET NOT NULL',
      'NOT NULL of cart.origin without a default',
    ],
    [
      'a column that must be filled now',
      'ALTER TABLE users ALTER COLUMN phone SET NOT NULL',
      'NOT NULL of users.phone is new',
    ],
    [
      'a check of old columns',
      "ALTER TABLE users ADD CONSTRAINT short CHECK (name <> '')",
      'constraint short of users is new',
    ],
    [
      'a unique index on old columns',
      'CREATE UNIQUE INDEX phone_once ON users (phone)',
      'unique index phone_once is new',
    ],
    [
      'a dropped target of ON CONFLICT',
      'ALTER TABLE coupon DROP CONSTRAINT coupon_code_key',
      'unique index on coupon USING btree (code) is gone',
    ],
    [
      'a dropped column of a plug-in',
      'ALTER TABLE plugin_reviews.review DROP COLUMN pictures CASCADE',
      'column plugin_reviews.review.pictures is gone',
    ],
    [
      'a dropped column of the search tables',
      'ALTER TABLE product_search.pending DROP COLUMN product_id CASCADE',
      'column product_search.pending.product_id is gone',
    ],
    ['a dropped trigger', 'DROP TRIGGER mail_to_somebody ON mail', 'trigger mail_to_somebody of mail is gone'],
  ])('%s', async (_, statement, finding) => {
    expect(breaksBetween(before, await readNewest(...statement.split('; ')))).toContain(finding);
  });

  test.each([
    ['a column that may be empty', 'ALTER TABLE orders ADD COLUMN gift_note text'],
    ['a column with a default', "ALTER TABLE orders ADD COLUMN channel text NOT NULL DEFAULT 'web'"],
    ['a check of a new column', "ALTER TABLE orders ADD COLUMN channel text CHECK (channel <> '')"],
    ['a new table', 'CREATE TABLE gift (id integer PRIMARY KEY, order_id integer NOT NULL REFERENCES orders)'],
    ['an index', 'CREATE INDEX users_by_phone ON users (phone)'],
  ])('nothing in %s', async (_, statement) => {
    expect(breaksBetween(before, await readNewest(...statement.split('; ')))).toEqual([]);
  });
});
