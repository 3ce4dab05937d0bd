import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { TABLE_OWNERS } from './table-owners.ts';

const SERVER = resolve(import.meta.dirname, '..');
const ROOT = resolve(SERVER, '../..');
const OWNERS: Readonly<Record<string, string>> = TABLE_OWNERS;
/** These take the table as an argument, and their callers name it; or they restore every table of a backup. */
const GENERIC = [
  'platform/database/clean-up.ts',
  'platform/database/insert-records.ts',
  'platform/database/monthly-partitions.store.ts',
  'platform/backup/restore-backup.ts',
];

const KYSELY =
  /\b(?:insertInto|insertRecords|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*(?:(['"`])([\w.]+)[^'"`]*\1|([^)]*))/g;
const SQL =
  /\b(?:INSERT INTO|DELETE FROM|MERGE INTO|TRUNCATE(?: TABLE)?|UPDATE|COPY)\s+(?:ONLY\s+)?"?([a-z_][\w.]*|\$\{[^}]*\})/g;
/** Rows that the clean-up job deletes: `{ deleteFrom: 'session', … }`. */
const DECLARED = /\bdeleteFrom: (?:'(\w+)'|([^,}\s]+))/g;
/** `const TABLE = 'session'`. */
const CONSTANT = /\bconst (\w+)(?:: [^=]+)? = (['"`])([\w.]+)\2/g;
/** A constant, alone or as `sql.table(CONSTANT)`. */
const REFERENCE = /^(?:\$\{)?(?:sql\.(?:table|id|ref|raw)\()?(\w+)\)?\}?$/;

/** A statement, rather than a part of one that a store puts into its own. */
const STATEMENT =
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|`\s*(?:WITH|SELECT|INSERT INTO|UPDATE|DELETE FROM)\b/;
/** What stores are made of; and the copy of a database, which knows no tables. */
const MAY_HAVE_STATEMENTS = ['src/server/platform/database/', 'src/server/platform/backup/move-aside.ts'];

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** The tables that a piece of code writes to; an expression where neither the code nor a constant in it names the table. */
function writtenTables(code: string): string[] {
  const text = withoutComments(code);
  const constants = new Map([...text.matchAll(CONSTANT)].map(([, name = '', , value = '']) => [name, value]));
  const named = (expression = ''): string => {
    const [, name = ''] = REFERENCE.exec(expression.trim()) ?? [];
    return constants.get(name) ?? (/^\w/.test(expression) ? `(${expression})` : expression);
  };
  return [
    ...[...text.matchAll(KYSELY)].map(([, , table, expression]) => table ?? named(expression)),
    ...[...text.matchAll(SQL)].map(([, table = '']) => (table.startsWith('$') ? named(table) : table)),
    ...[...text.matchAll(DECLARED)].map(([, table, expression]) => table ?? named(expression)),
  ];
}

/** `table` belongs to somebody else than the code in `file`. */
function isForeign(table: string, file: string): boolean {
  const isNamed = /^(?:product_search\.)?\w+$/.test(table);
  if (!isNamed) return !table.startsWith('sandbox.') || !file.startsWith('adapters/stripe/sandbox/');
  const owner = OWNERS[table];
  return owner === undefined || !file.startsWith(`${owner}/`);
}

test('only the owner of a table writes to it', () => {
  const files = globSync('**/*.ts', { cwd: SERVER }).filter((file) => !/\.test\.ts$/.test(file));
  const foreign = files
    .filter((file) => !GENERIC.includes(file))
    .flatMap((file) =>
      writtenTables(readFileSync(join(SERVER, file), 'utf8'))
        .filter((table) => isForeign(table, file))
        .map((table) => `${file} writes to ${table}, which belongs to ${OWNERS[table] ?? 'nobody'}`),
    );
  expect([...new Set(foreign)].sort()).toEqual([]);
});

test('the statements of features, of the platform and of plug-ins are in stores', () => {
  const files = ['src/server/features/**/*.ts', 'src/server/platform/**/*.ts', 'plugins/*/server/**/*.ts']
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => !/\.(?:test|store)\.ts$/.test(file))
    .filter((file) => !MAY_HAVE_STATEMENTS.some((path) => file.startsWith(path)));
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => STATEMENT.test(withoutComments(readFileSync(join(ROOT, file), 'utf8'))))).toEqual([]);
});

test('every table is written by its owner, by a trigger or only by nodes of the earlier version', () => {
  const written = new Set(
    globSync('**/*.ts', { cwd: SERVER })
      .filter((file) => !/\.test\.ts$/.test(file))
      .flatMap((file) => writtenTables(readFileSync(join(SERVER, file), 'utf8'))),
  );
  const others = [
    'product_stock',
    'unverified_two_factor',
    'verified_email',
    'order_counter',
    // By the functions that announce changes, and no longer.
    'stock_change',
    'change_notifier',
  ];
  expect(Object.keys(OWNERS).filter((table) => !written.has(table) && !others.includes(table))).toEqual([]);
});

test('a trigger writes only to tables of its own owner', async () => {
  const database = await openTestDatabase(1);
  onTestFinished(() => database.close());
  const { rows } = await sql<{ table: string; name: string; body: string }>`
    SELECT c.relname AS table, p.proname AS name, p.prosrc AS body
      FROM pg_trigger t
      JOIN pg_class c ON c.oid = t.tgrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
      JOIN pg_proc p ON p.oid = t.tgfoid
     WHERE NOT t.tgisinternal`.execute(database.db);
  expect(rows.length).toBeGreaterThan(10);
  const foreign = rows.flatMap(({ table, name, body }) =>
    writtenTables(body)
      .filter((written) => written in OWNERS && OWNERS[written] !== OWNERS[table])
      .map((written) => `${name} on ${table} writes to ${written}`),
  );
  expect(foreign).toEqual([]);
});

test.each([
  ["db.insertInto('orders').values(row)", ['orders']],
  ["db.updateTable('orders as o')", ['orders']],
  ['db.deleteFrom(table)', ['(table)']],
  ['sql`UPDATE orders SET a = 1`', ['orders']],
  ['sql`DELETE FROM ONLY cart_line l USING x`', ['cart_line']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code to be scanned
  ['sql`INSERT INTO ${sql.table(name)} (a)`', ['${sql.table(name)}']],
  ["const TABLE = 'orders' as const; db.updateTable(TABLE)", ['orders']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code to be scanned
  ["const TABLE: string = 'orders'; sql`UPDATE ${sql.table(TABLE)} SET a = 1`", ['orders']],
  ["const TABLE = 'session'; const RULES = [{ deleteFrom: TABLE, column: 'a' }]", ['session']],
  ["{ deleteFrom: tableOf('session'), column: 'a' }", ["(tableOf('session'))"]],
  ['sql`INSERT INTO "orders" (a)`', ['orders']],
  ['sql`SELECT 1 FROM cart FOR UPDATE`', []],
  ["// db.deleteFrom('cart')", []],
])('finds the writes in %s', (code, tables) => {
  expect(writtenTables(code)).toEqual(tables);
});
