import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeRefusal, type RefusalCode } from '#contract/refusals.ts';

const RULES = createRequire(import.meta.url)(resolve('.dependency-cruiser.cjs'));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-architecture-'));
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
});
afterAll(() => rm(folder, { recursive: true }));

const FILES = {
  'src/plugin/index.ts': 'export const surface = 1;',
  'src/plugin/web.ts': 'export const components = 1;',
  'src/server/inside.ts': 'export const inside = 1;',
  'src/web/page.ts': "import '../../plugins/good/plugin.ts';",
  'src/server/reader.ts': "import '../../shop.config.ts';",
  'src/server/services/services.ts': 'export const services = 1;',
  'src/server/features/cart/cart.ts': "import '../../services/services.ts';",
  'src/server/platform/clock.ts': "import '../inside.ts';",
  'plugins/good/plugin.ts': "import '../../src/plugin/index.ts';\nimport './own.ts';\nimport 'node:path';",
  'plugins/good/own.ts': 'export const own = 1;',
  'plugins/good/part.tsx': "import '../../src/plugin/web.ts';",
  'plugins/bad/plugin.ts': "import '../../src/server/inside.ts';",
  'plugins/bad/neighbour.ts': "import '../good/own.ts';",
  'plugins/bad/part.tsx': "import '../../src/plugin/index.ts';",
  'shop.config.ts': "import './plugins/good/plugin.ts';",
};

test('finds plug-ins that bypass the public surface, a core that imports plug-ins, and parts that import the composition root', async () => {
  const options: ICruiseOptions = {
    ruleSet: { forbidden: RULES.forbidden },
    validate: true,
    baseDir: folder,
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
  };
  const { output } = await cruise(['src', 'plugins', 'shop.config.ts'], options);
  if (typeof output === 'string') throw new Error(output);
  const found = output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
  expect(found.sort()).toEqual([
    'core-does-not-import-plugins: src/web/page.ts -> plugins/good/plugin.ts',
    'no-server-code-in-plugin-components: plugins/bad/part.tsx -> src/plugin/index.ts',
    'only-the-composition-root-imports-shop-config: src/server/reader.ts -> shop.config.ts',
    'parts-do-not-import-the-composition-root: src/server/features/cart/cart.ts -> src/server/services/services.ts',
    'parts-do-not-import-the-composition-root: src/server/platform/clock.ts -> src/server/inside.ts',
    'plugins-use-the-public-surface: plugins/bad/neighbour.ts -> plugins/good/own.ts',
    'plugins-use-the-public-surface: plugins/bad/plugin.ts -> src/server/inside.ts',
  ]);
});

/** Matches statements on rows outside of docstrings, whether built, tagged or passed to a client. */
const STATEMENT =
  /^(?!\s*\*).*(\b(selectFrom|insertInto|updateTable|deleteFrom)\(|(\bsql(<[^`]*>)?|\.query(<[^`']*>)?\()\s*[`']\s*(SELECT|INSERT|UPDATE|DELETE|WITH|TRUNCATE|COPY)\b)/m;

test.each([
  "await client.query('SELECT 1');",
  "const { rows } = await client.query<Row>('SELECT id FROM product');",
  "await client.query<{ readonly id: number }>('UPDATE product SET id = 1');",
  'await sql`DELETE FROM product`.execute(db);',
  'await sql<Row>`\n  SELECT id FROM product`.execute(db);',
  "db.selectFrom('product')",
])('%s is a statement', (line) => {
  expect(line).toMatch(STATEMENT);
});

test.each([' * Like `SELECT id FROM product`.', "throw new Error('SELECT failed');", "params.query<Row>('select')"])(
  '%s is none',
  (line) => {
    expect(line).not.toMatch(STATEMENT);
  },
);

/** Not about the rows of one feature: they create databases, read and write whole ones, or listen. */
const WITHOUT_STORES = [
  'src/server/platform/database/',
  'src/server/platform/embedded-postgres/',
  'src/server/platform/backup/',
  'src/server/cluster/feed-connection.ts',
];
/** They fill an empty shop. */
const DEMO = /^plugins\/[^/]+\/demo\//;

test('SQL statements are in stores, and in the files that docs/architecture.md lists', async () => {
  const architecture = await readFile('docs/architecture.md', 'utf8');
  expect(WITHOUT_STORES.filter((path) => !architecture.includes(`\`${path}\``))).toEqual([]);
  const outside: string[] = [];
  for await (const file of glob('{src,plugins}/**/*.ts')) {
    if (/(\.store|\.test|\/testing)\.ts$/.test(file) || DEMO.test(file)) continue;
    if (WITHOUT_STORES.some((path) => file.startsWith(path))) continue;
    if (STATEMENT.test(await readFile(file, 'utf8'))) outside.push(file);
  }
  expect(outside).toEqual([]);
});

const BEYOND_MISSING_RECORDS: Readonly<Record<string, readonly string[]>> = {
  // The account of the session, deleted in the meantime.
  'src/server/features/auth/auth.routes.ts': ['auth.expired'],
  // No provider accepts the event.
  'src/server/features/checkout/payment-results/webhook.routes.ts': ['payment.signature_invalid'],
};

/** What a handler refuses with: a code, or a member of a plug-in's refusals. */
const REFUSED = /\b(?:new Refusal|refuse|fieldRefusal)\(\s*'?([\w.-]*)/g;

const isMissingRecord = (refused: string): boolean =>
  /(\.|_)not_found$/.test(refused) || describeRefusal(refused as RefusalCode)?.status === 404;

test('handlers begin no transaction and refuse nothing but missing records: the rest is in use cases', async () => {
  const outside: string[] = [];
  let files = 0;
  let refused = 0;
  for await (const file of glob('{src,plugins,examples}/**/{*.routes,handlers,*-handlers}.ts')) {
    const text = await readFile(file, 'utf8');
    files += 1;
    if (/\b(inTransaction|transaction)\(/.test(text)) outside.push(`${file} begins a transaction`);
    for (const [, code = ''] of text.matchAll(REFUSED)) {
      refused += 1;
      if (!isMissingRecord(code) && !BEYOND_MISSING_RECORDS[file]?.includes(code))
        outside.push(`${file} refuses ${code}`);
    }
  }
  expect(outside).toEqual([]);
  // Renamed files would otherwise escape this test.
  expect(files).toBeGreaterThan(40);
  expect(refused).toBeGreaterThan(10);
});
