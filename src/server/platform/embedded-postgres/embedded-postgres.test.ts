import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './index.ts';

const QUICK = { fsync: 'off', shared_buffers: '16MB' };
const QUIET = { info: () => undefined, warn: () => undefined };
const isRoot = process.getuid?.() === 0;

let base: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'stoa-embedded-'));
  // The server's user passes through to the directories of the single tests.
  await chmod(base, 0o755);
});

afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

const open = (dataDir: string, log = QUIET) => startEmbeddedPostgres({ dataDir, log, settings: QUICK });

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query({ text: statement, rowMode: 'array' });
    return rows[0] ?? [];
  } finally {
    await client.end();
  }
}

/** A process that has ended and was not waited for by its parent still has a number, but no command line. */
async function isRunning(id: number): Promise<boolean> {
  if (process.platform === 'linux') return (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')) !== '';
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

const serverId = async (dataDir: string): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);

/** A shop in a process of its own, to be killed. Resolves when its database is up. */
async function openInProcess(dataDir: string): Promise<{ shop: ChildProcess; url: string }> {
  const program = `
    import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts';
    const { url } = await startEmbeddedPostgres({ dataDir: process.argv[1], log: console, settings: ${JSON.stringify(QUICK)} });
    console.log(url);
    setInterval(() => undefined, 1000);`;
  const shop = spawn(process.execPath, ['--input-type=module', '--eval', program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface(shop.stdout), 'line')) as [string];
  return { shop, url };
}

async function kill(process: ChildProcess): Promise<void> {
  process.kill('SIGKILL');
  await once(process, 'exit');
}

describe('the embedded database', () => {
  test('keeps its data between starts, and is stopped in between', async () => {
    const dataDir = join(base, 'kept/data');
    const first = await open(dataDir);
    await ask(first.url, "CREATE TABLE note AS SELECT 'bought' AS text");
    const server = await serverId(dataDir);
    await first.stop();
    expect(await isRunning(server)).toBe(false);

    const second = await open(dataDir);
    expect(await ask(second.url, 'SELECT text FROM note')).toEqual(['bought']);
    await second.stop();
  });

  test('sorts and maps case identically on every machine', async () => {
    const { url, stop } = await open(join(base, 'kept/data'));
    expect(await ask(url, "SELECT lower('ÉTÉ'), 'Z' < 'a', current_setting('server_encoding')")).toEqual([
      'été',
      true,
      'UTF8',
    ]);
    await stop();
  });

  test('is durable by default', async () => {
    const { url, stop } = await startEmbeddedPostgres({ dataDir: join(base, 'kept/data'), log: QUIET });
    expect(await ask(url, "SELECT current_setting('fsync'), current_setting('synchronous_commit')")).toEqual([
      'on',
      'on',
    ]);
    await stop();
  });

  test('refuses a second shop on the same DATA_DIR, and accepts it when the first is gone', async () => {
    const dataDir = join(base, 'kept/data');
    const { shop } = await openInProcess(dataDir);
    await expect(open(dataDir)).rejects.toThrow(`Another shop is running on DATA_DIR ${dataDir}`);
    await kill(shop);
    await (await open(dataDir)).stop();
  });

  test('stops when the shop is killed, without losing committed data', async () => {
    const dataDir = join(base, 'kept/data');
    const { shop, url } = await openInProcess(dataDir);
    await ask(url, "CREATE TABLE paid AS SELECT 'order 1' AS text");
    const server = await serverId(dataDir);
    await kill(shop);
    await vi.waitFor(async () => expect(await isRunning(server)).toBe(false), { timeout: 10_000 });

    const next = await open(dataDir);
    expect(await ask(next.url, 'SELECT text FROM paid')).toEqual(['order 1']);
    await next.stop();
  });

  test.runIf(process.platform === 'linux')('replaces a server whose shop and guard were both killed', async () => {
    const dataDir = join(base, 'kept/data');
    const { shop } = await openInProcess(dataDir);
    const server = await serverId(dataDir);
    const guard = Number(/^PPid:\s+(\d+)/m.exec(await readFile(`/proc/${server}/status`, 'utf8'))?.[1]);
    // The kernel may leave one out of the list for a moment (proc(5)).
    const children = await vi.waitFor(async () => {
      const list = (await readFile(`/proc/${guard}/task/${guard}/children`, 'utf8')).trim().split(' ').map(Number);
      expect(list).toHaveLength(2);
      return list;
    }, 10_000);
    // The guard last: once it is gone the shop lets go of it, which whoever watches for it takes for the shop's own end.
    for (const id of [...children, guard]) if (id !== server) process.kill(id, 'SIGKILL');
    await kill(shop);
    expect(await isRunning(server)).toBe(true);

    const next = await open(dataDir);
    expect(await isRunning(server)).toBe(false);
    expect(await ask(next.url, 'SELECT text FROM note')).toEqual(['bought']);
    await next.stop();
  });

  test('ignores a stale pid file whose id another process has now', async () => {
    const dataDir = join(base, 'kept/data');
    // Of the same user: the server itself looks no further.
    const { uid, gid } = await stat(join(dataDir, 'postgres'));
    const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid, cwd: '/' } : {});
    await writeFile(
      join(dataDir, 'postgres/postmaster.pid'),
      `${stranger.pid}\n${dataDir}/postgres\n1700000000\n5432\n`,
    );
    await (await open(dataDir)).stop();
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    await kill(stranger);
  });

  test('restarts at the same address when it dies', async () => {
    const dataDir = join(base, 'kept/data');
    const warn = vi.fn();
    const { url, stop } = await open(dataDir, { ...QUIET, warn });
    process.kill(await serverId(dataDir), 'SIGKILL');
    await vi.waitFor(async () => expect(await ask(url, 'SELECT text FROM note')).toEqual(['bought']), {
      timeout: 15_000,
      interval: 200,
    });
    expect(warn).toHaveBeenCalledWith('The database server has ended unexpectedly and is started again.');
    await stop();
  });

  test('starts over after an interrupted creation', async () => {
    const dataDir = join(base, 'unfinished');
    await mkdir(join(dataDir, 'postgres.new/base'), { recursive: true });
    await writeFile(join(dataDir, 'stoa.lock'), '');
    const { url, stop } = await open(dataDir);
    expect(await ask(url, 'SELECT current_database()')).toEqual(['stoa']);
    await stop();
  });

  test('names the version of an incompatible cluster, and rejects foreign directories', async () => {
    const dataDir = join(base, 'unfinished');
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '15\n');
    await expect(open(dataDir)).rejects.toThrow('is a database of PostgreSQL 15, and this shop brings PostgreSQL 18');
    await rm(join(dataDir, 'postgres/stoa-password'));
    await expect(open(dataDir)).rejects.toThrow('holds no database that a shop made');
  });
});

const RIGHTS = `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
                       (SELECT array_agg(rolname::text ORDER BY rolname) FROM pg_roles granted WHERE pg_has_role(mine.oid, granted.oid, 'MEMBER'))
                  FROM pg_roles mine WHERE rolname = current_user`;
const NO_RIGHTS = [false, false, false, false, false, ['pg_database_owner', 'stoa']];

function withUser(url: string, user: string, password: string, database: string): string {
  const other = new URL(url);
  Object.assign(other, { username: user, password, pathname: `/${database}` });
  return other.href;
}

const passwordIn = (dataDir: string, file: string) => readFile(join(dataDir, 'postgres', file), 'utf8');

async function superuserUrl(url: string, dataDir: string): Promise<string> {
  return withUser(url, 'postgres', await passwordIn(dataDir, 'stoa-superuser-password'), 'postgres');
}

describe("the shop's role", () => {
  let dataDir: string;
  let url: string;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    dataDir = join(base, 'roles/data');
    ({ url, stop } = await open(dataDir));
  });
  afterAll(() => stop());

  test('owns its database and has no rights on the server', async () => {
    expect(await ask(url, RIGHTS)).toEqual(NO_RIGHTS);
    await ask(url, 'CREATE SCHEMA extra');
  });

  test.each([
    ['reads no file of the server', "SELECT pg_read_file('/etc/passwd')"],
    ['copies no file into a table', "CREATE TEMP TABLE t (line text); COPY t FROM '/etc/passwd'"],
    ['runs no program', "CREATE TEMP TABLE t (line text); COPY t FROM PROGRAM 'id'"],
    ['creates no database', 'CREATE DATABASE other'],
    ['creates no role', 'CREATE ROLE other SUPERUSER'],
    ['changes no server setting', "ALTER SYSTEM SET work_mem = '1GB'"],
    ['sees no password hash', 'SELECT rolpassword FROM pg_authid'],
  ])('%s', async (_, statement) => {
    await expect(ask(url, statement)).rejects.toMatchObject({ code: '42501' });
  });

  test.each(['postgres', 'template1'])('cannot connect to the database %s', async (database) => {
    const shopPassword = new URL(url).password;
    await expect(ask(withUser(url, 'stoa', shopPassword, database), 'SELECT 1')).rejects.toThrow('permission denied');
  });

  test("has a password that does not open the superuser's role", async () => {
    const shopPassword = new URL(url).password;
    for (const database of ['postgres', 'stoa']) {
      await expect(ask(withUser(url, 'postgres', shopPassword, database), 'SELECT 1')).rejects.toMatchObject({
        code: '28P01',
      });
    }
    expect(
      await ask(await superuserUrl(url, dataDir), 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user'),
    ).toEqual([true]);
  });

  test.skipIf(process.platform === 'win32')(
    'shares neither password file with other users of the machine',
    async () => {
      const { uid } = await stat(join(dataDir, 'postgres'));
      for (const file of ['stoa-password', 'stoa-superuser-password']) {
        const status = await stat(join(dataDir, 'postgres', file));
        expect([status.mode & 0o777, status.uid]).toEqual([0o600, uid]);
      }
    },
  );
});

describe('a cluster of an earlier release', () => {
  /** As the first release left it: one password for both roles, and a shop that may create databases. */
  async function makeOld(dataDir: string): Promise<string> {
    const { url, stop } = await open(dataDir);
    await ask(url, "CREATE TABLE note AS SELECT 'bought' AS text");
    const shopPassword = new URL(url).password;
    const admin = await superuserUrl(url, dataDir);
    await ask(admin, 'ALTER ROLE stoa CREATEDB');
    await ask(admin, 'GRANT CONNECT ON DATABASE postgres, template1 TO PUBLIC');
    await ask(admin, `ALTER ROLE postgres PASSWORD '${shopPassword}'`);
    await stop();
    return shopPassword;
  }

  async function expectUpgraded(dataDir: string, shopPassword: string): Promise<void> {
    const { url, stop } = await open(dataDir);
    expect(await ask(url, RIGHTS)).toEqual(NO_RIGHTS);
    expect(await ask(url, 'SELECT text FROM note')).toEqual(['bought']);
    expect(await passwordIn(dataDir, 'stoa-superuser-password')).not.toBe(shopPassword);
    expect(await ask(await superuserUrl(url, dataDir), 'SELECT 1')).toEqual([1]);
    for (const user of ['postgres', 'stoa']) {
      await expect(ask(withUser(url, user, shopPassword, 'postgres'), 'SELECT 1')).rejects.toThrow();
    }
    await stop();
  }

  test('gets separate passwords and rights at its next start, and keeps its data', async () => {
    const dataDir = join(base, 'old/data');
    const shopPassword = await makeOld(dataDir);
    await rm(join(dataDir, 'postgres/stoa-superuser-password'));
    await expectUpgraded(dataDir, shopPassword);
    await expectUpgraded(dataDir, shopPassword);
  });

  test('gets them also when the previous start was killed between writing and setting the password', async () => {
    const dataDir = join(base, 'killed/data');
    const shopPassword = await makeOld(dataDir);
    await writeFile(join(dataDir, 'postgres/stoa-superuser-password.new'), 'half');
    await expectUpgraded(dataDir, shopPassword);
  });
});

describe.runIf(isRoot)('the database of a shop run by root', () => {
  test('runs as an unprivileged user without a name, in a DATA_DIR closed to others', async () => {
    const dataDir = await mkdtemp(join(base, 'closed-'));
    const { stop } = await open(dataDir);
    const status = await readFile(`/proc/${await serverId(dataDir)}/status`, 'utf8');
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe('60754');
    await stop();
  });

  test('is stored elsewhere when DATA_DIR is not accessible to that user, and found again', async () => {
    const closed = join(base, 'home-of-root');
    await mkdir(closed, { mode: 0o700 });
    const dataDir = join(closed, 'shop/data');
    const info = vi.fn();
    const first = await open(dataDir, { ...QUIET, info });
    await ask(first.url, "CREATE TABLE note AS SELECT 'bought' AS text");
    await first.stop();
    const home = dirname(await readlink(join(dataDir, 'postgres')));
    expect(info.mock.calls).toEqual([[`The database is in ${home}: its user cannot reach ${dataDir}.`]]);

    const second = await open(dataDir);
    expect(await ask(second.url, 'SELECT text FROM note')).toEqual(['bought']);
    await second.stop();
    await rm(home, { recursive: true });
    await expect(open(dataDir)).rejects.toThrow('is not there');
  });
});
