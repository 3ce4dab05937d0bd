import type pg from 'pg';
import { StartError } from '../start-error.ts';
import type { Migration } from './read-migrations.ts';

/** Tables in the shop's schema, except partitions and those of extensions. */
async function listTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = to_regnamespace('public') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND NOT EXISTS (SELECT FROM pg_depend d
                         WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** More than an operator reads. */
const MAX_NAMED = 5;

/**
 * The shop needs the schema to itself: its tables have common names, such as `users`.
 * @throws StartError when the shop has never been migrated, and something else is there.
 */
export async function refuseUsedDatabase(client: pg.ClientBase): Promise<void> {
  const tables = await listTables(client);
  if (tables.length === 0 || tables.includes('schema_migration')) return;
  const more = tables.length - MAX_NAMED;
  const named = `${tables.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  throw new StartError(
    `The database is used by something else: its schema public has the tables ${named}, and none of a shop. Nothing was changed. Name a database of the shop's own in DATABASE_URL, or move the tables to another schema, for example with ALTER TABLE public.${client.escapeIdentifier(tables[0] ?? '')} SET SCHEMA ….`,
  );
}

const CREATED_TABLE = /^\s*CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/gim;

/**
 * @param tables in the shop's schema
 * @param applied names of its migrations. A database that a newer release has migrated may have tables that this one does not know.
 * @returns those that no migration creates.
 */
export function tablesOfOthers(
  tables: readonly string[],
  known: readonly Migration[],
  applied: readonly string[],
): string[] {
  const names = new Set(known.map(({ name }) => name));
  if (applied.some((name) => !names.has(name))) return [];
  const created = known.flatMap(({ sql }) => [...sql.matchAll(CREATED_TABLE)].map(([, name]) => name));
  const own = new Set(['schema_migration', ...created]);
  return tables.filter((name) => !own.has(name));
}

/** @returns a line for the operator when another application has tables in the shop's schema. */
export async function describeOtherTables(
  client: pg.ClientBase,
  known: readonly Migration[],
): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM public.schema_migration');
  const applied = rows.map(({ name }) => name);
  const others = tablesOfOthers(await listTables(client), known, applied);
  if (others.length === 0) return undefined;
  return `The schema public has tables that are not the shop's: ${others.join(', ')}. No backup is written until they are in another schema.`;
}
