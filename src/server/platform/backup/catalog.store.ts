import type pg from 'pg';
import type { BackedUpPartition, BackedUpSequence, BackedUpTable, MigrationSet } from './manifest.ts';

/** Copies that `restore --replace` has put aside. */
export const ASIDE = 'before_restore_';

/**
 * Schemas of the shop: its own, those of plug-ins and of the payment sandbox. Any other belongs to another application,
 * to PostgreSQL or to the job queue, which fills itself again when the shop starts.
 */
const SHOP_SCHEMAS = `(n.nspname IN ('public', 'sandbox') OR starts_with(n.nspname, 'plugin_') AND EXISTS (
  SELECT FROM pg_class record
   WHERE record.relnamespace = n.oid AND record.relname = 'schema_migration' AND record.relkind = 'r'))`;
/** Tables and sequences of an extension are created, and filled, with it. */
const NOT_OF_EXTENSION = `NOT EXISTS (
  SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

export async function listSchemas(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT n.nspname AS name FROM pg_namespace n WHERE ${SHOP_SCHEMAS} ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Schemas of other applications, and copies that were put aside: those with tables that no backup contains. */
export async function listOtherSchemas(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT n.nspname AS name
       FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p') AND c.relpersistence = 'p'
      WHERE n.nspname NOT IN ('information_schema', 'pgboss') AND NOT starts_with(n.nspname, 'pg_')
        AND NOT ${SHOP_SCHEMAS} AND ${NOT_OF_EXTENSION}
      ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Tables with the columns that are stored data: generated ones are computed again. Unlogged tables hold nothing that
 * must outlive a crash.
 */
export async function listTables(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(
    `SELECT n.nspname AS schema, c.relname AS name,
            COALESCE(array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attnum IS NOT NULL), '{}') AS columns
       FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       LEFT JOIN pg_attribute a
         ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'
        AND ${SHOP_SCHEMAS} AND ${NOT_OF_EXTENSION}
      GROUP BY n.nspname, c.relname
      ORDER BY n.nspname, c.relname`,
  );
  return rows;
}

/** Partitions of the shop's own tables, which a job creates every month. Those of plug-ins come from their migrations. */
export async function listPartitions(client: pg.ClientBase): Promise<BackedUpPartition[]> {
  const { rows } = await client.query<BackedUpPartition>(
    `SELECT n.nspname AS schema, parent.relname AS table, c.relname AS name,
            pg_get_expr(c.relpartbound, c.oid) AS bound
       FROM pg_class c
       JOIN pg_inherits i ON i.inhrelid = c.oid
       JOIN pg_class parent ON parent.oid = i.inhparent
       JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relispartition AND c.relkind = 'r' AND n.nspname = 'public'
      ORDER BY 1, 2, 3`,
  );
  return rows;
}

/** Sequences with their values. A sequence does not follow snapshots: read after one, it is never behind its rows. */
export async function listSequences(client: pg.ClientBase): Promise<BackedUpSequence[]> {
  const { rows: names } = await client.query<{ schema: string; name: string }>(
    `SELECT n.nspname AS schema, c.relname AS name
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'S' AND ${SHOP_SCHEMAS} AND ${NOT_OF_EXTENSION} ORDER BY 1, 2`,
  );
  const sequences: BackedUpSequence[] = [];
  for (const { schema, name } of names) {
    const { rows } = await client.query<Pick<BackedUpSequence, 'last_value' | 'is_called'>>(
      `SELECT last_value::text AS last_value, is_called FROM ${quote(client, schema, name)}`,
    );
    for (const row of rows) sequences.push({ schema, name, ...row });
  }
  return sequences;
}

/** The plug-in that a schema belongs to; null: the shop itself. */
const pluginOf = (schema: string): string | null =>
  schema === 'public' ? null : schema.replace(/^plugin_/, '').replaceAll('_', '-');

/** The migrations of each schema that has any. */
export async function listMigrations(client: pg.ClientBase, tables: readonly BackedUpTable[]): Promise<MigrationSet[]> {
  const sets: MigrationSet[] = [];
  // The shop's own first: those of plug-ins may refer to them.
  const schemas = tables.flatMap(({ schema, name }) => (name === 'schema_migration' ? [schema] : []));
  for (const schema of schemas.toSorted((a, b) => Number(b === 'public') - Number(a === 'public'))) {
    const { rows } = await client.query<MigrationSet['migrations'][number]>(
      `SELECT name, checksum FROM ${quote(client, schema, 'schema_migration')} ORDER BY name`,
    );
    sets.push({ plugin: pluginOf(schema), schema, migrations: rows });
  }
  return sets;
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Those between the given schemas' tables, quoted for use in a statement. */
export async function listForeignKeys(client: pg.ClientBase, schemas: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS table, quote_ident(k.conname) AS name,
            pg_get_constraintdef(k.oid) AS definition
       FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE k.contype = 'f' AND k.conparentid = 0 AND n.nspname = ANY ($1) AND ${NOT_OF_EXTENSION}
      ORDER BY 1, 2`,
    [schemas],
  );
  return rows;
}

/** Names for a statement. */
export function quote(client: pg.ClientBase, ...names: readonly string[]): string {
  return names.map((name) => client.escapeIdentifier(name)).join('.');
}
