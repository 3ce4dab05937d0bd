import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '../start-error.ts';

/** An arbitrary number under which all nodes of a shop queue to migrate. */
const MIGRATION_LOCK = 7_286_001;
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** What is behind an answer of the network or of PostgreSQL that no retry will change. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its host name cannot be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'its host cannot be reached',
  '28P01': 'it refuses this password',
  '28000': 'it refuses this user',
  '3D000': 'it has no database of this name',
};
const OLDEST_VERSION = 150_000;

/** @throws StartError in one sentence, without the password of the address. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'stoa-migrate',
    connectionTimeoutMillis: 10_000,
  });
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => undefined);
  const { host } = new URL(url);
  try {
    await client.connect();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const reason = UNREACHABLE[code] ?? (message || code);
    throw new StartError(`The database at ${host} cannot be used: ${reason}. Check DATABASE_URL.`, { cause: error });
  }
  const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version_num') AS version");
  if (Number(rows[0]?.version) < OLDEST_VERSION) {
    await client.end();
    throw new StartError(`The database at ${host} is too old: PostgreSQL 15 or newer is needed.`);
  }
  return client;
}

/**
 * Brings the database to the newest migration, each in a transaction of its own, one node at a time.
 * @returns the names of those applied now.
 * @throws StartError when the database holds a migration that this version does not know or knows differently.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await connect(url);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const done = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM schema_migration');
    const applied = new Map(done.rows.map((row) => [row.name, row.checksum]));
    for (const name of applied.keys()) {
      if (!migrations.some((migration) => migration.name === name)) {
        throw new StartError(`The database was migrated by a newer version of the shop (${name}); start that version.`);
      }
    }
    const pending: string[] = [];
    for (const { name, sql, checksum } of migrations) {
      const recorded = applied.get(name);
      if (recorded === checksum) continue;
      if (recorded !== undefined) throw new StartError(`Migration ${name} was changed after it had been applied.`);
      await client.query('BEGIN');
      try {
        await client.query(sql);
        await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      }
      pending.push(name);
    }
    return pending;
  } finally {
    await client.end();
  }
}
