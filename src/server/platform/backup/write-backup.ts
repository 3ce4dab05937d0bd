import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { constants, createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import { BACKUP_LOCK } from '../database/migrate.ts';
import { tablesOfOthers } from '../database/other-tables.ts';
import { readMigrations } from '../database/read-migrations.ts';
import { openClient } from '../database/start-client.ts';
import { StartError } from '../start-error.ts';
import { listMigrations, listPartitions, listSequences, listTables, quote } from './catalog.store.ts';
import {
  type BackedUpTable,
  FORMAT,
  folderOf,
  MANIFEST_FILE,
  type Manifest,
  type MigrationSet,
  qualifiedName,
  TOTALS_FILE,
  type Totals,
} from './manifest.ts';
import { tarEnd, tarEntry } from './tar.ts';

/**
 * A table is cut after a row into files of about this size, because an archive states the size of a file before its
 * content.
 */
const PART_BYTES = 4 * 1024 * 1024;
/** COPY ends each row with one; within a row it is escaped. */
const NEWLINE = 0x0a;

/**
 * The text form of values must not depend on the settings of server or role, and a backup may take longer than a
 * request.
 */
export const COPY_SETTINGS = `
  SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL timezone = 'UTC';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL client_encoding = 'UTF8';
  SET LOCAL standard_conforming_strings = on`;

export interface BackupOptions {
  /** A direct connection to PostgreSQL: the backup needs a session. */
  readonly url: string;
  /** The folder of the shop's migrations. */
  readonly migrations: string;
  /** Identifies the APP_SECRET; null: unknown. */
  readonly appSecret: string | null;
  readonly now: Date;
}

export interface Backup {
  /** The compressed archive. */
  readonly content: Readable;
  /** Complete once the content was read. */
  readonly totals: Totals;
}

/**
 * A backup of the whole shop as of one moment, while it runs: a transaction that only reads sees no later change. Nothing
 * is read before the content is.
 */
export function writeBackup(options: BackupOptions): Backup {
  const totals: Totals = {};
  const archive = Readable.from(readShop(options, totals), { objectMode: false });
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  archive.on('error', (error) => compress.destroy(error));
  compress.on('close', () => archive.destroy());
  return { content: archive.pipe(compress), totals };
}

async function* readShop(options: BackupOptions, totals: Totals): AsyncGenerator<Buffer> {
  const client = await openClient(options.url, 'stoa-backup');
  try {
    // Before the snapshot, which it would otherwise outdate: no migration starts until the connection ends.
    await client.query('SELECT pg_advisory_lock_shared($1)', [BACKUP_LOCK]);
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${COPY_SETTINGS}`);
    const manifest = await describeShop(client, options);
    yield* tarEntry(MANIFEST_FILE, [toJson(manifest)], options.now);
    for (const table of manifest.tables) {
      const sum = { rows: 0, bytes: 0, sha256: '' };
      yield* readTable(client, table, options.now, sum);
      totals[qualifiedName(table)] = sum;
    }
    yield* tarEntry(TOTALS_FILE, [toJson(totals)], options.now);
    yield tarEnd();
  } finally {
    await client.end();
  }
}

const toJson = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

async function describeShop(client: pg.Client, { migrations, appSecret, now }: BackupOptions): Promise<Manifest> {
  const tables = await listTables(client);
  const sets = await listMigrations(client, tables);
  if (!sets.some(({ plugin }) => plugin === null)) {
    throw new StartError('There is nothing to back up: the database has no shop tables in the schema public.');
  }
  await refuseOtherTables(tables, sets, migrations);
  const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version') AS version");
  return {
    format: FORMAT,
    created_at: now.toISOString(),
    postgres: rows[0]?.version ?? '',
    app_secret: appSecret,
    migrations: sets,
    tables,
    partitions: await listPartitions(client),
    sequences: await listSequences(client),
  };
}

/**
 * Restoring creates the tables of the migrations, so a table that somebody else added has no place in a backup, and
 * leaving it out would lose it unnoticed.
 * @throws StartError naming the tables in the shop's own schema that no migration creates.
 */
async function refuseOtherTables(
  tables: readonly BackedUpTable[],
  sets: readonly MigrationSet[],
  folder: string,
): Promise<void> {
  const names = tables.filter(({ schema }) => schema === 'public').map(({ name }) => name);
  const applied = sets.find(({ plugin }) => plugin === null)?.migrations ?? [];
  const found = tablesOfOthers(
    names,
    await readMigrations(folder),
    applied.map(({ name }) => name),
  );
  if (found.length === 0) return;
  const others = found.map((name) => `public.${name}`);
  throw new StartError(
    `The database has tables in the shop's schema that are not the shop's: ${others.join(', ')}. A backup with them could not be restored: move them to another schema, for example with ALTER TABLE ${others[0]} SET SCHEMA ….`,
  );
}

/** The statement that reads a table in PostgreSQL's text format. */
export function copyStatement(client: pg.ClientBase, { schema, name, columns }: BackedUpTable): string {
  const list = columns.map((column) => quote(client, column)).join(', ');
  return `COPY (SELECT ${list} FROM ${quote(client, schema, name)}) TO STDOUT`;
}

/**
 * The number of rows that a COPY has sent. Its stream ends with the last row, but PostgreSQL says their number after that, and it
 * may arrive later: the next statement runs when it has.
 */
async function countCopied(client: pg.ClientBase, copied: CopyToStreamQuery): Promise<number> {
  await client.query('SELECT');
  return copied.rowCount;
}

async function* readTable(
  client: pg.Client,
  table: BackedUpTable,
  modified: Date,
  sum: { rows: number; bytes: number; sha256: string },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let part: Buffer[] = [];
  let partBytes = 0;
  let parts = 0;
  const nameNext = () => {
    parts += 1;
    return `${folderOf(table)}/${String(parts).padStart(6, '0')}.copy`;
  };
  const rows = client.query(copyTo(copyStatement(client, table)));
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk);
    sum.bytes += chunk.length;
    // 0: the chunk holds no end of a row, which can be larger than a file should be.
    const cut = partBytes >= PART_BYTES ? chunk.lastIndexOf(NEWLINE) + 1 : 0;
    part.push(cut === 0 ? chunk : chunk.subarray(0, cut));
    partBytes += chunk.length;
    if (cut === 0) continue;
    yield* tarEntry(nameNext(), part, modified);
    part = [chunk.subarray(cut)];
    partBytes = chunk.length - cut;
  }
  if (partBytes > 0) yield* tarEntry(nameNext(), part, modified);
  sum.rows = await countCopied(client, rows);
  sum.sha256 = hash.digest('hex');
}
