import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { openClient } from './start-client.ts';

const OLDEST_VERSION = 150_000;

interface Server {
  readonly version: number;
  readonly encoding: string;
  readonly isStandby: boolean;
  readonly role: string;
  readonly database: string;
  /** Where tables are created; null: nowhere. */
  readonly schema: string | null;
  /** Whether that schema has the tables of a shop. */
  readonly hasShop: boolean;
  /** Values of `REQUIRED` by name. */
  readonly settings: Readonly<Record<string, string | null>>;
}

/** Settings of a role, a database or a server that change how the shop's statements behave, with the values that work. */
const REQUIRED: readonly { readonly name: string; readonly accepts: RegExp; readonly value: string }[] = [
  // `pg` reads dates in this format only, and those of other formats as NULL.
  { name: 'DateStyle', accepts: /^ISO\b/, value: "'ISO, MDY'" },
  // Transactions lock a row or a key, and then read what others have committed meanwhile.
  { name: 'default_transaction_isolation', accepts: /^read (un)?committed$/, value: "'read committed'" },
  { name: 'default_transaction_read_only', accepts: /^off$/, value: 'off' },
  { name: 'standard_conforming_strings', accepts: /^on$/, value: 'on' },
];

const STATE = `
  SELECT current_setting('server_version_num')::integer AS version, current_setting('server_encoding') AS encoding,
         pg_is_in_recovery() AS "isStandby", current_user AS role, current_database() AS database,
         current_schema() AS schema,
         to_regclass(quote_ident(current_schema()) || '.schema_migration') IS NOT NULL AS "hasShop",
         (SELECT json_object_agg(name, current_setting(name, true)) FROM unnest($1::text[]) name) AS settings`;

/**
 * Checks what no retry can fix, before the first migration: the server, and the settings that it gives to connections of this role.
 * @param afterwards what else to do after a setting has been changed.
 * @throws StartError that says what to change.
 */
export async function checkServer(client: pg.Client, afterwards = ''): Promise<void> {
  const { rows } = await client.query<Server>(STATE, [REQUIRED.map(({ name }) => name)]);
  const problem = rows[0] && (problemOfServer(rows[0]) ?? problemOfSettings(client, rows[0], afterwards));
  if (problem) throw new StartError(`The database at ${client.host}:${client.port} cannot be used: ${problem}.`);
}

/**
 * Repeats the check through the connection pooler, which may use another role or other settings: PgBouncer keeps those of its
 * first connection.
 */
export async function checkPooler(url: string): Promise<void> {
  const client = await openClient(url, 'stoa-start');
  try {
    await checkServer(client, 'Then restart the connection pooler, which keeps settings');
  } finally {
    await client.end();
  }
}

function problemOfServer({ version, encoding, isStandby, database }: Server): string | undefined {
  if (version < OLDEST_VERSION) return 'its version is too old, PostgreSQL 15 or newer is needed';
  if (encoding !== 'UTF8')
    return `${database} has the encoding ${encoding}. Create one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`;
  if (isStandby)
    return 'it is a standby, which accepts no writes. Name its primary, or promote it with SELECT pg_promote()';
  return undefined;
}

function problemOfSettings(client: pg.Client, server: Server, afterwards: string): string | undefined {
  const [role, database] = [server.role, server.database].map((name) => client.escapeIdentifier(name));
  const fixOf = (name: string, value: string) =>
    `Run ALTER ROLE ${role} IN DATABASE ${database} SET ${name} = ${value}${afterwards && `. ${afterwards}`}`;
  if (server.schema !== null && server.schema !== 'public' && server.hasShop) {
    // Another search_path would begin a second, empty shop. `public` is dropped only if nothing is in it.
    const schema = client.escapeIdentifier(server.schema);
    return `the shop's tables are in the schema ${server.schema}, not in public. Stop all nodes and run DROP SCHEMA public; ALTER SCHEMA ${schema} RENAME TO public`;
  }
  if (server.schema !== 'public') {
    const where = server.schema === null ? 'no schema' : `the schema ${server.schema}`;
    return `the search_path of the role ${server.role} selects ${where} for new tables, not public. ${fixOf('search_path', 'public')}`;
  }
  for (const { name, accepts, value } of REQUIRED) {
    const found = server.settings[name] ?? null;
    if (found !== null && !accepts.test(found))
      return `${name} is ${found} for the role ${server.role}. ${fixOf(name, value)}`;
  }
  return undefined;
}
