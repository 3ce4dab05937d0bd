import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, type Handle, openDatabase } from '#server/platform/database/database.ts';

export interface TestDatabase {
  readonly db: Database;
  readonly url: string;
  close(): Promise<void>;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * A migrated, empty database of its own, on the real server.
 * @param onBroken called for connections that break while idle; a test that breaks them on purpose need not print the errors
 */
export async function openTestDatabase(
  poolSize = 10,
  onBroken: (error: Error) => unknown = console.error,
): Promise<TestDatabase> {
  const name = `stoa_${randomBytes(6).toString('hex')}`;
  // Copying files takes 30 ms; the default, through the WAL, 260.
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${inject('templateDatabase')} STRATEGY file_copy`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  let isClosing = false;
  // Connections that are closing may be terminated by the DROP below.
  const onError = (error: Error) => isClosing || onBroken(error);
  const { db } = openDatabase({ url: url.href, poolSize, onError });
  return {
    db,
    url: url.href,
    async close() {
      isClosing = true;
      await db.destroy();
      await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch((error: unknown) => {
        // An autovacuum worker was connected; it belongs to the server, and only a drop without force ends it.
        if (error instanceof pg.DatabaseError && error.code === '42501') return onServer(`DROP DATABASE ${name}`);
        throw error;
      });
    },
  };
}

/**
 * Number of statements in this database that wait for a lock, or of those whose text contains `part`. Not of commits that wait for
 * PostgreSQL's lock for notifications ('object'), which all databases share.
 */
export async function countWaiting(db: Handle, part = ''): Promise<number> {
  // Within a transaction, all reads of the view return the rows of the first one.
  await sql`SELECT pg_stat_clear_snapshot()`.execute(db);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event <> 'object'
       AND position(${part} IN query) > 0`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Breaks the connection of the next statement that waits for some rows, as a restart of PostgreSQL does. It has no effect.
 * @param rows a SELECT … FOR UPDATE, which locks them before this returns.
 */
export async function breakNextWrite(url: string, rows: string): Promise<{ readonly broken: Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`BEGIN; ${rows}`);
  const breakWaiting = async () => {
    for (let ended = 0; ended === 0; await sleep(10)) {
      const { rowCount } = await client.query(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
          WHERE pid <> pg_backend_pid() AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
      );
      ended = rowCount ?? 0;
    }
    await client.end();
  };
  return { broken: breakWaiting() };
}
