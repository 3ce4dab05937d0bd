import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createZstdDecompress } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { applyRecorded } from '../database/apply-recorded.ts';
import { checkServer } from '../database/check-server.ts';
import type { PluginMigrations } from '../database/migrate.ts';
import { countConnectedNodes } from '../database/node-lock.ts';
import { openClient } from '../database/start-client.ts';
import { StartError } from '../start-error.ts';
import { INCOMPLETE } from './byte-reader.ts';
import { type ForeignKey, listForeignKeys, listSchemas, listTables, quote } from './catalog.store.ts';
import {
  type BackedUpTable,
  FORMAT,
  folderOf,
  MANIFEST_FILE,
  type Manifest,
  manifestSchema,
  qualifiedName,
  TOTALS_FILE,
  type Totals,
  totalsSchema,
} from './manifest.ts';
import { moveAside } from './move-aside.ts';
import { restorePartitions } from './restore-partitions.ts';
import { RowDigest } from './row-digest.ts';
import { DAMAGED, readTar, type TarEntry } from './tar.ts';
import { COPY_SETTINGS } from './write-backup.ts';

export interface RestoreOptions {
  /** A direct connection to the database. */
  readonly url: string;
  readonly migrations: string;
  readonly plugins: readonly PluginMigrations[];
  /** Schemas without migrations, and how their tables are created. */
  readonly otherSchemas: Readonly<Record<string, (client: pg.ClientBase) => Promise<void>>>;
  /** Accepts the backup, or throws. */
  readonly check?: (manifest: Manifest) => void;
  /** Names of plug-ins whose data is left out. */
  readonly without?: readonly string[];
  /** Moves the tables of a database that is not empty aside. */
  readonly replace?: boolean;
  readonly now: Date;
}

export interface Restored {
  readonly manifest: Manifest;
  readonly totals: Totals;
  /** Order-independent digests of the rows by table. */
  readonly digests: ReadonlyMap<string, string>;
  /** Schemas that hold what was in the database before. */
  readonly aside: readonly string[];
}

/**
 * Restores a backup into a database, in one transaction: after a failure the database is as before. The tables are those
 * of the backup's version; newer migrations are the caller's.
 * @throws StartError when the database is in use or not empty, or the backup is damaged or of a newer version.
 */
export async function restoreBackup(content: Readable, options: RestoreOptions): Promise<Restored> {
  const client = await openClient(options.url, 'stoa-restore');
  const decompress = createZstdDecompress();
  content.on('error', (error) => decompress.destroy(error));
  // Thrown when the archive is read; without a listener, an earlier error would end the process.
  decompress.on('error', () => undefined);
  const archive = readTar(content.pipe(decompress));
  try {
    await checkServer(client);
    await client.query(`BEGIN; ${COPY_SETTINGS}`);
    const restored = await restoreAll(client, archive, options);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return restored;
  } catch (error) {
    throw explain(decompress.errored ?? error);
  } finally {
    content.destroy();
    // Rolls back what is not committed.
    await client.end();
  }
}

/** SQLSTATE classes 22 and 23: PostgreSQL cannot read a value, or rows contradict each other. */
const BAD_ROWS = /^2[23]/;

/** A damaged file shows in decompression, in the archive's form, in its JSON or in its rows. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StartError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (error.message === INCOMPLETE)
    return new StartError(`The backup cannot be used: ${INCOMPLETE}.`, { cause: error });
  const isDamage =
    error.message === DAMAGED ||
    /^ZSTD|^ERR_ZSTD|^Z_/.test(code) ||
    error instanceof SyntaxError ||
    error instanceof z.ZodError ||
    (error instanceof pg.DatabaseError && BAD_ROWS.test(code));
  return isDamage ? new StartError(`The backup cannot be used: ${DAMAGED}.`, { cause: error }) : error;
}

async function restoreAll(
  client: pg.Client,
  archive: AsyncGenerator<TarEntry>,
  options: RestoreOptions,
): Promise<Restored> {
  const whole = await readManifest(archive);
  options.check?.(whole);
  const manifest = leaveOut(whole, options.without ?? []);
  const aside = await makeRoom(client, options);
  await createTables(client, manifest, options);
  const foreignKeys = await prepareLoading(client, manifest);
  const loader = createLoader(client, manifest, new Set(whole.tables.map(folderOf)));
  for await (const entry of archive) {
    if (entry.name === TOTALS_FILE) {
      const totals = loader.compare(totalsSchema.parse(JSON.parse(await textOf(entry))));
      if (!(await archive.next()).done) throw new Error(DAMAGED);
      await finishLoading(client, manifest, foreignKeys);
      return { manifest, totals, digests: loader.digests(), aside };
    }
    await loader.load(entry);
  }
  throw new Error(INCOMPLETE);
}

async function textOf({ content }: TarEntry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function readManifest(archive: AsyncGenerator<TarEntry>): Promise<Manifest> {
  const { value: first } = await archive.next();
  if (first?.name !== MANIFEST_FILE) throw new StartError('This file is not a backup of a shop.');
  const json: unknown = JSON.parse(await textOf(first));
  if (typeof json === 'object' && json !== null && 'format' in json && Number(json.format) > FORMAT) {
    throw new StartError('The backup was made by a newer version of the shop: restore it there.');
  }
  return manifestSchema.parse(json);
}

function leaveOut(manifest: Manifest, plugins: readonly string[]): Manifest {
  const left = manifest.migrations.filter(({ plugin }) => plugin !== null && plugins.includes(plugin));
  const isKept = ({ schema }: { readonly schema: string }) => !left.some((set) => set.schema === schema);
  const { migrations, tables, sequences } = manifest;
  return {
    ...manifest,
    migrations: migrations.filter(isKept),
    tables: tables.filter(isKept),
    sequences: sequences.filter(isKept),
  };
}

/** PostgreSQL still lists the connections of a process that has just stopped, such as a restore that failed. */
const CONNECTIONS_END_WITHIN_MS = 1_000;

async function isAnyNodeConnected(client: pg.Client): Promise<boolean> {
  const deadline = performance.now() + CONNECTIONS_END_WITHIN_MS;
  while ((await countConnectedNodes(client)) > 0) {
    if (performance.now() > deadline) return true;
    await sleep(50);
  }
  return false;
}

async function makeRoom(client: pg.Client, { replace = false, now }: RestoreOptions): Promise<string[]> {
  // It would keep using what it has cached.
  if (await isAnyNodeConnected(client)) {
    throw new StartError('The shop is running on this database: stop it first.');
  }
  if ((await listTables(client)).length === 0) return [];
  if (!replace) {
    throw new StartError(
      'The database is not empty. With --replace its tables are moved aside, into other schemas of the same database.',
    );
  }
  return moveAside(client, await listSchemas(client), now);
}

/** The tables of the backup's version of the shop, empty. */
async function createTables(client: pg.Client, manifest: Manifest, options: RestoreOptions): Promise<void> {
  await applyRecorded(client, options.migrations, options.plugins, manifest.migrations);
  for (const schema of new Set(manifest.tables.map((table) => table.schema))) {
    if (manifest.migrations.some((set) => set.schema === schema)) continue;
    const create = options.otherSchemas[schema];
    if (!create) throw new StartError(`The backup holds a schema that this shop does not know: ${schema}.`);
    await create(client);
  }
  const describe = (tables: readonly BackedUpTable[]) =>
    tables.map((table) => `${qualifiedName(table)} (${storedColumns(table).toSorted().join(', ')})`).toSorted();
  const found = describe(await listTables(client));
  const wanted = describe(manifest.tables);
  const missing = wanted.find((table) => !found.includes(table)) ?? found.find((table) => !wanted.includes(table));
  if (missing) throw new StartError(`The tables of the backup differ from those of its migrations: ${missing}.`);
  await restorePartitions(client, manifest.partitions);
}

/** `needs` was added to the record of migrations when there was one already; older backups lack it. */
const storedColumns = ({ name, columns }: BackedUpTable): readonly string[] =>
  name === 'schema_migration' ? columns.filter((column) => column !== 'needs') : columns;

/** Rows are loaded as they were: no trigger changes them, and references are checked when all are there. */
async function prepareLoading(client: pg.Client, manifest: Manifest): Promise<ForeignKey[]> {
  const foreignKeys = await listForeignKeys(client, [...new Set(manifest.tables.map(({ schema }) => schema))]);
  for (const { table, name } of foreignKeys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const names = manifest.tables.map((table) => quote(client, table.schema, table.name));
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  // Rows that migrations inserted.
  await client.query(`TRUNCATE ${names.join(', ')}`);
  return foreignKeys;
}

async function finishLoading(client: pg.Client, manifest: Manifest, foreignKeys: readonly ForeignKey[]): Promise<void> {
  for (const table of manifest.tables) {
    await client.query(`ALTER TABLE ${quote(client, table.schema, table.name)} ENABLE TRIGGER USER`);
  }
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  }
  for (const { schema, name, last_value, is_called } of manifest.sequences) {
    // One that no migration creates is not the shop's, and does nothing here.
    await client.query('SELECT setval(to_regclass($1), $2::bigint, $3)', [
      quote(client, schema, name),
      last_value,
      is_called,
    ]);
  }
}

interface TableLoad {
  readonly table: BackedUpTable;
  readonly hash: ReturnType<typeof createHash>;
  readonly digest: RowDigest;
  rows: number;
  bytes: number;
}

/** @param folders of all tables in the backup, also of those that are left out. */
function createLoader(client: pg.Client, manifest: Manifest, folders: ReadonlySet<string>) {
  const tables = new Map<string, TableLoad>(
    manifest.tables.map((table) => [
      folderOf(table),
      { table, hash: createHash('sha256'), digest: new RowDigest(), rows: 0, bytes: 0 },
    ]),
  );

  return {
    /** Loads one file of a table: whole rows. */
    async load({ name, content }: TarEntry): Promise<void> {
      const folder = name.slice(0, name.lastIndexOf('/'));
      const loading = tables.get(folder);
      if (!loading && folders.has(folder)) return;
      if (!loading) throw new StartError(`The backup holds a file that belongs to none of its tables: ${name}.`);
      const { table, hash, digest } = loading;
      const list = table.columns.map((column) => quote(client, column)).join(', ');
      const copy = client.query(copyFrom(`COPY ${quote(client, table.schema, table.name)} (${list}) FROM STDIN`));
      await pipeline(
        content,
        async function* (chunks) {
          for await (const chunk of chunks as AsyncIterable<Buffer>) {
            hash.update(chunk);
            digest.update(chunk);
            loading.bytes += chunk.length;
            yield chunk;
          }
        },
        copy,
      );
      loading.rows += copy.rowCount;
    },
    /**
     * Compares the text of each table with the totals of the backup, but not the number of rows: earlier versions sometimes wrote 0.
     * @returns the totals, with the rows that were loaded
     * @throws StartError when a table is not what the backup says of it.
     */
    compare(totals: Totals): Totals {
      const loaded = [...tables.values()].map(({ table, hash, rows, bytes }) => {
        const name = qualifiedName(table);
        const [total, sha256] = [totals[name], hash.digest('hex')];
        if (total?.bytes === bytes && total.sha256 === sha256) return [name, { rows, bytes, sha256 }] as const;
        throw new StartError(`The backup is damaged: the rows of ${name} differ from its totals.`);
      });
      return Object.fromEntries(loaded);
    },
    digests: () => new Map([...tables.values()].map(({ table, digest }) => [qualifiedName(table), String(digest)])),
  };
}
