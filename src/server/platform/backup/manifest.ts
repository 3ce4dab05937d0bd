import { z } from 'zod';

/** Of the archive; raised when an older version of the shop could not read it. */
export const FORMAT = 1;

const migrationSet = z.object({
  /** Name of a plug-in; null: the shop's own. */
  plugin: z.string().nullable(),
  schema: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });

/** As PostgreSQL prints it in UTC. It becomes part of a statement. */
const BOUND = /^DEFAULT$|^FOR VALUES FROM \((?:MINVALUE|'[\d :.+-]+')\) TO \('[\d :.+-]+'\)$/;

const partition = z.object({
  schema: z.string(),
  table: z.string(),
  name: z.string(),
  bound: z.string().regex(BOUND),
});

const sequence = z.object({
  schema: z.string(),
  name: z.string(),
  /** As text: it may exceed what JSON numbers represent exactly. */
  last_value: z.string(),
  is_called: z.boolean(),
});

/** The first file of a backup: what follows, and what is needed to restore it. */
export const manifestSchema = z.object({
  format: z.int(),
  created_at: z.iso.datetime(),
  /** Version of PostgreSQL. */
  postgres: z.string(),
  /** Identifies the APP_SECRET that encrypted the shop's stored secrets, without revealing it. */
  app_secret: z.string().nullable(),
  migrations: z.array(migrationSet),
  tables: z.array(table),
  /** Of tables that are divided by month. Their rows are with their table. Backups by earlier versions lack the list, also on this schema. */
  partitions: z.array(partition).default([]),
  sequences: z.array(sequence),
});
export type Manifest = z.output<typeof manifestSchema>;
export type BackedUpTable = z.output<typeof table>;
export type BackedUpPartition = z.output<typeof partition>;
export type BackedUpSequence = z.output<typeof sequence>;
export type MigrationSet = z.output<typeof migrationSet>;

/** The last file of a backup: rows, bytes and SHA-256 of each table. */
export const totalsSchema = z.record(
  z.string(),
  z.object({ rows: z.int().min(0), bytes: z.int().min(0), sha256: z.string().length(64) }),
);
export type Totals = z.output<typeof totalsSchema>;

export const MANIFEST_FILE = 'manifest.json';
export const TOTALS_FILE = 'totals.json';

/** Its name in the archive and in messages. */
export const qualifiedName = ({ schema, name }: Pick<BackedUpTable, 'schema' | 'name'>): string => `${schema}.${name}`;

/** The folder of a table's files in the archive. */
export const folderOf = (table: Pick<BackedUpTable, 'schema' | 'name'>): string => `tables/${qualifiedName(table)}`;
