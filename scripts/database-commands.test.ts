import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { openTlsProxy } from '#test/servers/tls-proxy.ts';

interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run db:<name>`. Returns its output, also when it fails. */
function run(name: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const script = resolve('scripts', `db-${name}.ts`);
  return promisify(execFile)(process.execPath, [script, ...args], {
    ...options,
    env: { ...process.env, NODE_ENV: '', ...options.env },
  }).catch((error: Outcome) => error);
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-commands-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a new migration has the next number, its name and a lock timeout', async () => {
  const cwd = await makeFolder();
  await mkdir(join(cwd, 'migrations'));
  await writeFile(join(cwd, 'migrations/0041_wishlist.sql'), '');
  await run('migration', ['Gift', 'wrap (paid)'], { cwd });
  expect(await readdir(join(cwd, 'migrations'))).toEqual(['0041_wishlist.sql', '0042_gift_wrap_paid.sql']);
  expect(await readFile(join(cwd, 'migrations/0042_gift_wrap_paid.sql'), 'utf8')).toContain(
    "SET LOCAL lock_timeout = '5s';",
  );
});

test('a migration without a name is refused', async () => {
  expect((await run('migration', [])).stderr).toContain('Give the migration a name');
});

test('an external database is reset only with confirmation and while no shop runs on it', async () => {
  const { url, close } = await openTestDatabase();
  onTestFinished(close);
  const env = { DATABASE_URL: url, DATA_DIR: join(await makeFolder(), 'data') };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TABLE leftover (id int)');
  expect((await run('reset', [], { env })).stderr).toContain('npm run db:reset -- --yes');
  expect((await run('reset', ['--yes'], { env })).stderr).toContain('The shop is running on this database');
  expect((await client.query("SELECT to_regclass('leftover') AS found")).rows).toEqual([{ found: 'leftover' }]);
  await client.end();
  expect((await run('reset', ['--yes'], { env })).stdout).toContain('The database holds the demo shop');
  // Without psql in the PATH.
  const count = await run(
    'psql',
    ['-c', "SELECT count(*) AS products, to_regclass('leftover') AS leftover FROM product"],
    {
      env: { ...env, PATH: '' },
    },
  );
  expect(count.stdout).toContain(' products | leftover\n----------+----------\n 144      |\n(1 row)');
}, 120_000);

test.skipIf(process.platform === 'win32')(
  'psql gets the address as the operator wrote it, without the password',
  async () => {
    const { url, close } = await openTestDatabase();
    onTestFinished(close);
    const proxy = await openTlsProxy(url);
    onTestFinished(proxy.close);
    const folder = await makeFolder();
    await writeFile(join(folder, 'psql'), '#!/bin/sh\necho "$1"\n', { mode: 0o755 });
    const address = new URL(proxy.url);
    address.search = `?sslmode=require&sslrootcert=${proxy.certificate}`;
    const { stdout } = await run('psql', [], {
      env: { DATABASE_URL: address.href, DATA_DIR: join(folder, 'data'), PATH: `${folder}:${process.env.PATH}` },
    });
    address.password = '';
    expect(stdout).toBe(`${address.href}\n`);
  },
);

test('a production database is never reset', async () => {
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    DATA_DIR: join(await makeFolder(), 'data'),
  };
  expect((await run('reset', ['--yes'], { env })).stderr).toContain('does not run with NODE_ENV=production');
});
