import type pg from 'pg';
import { ASIDE, quote } from './catalog.store.ts';

/** PostgreSQL cuts longer names. */
const MAX_NAME_LENGTH = 63;
const SHOP = 'public';

/** Objects of extensions stay: only a superuser may move them, and old and new tables use the same. */
const OF_EXTENSION = "EXISTS (SELECT FROM pg_depend WHERE objid = o.oid AND deptype = 'e')";
/** Statements without the new schema's name. Indexes, and sequences of columns, follow their tables. */
const MOVES = `
  SELECT format('ALTER TABLE %s SET SCHEMA', o.oid::regclass) AS move FROM pg_class o
   WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND NOT ${OF_EXTENSION}
   UNION ALL
  SELECT format('ALTER SEQUENCE %s SET SCHEMA', o.oid::regclass) FROM pg_class o
   WHERE relnamespace = $1::regnamespace AND relkind = 'S'
     AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = o.oid AND deptype IN ('a', 'i', 'e'))
   UNION ALL
  SELECT format('ALTER ROUTINE %s SET SCHEMA', o.oid::regprocedure) FROM pg_proc o
   WHERE pronamespace = $1::regnamespace AND NOT ${OF_EXTENSION}
   UNION ALL
  SELECT format('ALTER TYPE %s SET SCHEMA', o.oid::regtype) FROM pg_type o
   WHERE typnamespace = $1::regnamespace AND typtype IN ('e', 'd') AND NOT ${OF_EXTENSION}`;

/**
 * Moves the tables of the shop's schemas into others, which keeps all their data.
 * @returns the names of the other schemas.
 */
export async function moveAside(client: pg.Client, schemas: readonly string[], now: Date): Promise<string[]> {
  const time = now.toISOString().replace(/\D/g, '').slice(0, 14);
  const moved: string[] = [];
  for (const schema of schemas) {
    const name = `${ASIDE}${time}_${schema}`.slice(0, MAX_NAME_LENGTH);
    const aside = quote(client, name);
    if (schema === SHOP) {
      await client.query(`CREATE SCHEMA ${aside}`);
      const { rows } = await client.query<{ move: string }>(MOVES, [schema]);
      for (const { move } of rows) await client.query(`${move} ${aside}`);
    } else {
      await client.query(`ALTER SCHEMA ${quote(client, schema)} RENAME TO ${aside}`);
    }
    moved.push(name);
  }
  return moved;
}
