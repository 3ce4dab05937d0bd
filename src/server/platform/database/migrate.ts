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

/**
 * Brings the database to the newest migration, each in a transaction of its own, one node at a time.
 * @returns the names of those applied now.
 * @throws StartError when the database holds a migration that this version does not know or knows differently.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString: url, application_name: 'stoa-migrate' });
  await client.connect();
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
