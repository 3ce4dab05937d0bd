import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { checkServer } from './check-server.ts';
import { type AppliedMigration, checkNewerSchema } from './newer-schema.ts';
import { describeOtherTables, refuseUsedDatabase } from './other-tables.ts';
import { type Migration, readMigrations } from './read-migrations.ts';
import { openClient } from './start-client.ts';

/** Arbitrary key of the advisory lock that lets one node at a time migrate. */
const MIGRATION_LOCK = 7_286_001;
/** Arbitrary key of the advisory lock that backups share, so that no migration changes a table under them. */
export const BACKUP_LOCK = 7_286_002;
const RETRY_MS = 250;
const REPORT_EVERY_MS = 10_000;
/**
 * A node holds the lock inside a transaction, so a connection that is idle outside of one keeps a lock of an earlier
 * release, which locked for its session: behind a pooler, nobody releases it.
 */
const LEAKED_AFTER_S = 30;

/** Deadlock detected, lock not available: a migration met transactions of running nodes, and was rolled back. */
const BUSY = new Set(['40P01', '55P03']);
/** PostgreSQL's functions that fail when the files of an extension are not installed, or the role may not create it. */
const NO_EXTENSION = /^(parse_extension_control_file|execute_extension_script|CreateExtension)/;
const EXTENSION = /CREATE EXTENSION (?:IF NOT EXISTS )?(\w+)/i;
/** Attempts take up to their `lock_timeout`, 5 s. */
const MAX_ATTEMPTS = 20;
const BUSY_PAUSE_MS = 500;

/** Migrations of a plug-in. They have a schema of their own, with their own record of what was applied. */
export interface PluginMigrations {
  readonly plugin: string;
  readonly schema: string;
  readonly folder: string;
}

/**
 * Migrates the database to the newest version, one transaction per migration, one node at a time. A migration that gets
 * no lock because the shop is busy is retried.
 * @param url of PostgreSQL itself, or of a pooler.
 * @param report receives a line when another node holds the migration lock, and again every ten seconds; when a migration
 * is retried; when the schema is newer than this version; and when another application has tables in it.
 * @param plugins those of plug-ins, applied after the shop's own, under the same lock.
 * @param leakedAfterSeconds when an idle connection that holds the migration lock is ended.
 * @returns the names of the migrations applied; a plug-in's as `<plugin>/<file>`.
 * @throws StartError when the database belongs to something else, when an applied migration was changed or removed what this version uses, when one gets no lock, or when
 * one of a plug-in fails.
 */
export async function migrate(
  url: string,
  folder: string,
  report: (line: string) => void = () => undefined,
  plugins: readonly PluginMigrations[] = [],
  leakedAfterSeconds = LEAKED_AFTER_S,
): Promise<string[]> {
  const sets: { readonly migrations: Migration[]; readonly of?: PluginMigrations }[] = [
    { migrations: await readMigrations(folder) },
  ];
  for (const of of plugins) sets.push({ migrations: await readMigrations(of.folder, of.plugin), of });
  const client = await openClient(url, 'stoa-migrate');
  const applied: string[] = [];
  const waiter: Waiter = { client, report, leakedAfterSeconds };
  try {
    await checkServer(client);
    await lockedTransaction(waiter, () => refuseUsedDatabase(client));
    for (const { migrations, of } of sets) {
      const newer = await lockedTransaction(waiter, () => checkApplied(client, migrations, of));
      if (newer !== undefined) report(newer);
      for (;;) {
        const name = await retryWhileLocked(report, () =>
          lockedTransaction(waiter, () => applyNext(client, migrations, of, report)),
        );
        if (name === undefined) break;
        applied.push(of ? `${of.plugin}/${name}` : name);
      }
    }
    const others = await describeOtherTables(client, sets[0]?.migrations ?? []);
    if (others !== undefined) report(others);
    return applied;
  } finally {
    await client.end();
  }
}

interface Waiter {
  readonly client: pg.Client;
  readonly report: (line: string) => void;
  readonly leakedAfterSeconds: number;
}

/**
 * Runs `work` in a transaction that holds the migration lock. The lock belongs to the transaction, not to the session:
 * a pooler cannot leak it, and it ends with the connection of a killed node.
 */
async function lockedTransaction<T>(waiter: Waiter, work: () => Promise<T>): Promise<T> {
  const { client } = waiter;
  await beginLocked(waiter);
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // The connection may be broken.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function beginLocked({ client, report, leakedAfterSeconds }: Waiter): Promise<void> {
  const begun = performance.now();
  let nextReport = begun;
  for (;;) {
    // The role may have a limit for the statements of requests; validating a large table takes longer.
    await client.query('BEGIN; SET LOCAL statement_timeout = 0');
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS held', [
      MIGRATION_LOCK,
    ]);
    const now = performance.now();
    const waited = Math.round((now - begun) / 1000);
    if (rows[0]?.held) {
      if (nextReport > begun) report(`Got the migration lock after ${waited} s.`);
      return;
    }
    const holder = await findHolder(client);
    if (now >= nextReport) {
      report(`Waiting for the migration lock${waited > 0 ? ` for ${waited} s` : ''}: ${describeHolder(holder)}`);
      nextReport = now + REPORT_EVERY_MS;
    }
    if (holder?.state === 'idle' && (holder.seconds ?? 0) >= leakedAfterSeconds)
      await endLeaked(client, holder, report);
    await client.query('ROLLBACK');
    await pause(RETRY_MS);
  }
}

interface Holder {
  readonly pid: number;
  readonly name: string;
  readonly state: string | null;
  readonly seconds: number | null;
}

async function findHolder(client: pg.Client): Promise<Holder | undefined> {
  const { rows } = await client.query<Holder>(
    `SELECT a.pid, a.application_name AS name, a.state, extract(epoch FROM now() - a.state_change)::integer AS seconds
       FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = $1
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [MIGRATION_LOCK],
  );
  return rows[0];
}

/** Who holds the lock, and how to free it if no node is migrating. */
function describeHolder(holder: Holder | undefined): string {
  if (!holder) return 'another node has just released it.';
  const { pid, name, state, seconds } = holder;
  const doing = state === null ? '' : `, ${state} for ${seconds ?? 0} s`;
  return `connection ${pid} (${name || 'without a name'}${doing}) holds it. If no node is migrating, end it with SELECT pg_terminate_backend(${pid}).`;
}

/** The role of the shop may end its own connections only; the lines above tell the operator about others. */
async function endLeaked(client: pg.Client, { pid }: Holder, report: (line: string) => void): Promise<void> {
  const ended = await client.query('SELECT pg_terminate_backend($1)', [pid]).then(
    () => true,
    () => false,
  );
  if (ended) report(`Ended connection ${pid}: it kept the migration lock without migrating.`);
}

/** A migration that was rolled back because tables were locked. */
class BusyTables extends Error {
  override readonly name = 'BusyTables';
  constructor(whose: string, reason: Error) {
    super(`${whose} got no lock on a table (${reason.message})`, { cause: reason });
  }
}

/** Repeats `work` while tables are locked: the shop is open during an upgrade. */
async function retryWhileLocked<T>(report: (line: string) => void, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BusyTables)) throw error;
      if (attempt >= MAX_ATTEMPTS) throw new StartError(`${error.message}; start again when the shop is less busy.`);
      report(`${error.message}; trying again.`);
      await pause(BUSY_PAUSE_MS);
    }
  }
}

async function readApplied(client: pg.Client, of: PluginMigrations | undefined): Promise<AppliedMigration[]> {
  if (of) await enterSchema(client, of.schema);
  await createRecord(client);
  const { rows } = await client.query<AppliedMigration>('SELECT name, checksum, needs FROM schema_migration');
  return rows;
}

/** @returns a line for the operator when the schema is newer than this version. */
async function checkApplied(
  client: pg.Client,
  migrations: readonly Migration[],
  of: PluginMigrations | undefined,
): Promise<string | undefined> {
  const migrator = of ? `version of the plug-in ${of.plugin}` : 'version of the shop';
  return checkNewerSchema(migrations, await readApplied(client, of), migrator);
}

/**
 * Applies the first missing migration.
 * @param of the plug-in that they belong to; undefined: the shop's own.
 * @returns its name; undefined when none is missing.
 */
async function applyNext(
  client: pg.Client,
  migrations: readonly Migration[],
  of: PluginMigrations | undefined,
  report: (line: string) => void,
): Promise<string | undefined> {
  const whose = of ? `Plug-in ${of.plugin}: migration` : 'Migration';
  const checksums = new Map((await readApplied(client, of)).map((row) => [row.name, row.checksum]));
  for (const { name, sql, checksum, needs } of migrations) {
    const recorded = checksums.get(name);
    if (recorded === checksum) continue;
    if (recorded !== undefined)
      throw new StartError(
        `${whose} ${name} was changed after it had been applied. Undo the change and add another migration; a development database starts over with npm run db:reset.`,
      );
    await waitForBackups(client, report);
    await client.query(sql).catch((error: Error) => {
      if (error instanceof pg.DatabaseError && BUSY.has(error.code ?? ''))
        throw new BusyTables(`${whose} ${name}`, error);
      const [, extension] = EXTENSION.exec(sql) ?? [];
      if (extension && error instanceof pg.DatabaseError && NO_EXTENSION.test(error.routine ?? ''))
        throw new StartError(withoutExtension(extension, error.message));
      throw of ? new StartError(`${whose} ${name} failed: ${error.message}.`) : error;
    });
    await client.query('INSERT INTO schema_migration (name, checksum, needs) VALUES ($1, $2, $3)', [
      name,
      checksum,
      needs,
    ]);
    return name;
  }
  return undefined;
}

const withoutExtension = (extension: string, reason: string): string =>
  `The shop needs the extension ${extension} of PostgreSQL, and this server does not provide it (${reason}). Install PostgreSQL's contrib package on the database server, or let its administrator run CREATE EXTENSION ${extension} in the shop's database; then start again.`;

/** Creates the table of applied migrations in the first schema of the search path. */
export async function createRecord(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isComplete: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass(format('%I.schema_migration', current_schema()))
                       AND attname = 'needs' AND NOT attisdropped) AS "isComplete"`,
  );
  // Altering the table would wait for a backup that reads it.
  if (rows[0]?.isComplete) return;
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  // Not a migration: it describes them, for the shop and each plug-in.
  await client.query('ALTER TABLE schema_migration ADD COLUMN IF NOT EXISTS needs text');
}

/** Until the end of the transaction, no backup begins. */
async function waitForBackups(client: pg.Client, report: (line: string) => void): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS held', [
      BACKUP_LOCK,
    ]);
    if (rows[0]?.held) return;
    if (attempt === 0) report('Waiting for a backup to finish before migrating.');
    await pause(RETRY_MS);
  }
}

/** Until the end of the transaction, names without a schema are created in the plug-in's and found there first. */
async function enterSchema(client: pg.Client, schema: string): Promise<void> {
  const name = client.escapeIdentifier(schema);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
  await client.query(`SET LOCAL search_path TO ${name}, public`);
}
