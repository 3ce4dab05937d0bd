import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { openS3Server } from '#test/servers/s3-server.ts';

interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the shop. Returns its output, also when it fails. */
function run(script: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  return promisify(execFile)(process.execPath, [resolve('scripts', `${script}.ts`), ...args], {
    env: { ...process.env, NODE_ENV: '', ...env },
  }).catch(({ stdout, stderr }: Outcome) => ({ stdout, stderr }));
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Rows of every table of the shop, its plug-ins and the payment sandbox; the command lists a backup after it was stored. */
async function countRows(url: string): Promise<unknown[]> {
  return ask(
    url,
    `SELECT table_schema, table_name,
            (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %I.%I', table_schema, table_name), false, true, '')))[1]::text AS rows
       FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_name <> 'backup' AND table_schema !~ '^(pg_|pgboss|before_restore_|information_schema)' ORDER BY 1, 2`,
  );
}

test('the demo shop with its plug-ins is backed up to a bucket, verified and restored elsewhere', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const storage = await openS3Server('backup-key');
  onTestFinished(() => storage.close());
  const [shop, other] = [await openTestDatabase(), await openTestDatabase()];
  onTestFinished(() => shop.close());
  onTestFinished(() => other.close());
  await ask(other.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const bucket = {
    BACKUP_TO: 's3://backups/demo',
    S3_ENDPOINT: storage.url,
    S3_ACCESS_KEY_ID: 'backup-key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  const secret = 'the secret of the shop that is backed up';
  const env = { DATABASE_URL: shop.url, DATA_DIR: join(folder, 'data'), APP_SECRET: secret, ...bucket };
  const elsewhere = { ...env, DATABASE_URL: other.url, DATA_DIR: join(folder, 'other') };

  await run('db-reset', ['--yes'], env);
  expect(await run('backup', [], env)).toMatchObject({
    stdout: expect.stringMatching(
      /^Stored stoa-\d{8}-\d{6}\.tar\.zst in s3:\/\/backups\/demo: \d+ tables, \d+ rows, [\d.]+ [KM]B\./,
    ),
  });
  expect(storage.objects.size).toBe(1);
  expect(await ask(shop.url, 'SELECT status, reason, location FROM backup')).toEqual([
    { status: 'stored', reason: 'command', location: 's3://backups/demo' },
  ]);
  expect(await run('backup', ['--verify', 'latest'], env)).toMatchObject({
    stdout: expect.stringContaining('rows are as they were'),
    stderr: '',
  });

  const another = { ...elsewhere, APP_SECRET: 'a secret that opens nothing of the backup' };
  expect((await run('restore', ['latest'], another)).stderr).toContain('made with another APP_SECRET');
  const restored = await run('restore', ['latest'], elsewhere);
  expect(restored.stdout).toMatch(/^Restored stoa-/);
  expect(await countRows(other.url)).toEqual(await countRows(shop.url));
}, 300_000);

test('a database of an earlier major version of PostgreSQL is kept, and its backup restored into a new one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // The server's user passes through.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  const env = { DATABASE_URL: '', DATA_DIR: dataDir, DEMO: '0' };
  await run('db-reset', [], env);
  await run('db-psql', ['-c', "INSERT INTO category (name, slug) VALUES ('Kitchen', 'kitchen')"], env);
  expect((await run('backup', [], env)).stdout).toContain('Stored stoa-');
  expect((await run('restore', ['latest', '--upgrade'], env)).stderr).toContain(
    'There is no database of another major',
  );

  const version = await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8');
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '15\n');
  expect((await run('restore', ['latest'], env)).stderr).toMatch(
    /npm start upgrades it.*npm run restore -- latest --upgrade/,
  );
  const upgraded = await run('restore', ['latest', '--upgrade'], env);
  expect(upgraded.stdout).toContain(`The old database is now ${join(dataDir, 'postgres-15')}`);
  expect(upgraded.stdout).toContain('Restored stoa-');
  expect((await run('db-psql', ['-c', 'SELECT name FROM category'], env)).stdout).toContain('Kitchen');
  expect(await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8')).toBe(version);
  expect(await readFile(join(dataDir, 'postgres-15/PG_VERSION'), 'utf8')).toBe('15\n');
}, 180_000);

test('a backup goes to a folder on request, and is restored into a database that is not empty only on request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const shop = await openTestDatabase();
  onTestFinished(() => shop.close());
  await ask(shop.url, "INSERT INTO category (name, slug) VALUES ('Kitchen', 'kitchen')");
  const env = { DATABASE_URL: shop.url, DATA_DIR: join(folder, 'data') };
  const to = join(folder, 'elsewhere');
  expect((await run('backup', ['--to', to], env)).stdout).toContain(`in ${to}: `);
  const [file = '', ...more] = await readdir(to);
  expect([file, more]).toEqual([expect.stringMatching(/^stoa-.*\.tar\.zst$/), []]);
  expect((await run('restore', [join(to, file)], env)).stderr).toContain('The database is not empty');
  const replaced = await run('restore', [join(to, file), '--replace'], env);
  expect(replaced.stdout).toMatch(/What was in the database is now in the schemas before_restore_\d+_/);
  expect(await ask(shop.url, 'SELECT name FROM category')).toEqual([{ name: 'Kitchen' }]);
  expect((await run('restore', ['./none.tar.zst'], env)).stderr).toContain('There is no file');
  expect((await run('restore', [], env)).stderr).toContain('Name one backup');
  expect((await run('backup', [], { ...env, BACKUP_TO: 's3://backups' })).stderr).toContain('set S3_ENDPOINT');
}, 120_000);
