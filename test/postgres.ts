import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/platform/database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the server's maintenance database. */
    postgresUrl: string;
    /** Connects to the same database as a role that may create others. */
    superuserUrl: string;
    /** Name of the migrated template database that every test file's database is copied from. */
    templateDatabase: string;
  }
}

/** Losing a test's data in a machine crash does not matter; a crash of a process loses nothing. */
const FAST_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_wal_size: '128MB',
  max_connections: '120',
  // Clients derive the key anew for each of thousands of connections; the default is 4,096 iterations.
  scram_iterations: '1',
};

/** A file system in memory on Linux. */
const MEMORY = '/dev/shm';
/** A test run's files take up to 200 MB. */
const ENOUGH_BYTES = 1024 ** 3;

/**
 * Each test file's database creates and deletes six hundred files. On disk, creating them gets slower: ext4 searches
 * past all recently deleted ones (measured: a third of the CPU time of a run).
 */
async function makeDataDir(): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  const make = (folder: string) => mkdtemp(join(folder, 'stoa-test-'));
  return free > ENOUGH_BYTES ? make(MEMORY).catch(() => make(tmpdir())) : make(tmpdir());
}

interface TestServer {
  readonly url: string;
  readonly superuserUrl: string;
  stop(): Promise<void>;
}

/** The one at `TEST_POSTGRES_URL`, whose role must be a superuser, or a new embedded one. */
async function startServer(): Promise<TestServer> {
  const given = process.env.TEST_POSTGRES_URL;
  if (given) return { url: given, superuserUrl: given, stop: async () => undefined };
  const { startEmbeddedPostgres } = await import('#server/platform/embedded-postgres/index.ts');
  const dataDir = await makeDataDir();
  const server = await startEmbeddedPostgres({
    dataDir,
    log: console,
    settings: FAST_SETTINGS,
    canCreateDatabases: true,
  });
  const superuser = new URL(server.url);
  superuser.username = 'postgres';
  superuser.password = await readFile(join(dataDir, 'postgres/stoa-superuser-password'), 'utf8');
  return {
    url: server.url,
    superuserUrl: superuser.href,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts one PostgreSQL for the whole run and migrates the template database. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_WITHOUT_DATABASE === '1') return undefined;
  const server = await startServer();
  const templateDatabase = `stoa_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${templateDatabase}`);
  const url = new URL(server.url);
  url.pathname = `/${templateDatabase}`;
  await migrate(url.href, resolve('migrations'));
  project.provide('postgresUrl', server.url);
  project.provide('superuserUrl', server.superuserUrl);
  project.provide('templateDatabase', templateDatabase);
  return async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${templateDatabase} WITH (FORCE)`);
    await admin.end();
    await server.stop();
  };
}
